package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model sees in new rows what it saw in the old ones, whatever type a column seems to have there. */
class NewRowsTest {
    @TempDir
    private Path directory;

    private Path model(String rows, FeatureBlock block) throws IOException {
        Path model = directory.resolve("model.json");
        try (Log log = Log.open(Files.writeString(directory.resolve("old.csv"), "k,reward\n" + rows)
                .toString())) {
            Spec spec = new Spec(
                    null,
                    null,
                    null,
                    null,
                    null,
                    List.of(block),
                    List.of(new Spec.Prediction(
                            "p", null, null, null, null, "0.5", null, null, "td", Map.of("step_size", 0.5))));
            Learning.learn(log, spec, new Learning.Options(null, model, null, 1, false, ProgressListener.NONE));
        }
        return model;
    }

    private Predicting.LogSummary predict(Path model, String rows, List<Double> values) throws IOException {
        try (Log log = Log.open(
                Files.writeString(directory.resolve("new.csv"), "k\n" + rows).toString())) {
            return Predicting.predict(log.source(), log.settings(), model, null, new Predicting.RowSink() {
                @Override
                public void begin(List<String> predictions) {
                    assertThat(predictions).containsExactly("p");
                }

                @Override
                public void row(long row, double[] predicted) {
                    values.add(predicted[0]);
                }
            });
        }
    }

    /** Old values, new values that mean the first two of them and then one that is none. */
    @ParameterizedTest
    @CsvSource({
        "0.0 1.0 0.5, 0 1 7",
        "0 1 2, 0.0 1.0 0.4",
        "0 1 2, 0 1 x",
        "true false true, True False maybe",
        "2020-01-01 2020-01-02 2020-01-01, 2020-01-01T00:00 2020-01-02T00:00 2020-01-02T01:00",
        "a b a, a b c"
    })
    void aCategoryIsFoundAgainUnderAnotherType(String old, String fresh) throws IOException {
        StringBuilder rows = new StringBuilder();
        String[] values = old.split(" ");
        for (int k = 0; k < 30; k++) {
            rows.append(values[k % 3]).append(',').append(k % 3 + 1).append('\n');
        }
        Path model = model(rows.toString(), new FeatureBlock.OneHot("k"));
        List<Double> again = new ArrayList<>();
        predict(model, values[0] + "\n" + values[1] + "\n", again);
        List<Double> predicted = new ArrayList<>();
        Predicting.LogSummary summary = predict(model, fresh.replace(' ', '\n') + "\n", predicted);
        assertThat(again).doesNotContain(0.0);
        assertThat(predicted).containsExactly(again.get(0), again.get(1), 0.0);
        assertThat(summary.unknownCategories()).isEqualTo(1);
    }

    @Test
    void aRowWithAMissingFeatureHasNoPredictionAndIsCounted() throws IOException {
        Path model = model("1,1\n2,2\n3,1\n", new FeatureBlock.Expressions("k * 2"));
        List<Double> predicted = new ArrayList<>();
        Predicting.LogSummary summary = predict(model, "1\nnan\n\"\"\n2\n", predicted);
        assertThat(predicted.get(0)).isNotNaN();
        assertThat(predicted.get(1)).isNaN();
        assertThat(predicted.get(3)).isEqualTo(2 * predicted.get(0));
        assertThat(summary.rows()).isEqualTo(predicted.size());
        assertThat(summary.withoutPrediction()).isEqualTo(predicted.size() - 2);
        assertThat(summary.predictions().get(0).meanPrediction()).isEqualTo(1.5 * predicted.get(0));
        assertThat(summary.warnings())
                .containsExactly((predicted.size() - 2) + " of " + predicted.size()
                        + " rows have a feature that is NULL or not a number: their predictions are empty");
    }

    @ParameterizedTest
    @CsvSource({"Terminated,Truncated,Reward", "TERMINATED,TRUNCATED,REWARD", "terminated,truncated,reward"})
    void theColumnsOfAnEpisodeAreFoundInAnyCapitals(String terminated, String truncated, String reward)
            throws IOException {
        String text = "x," + terminated + "," + truncated + "," + reward
                + "\n1,false,false,1\n2,true,false,1\n3,false,true,1\n4,false,false,1\n";
        try (Log log =
                Log.open(Files.writeString(directory.resolve("log.csv"), text).toString())) {
            Spec.Prediction prediction =
                    new Spec.Prediction("p", null, null, null, null, "0.5", null, null, "td", Map.of());
            LearningReport report = Learning.learn(
                    log,
                    new Spec(
                            null,
                            null,
                            null,
                            null,
                            null,
                            List.of(new FeatureBlock.Expressions("x")),
                            List.of(prediction)),
                    Learning.Options.NONE);
            assertThat(report.terminated()).isEqualTo(1);
            assertThat(report.cutOff()).isEqualTo(2);
        }
    }
}
