package io.emphatic.logs.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.logs.Table;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.Predicting;
import io.emphatic.logs.learning.Predicting.LogSummary;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.FeatureBlock.Bias;
import io.emphatic.logs.spec.FeatureBlock.Expressions;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureBlock.Tiles;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The predictions file, and models applied to new rows. */
class PredictionsTest {
    private static final String LOG =
            "unit,day,x,kind,reward,terminated\nb,1,1,red,2,false\nb,2,2,blue,3,true\na,1,4,red,5,false\na,2,8,red,7,false\n";

    @TempDir
    private Path directory;

    private static Spec spec(List<FeatureBlock> features, double stepSize) {
        return new Spec(
                "unit",
                "day",
                null,
                null,
                null,
                features,
                List.of(new Spec.Prediction(
                        "value", null, null, null, null, "0.5", "0", "1", "td", Map.of("step_size", stepSize))));
    }

    private Path learn(Spec spec, Path predictions) throws IOException {
        Path file = Files.writeString(directory.resolve("log.csv"), LOG);
        Path model = directory.resolve("model.json");
        try (Log log = Log.open(file.toString())) {
            Learning.learn(log, spec, new Learning.Options(predictions, model, null, 1, false, ProgressListener.NONE));
        }
        return model;
    }

    @Test
    void eachRowHasItsKeysTheValueBeforeLearningAndTheError() throws IOException {
        Path csv = directory.resolve("p.csv");
        learn(spec(List.of(new Expressions("x")), 0.1), csv);
        // a1 → a2: δ = 5, θ = 0.1·5·4 = 2; a2 is left with 2·8; b1 → b2: δ = 2 + 0.5·4 − 2 = 2, θ = 2.2; b2 ends: δ = 3
        // − 4.4
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0)).isEqualTo("unit,day,value,value_td_error");
        assertThat(lines.subList(1, 4)).containsExactly("a,1,0.0,5.0", "a,2,16.0,", "b,1,2.0,2.0");
        String[] last = lines.get(4).split(",");
        assertThat(Double.parseDouble(last[2])).isCloseTo(4.4, within(1e-12));
        assertThat(Double.parseDouble(last[3])).isCloseTo(-1.4, within(1e-12));
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("log.csv", "p.csv", "model.json");
    }

    @Test
    void parquetSaysTheSameAsCsvAndKeepsTypes() throws IOException, SQLException {
        Path csv = directory.resolve("p.csv");
        Path parquet = directory.resolve("p.parquet");
        Spec spec = spec(List.of(new Bias(), new Expressions("x / 3")), 0.1);
        learn(spec, csv);
        learn(spec, parquet);
        List<String> rows = new ArrayList<>(List.of("unit,day,value,value_td_error"));
        try (Log log = Log.open(parquet.toString())) {
            assertThat(log.columns())
                    .containsExactly(
                            Map.entry("unit", "VARCHAR"),
                            Map.entry("day", "BIGINT"),
                            Map.entry("value", "DOUBLE"),
                            Map.entry("value_td_error", "DOUBLE"));
            log.each(
                    "FROM log",
                    row -> rows.add(row.getString(1) + "," + row.getLong(2) + "," + row.getDouble(3) + ","
                            + (row.getObject(4) == null ? "" : row.getDouble(4))));
        }
        assertThat(rows).containsExactlyElementsOf(Files.readAllLines(csv));
    }

    @Test
    void withoutAnOrderRowsAreNumbered() throws IOException {
        Path csv = directory.resolve("p.csv");
        Spec keyed = spec(List.of(new Expressions("x")), 0.1);
        learn(new Spec(null, null, null, null, null, keyed.features(), keyed.predictions()), csv);
        assertThat(Files.readAllLines(csv)).hasSize(5).element(2).asString().startsWith("2,");
    }

    @Test
    void aPredictionsFileEndsInCsvOrParquet() {
        assertThatThrownBy(() -> learn(spec(List.of(new Bias()), 0.1), directory.resolve("p.xlsx")))
                .hasMessageStartingWith("a predictions file ends in .csv or .parquet:");
    }

    private List<Double> predict(Path model, String rows) throws IOException {
        Path file = Files.writeString(directory.resolve("new.csv"), rows);
        List<Double> values = new ArrayList<>();
        try (Log log = Log.open(file.toString())) {
            Predicting.predict(log.source(), log.settings(), model, null, new Predicting.RowSink() {
                @Override
                public void begin(List<String> predictions) {
                    assertThat(predictions).containsExactly("value");
                }

                @Override
                public void row(long row, double[] rowValues) {
                    values.add(rowValues[0]);
                }
            });
        }
        return values;
    }

    @Test
    void aModelPredictsWithTheFeaturesItWasLearnedWith() throws IOException {
        Spec spec = spec(
                List.of(
                        new Bias(),
                        new OneHot("kind"),
                        new Expressions("x * 0.1"),
                        new Tiles(List.of("x"), List.of(), 2, List.of(4), 64)),
                0.1);
        Path model = learn(spec, null);
        List<Double> old = predict(model, LOG);
        // New rows: other ranges, other categories, another order of columns, no stream and no time.
        List<Double> renewed = predict(model, "kind,x\nred,8\nblue,2\ngreen,8\n");
        assertThat(renewed.get(0)).isEqualTo(old.get(3));
        assertThat(renewed.get(1)).isEqualTo(old.get(1));
        double red = weight(model, "kind=red");
        assertThat(red).isNotZero();
        assertThat(renewed.get(2)).isCloseTo(renewed.get(0) - red, within(1e-12));
    }

    private double weight(Path model, String feature) throws IOException {
        Model read = Model.read(model);
        return read.predictions().get(0).weights()[read.features().names().indexOf(feature)];
    }

    @Test
    void aModelThatDoesNotFitTheLogSaysSo() throws IOException {
        Path model = learn(spec(List.of(new Expressions("x")), 0.1), null);
        assertThatThrownBy(() -> predict(model, "y\n1\n")).hasMessageContaining("features: the log has no column x");
        Files.writeString(model, "{}");
        assertThatThrownBy(() -> predict(model, "x\n1\n"))
                .hasMessage(
                        model
                                + " is not a model that this program reads: it is damaged, or not a file of this program (line 1)");
    }

    @Test
    void aPredictionIsNotCalledLikeAKeyInAnyCapitals() {
        Spec.Prediction prediction = Table.prediction("T", "td", Map.of("step_size", 0.1));
        assertThatThrownBy(() -> {
                    try (Log source = Log.open(Table.random(1, 20).write(directory))) {
                        Learning.learn(
                                source,
                                Table.spec(prediction),
                                new Learning.Options(
                                        directory.resolve("p.csv"), null, null, 1, false, ProgressListener.NONE));
                    }
                })
                .hasMessage("two columns of the predictions file would be called T\nGive the prediction another name.");
    }

    @Test
    void aModelWithoutAWeightForEachFeatureIsRefused() throws IOException {
        Path model = directory.resolve("model.json");
        try (Log source = Log.open(Table.random(1, 20).write(directory))) {
            Learning.learn(
                    source,
                    Table.spec(Table.prediction("p", "td", Map.of("step_size", 0.1))),
                    new Learning.Options(null, model, null, 1, false, ProgressListener.NONE));
            String text = Files.readString(model);
            Files.writeString(model, text.replaceFirst("(\"weights\" : \\[) [^,]*,", "$1"));
            assertThatThrownBy(() -> Predicting.predict(source.source(), source.settings(), model, null, null))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            model + " is not a model that this program reads: prediction p has not one weight for each"
                                    + " of 3 features");
        }
    }

    @Test
    void theSummaryHasMeanSmallestAndLargestOfEachPrediction() throws IOException {
        Path model = learn(spec(List.of(new Expressions("x")), 0.1), null);
        Path file = Files.writeString(directory.resolve("new.csv"), "x\n3\n-1\n4\n");
        try (Log log = Log.open(file.toString())) {
            LogSummary summary = Predicting.predict(log.source(), log.settings(), model, null, null);
            LogSummary.PredictionSummary value = summary.predictions().get(0);
            assertThat(summary.rows()).isEqualTo(3);
            assertThat(value.min() / value.max()).isEqualTo(-0.25);
            assertThat(value.meanPrediction() / value.max()).isCloseTo(0.5, within(1e-12));
        }
    }
}
