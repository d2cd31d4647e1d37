package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.logs.Table;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions in a horde learn what they learn alone. */
class HordeRunTest {
    private static final int ROWS = 1_500;
    private static final List<String> CUMULANTS = List.of("r", "f0", "r - f1", "2 * f2", "f1 * mu");

    @TempDir
    private Path directory;

    private String log;

    @BeforeEach
    void writeALog() throws IOException {
        try (Log csv = Log.open(Table.random(21, ROWS).write(directory))) {
            log = directory.resolve("log.parquet").toString();
            csv.execute("COPY (FROM log) TO '" + log + "'");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Two groups of twenty that share all but cumulant and step size, and some that belong into none. */
    private static Spec many() {
        List<Spec.Prediction> predictions = new ArrayList<>();
        for (int k = 0; k < 20; k++) {
            predictions.add(prediction("e" + k, "etd", k, Map.of("step_size", 1e-4 * (1 + k % 3))));
            predictions.add(
                    prediction("t" + k, "truncated-etd", k, Map.of("c1", 1.0 + k, "c2", 2000.0, "horizon", 3.0)));
        }
        predictions.add(3, prediction("gradient", "gtd", 1, Map.of("step_size", 1e-3)));
        predictions.add(7, prediction("clipped", "etd", 2, Map.of("step_size", 1e-3, "clip", 0.5)));
        predictions.add(prediction("alone", "td", 3, Map.of("step_size", 1e-3)));
        return Table.spec(predictions.toArray(Spec.Prediction[]::new));
    }

    private static Spec.Prediction prediction(String name, String algorithm, int k, Map<String, Double> parameters) {
        return new Spec.Prediction(
                name,
                "mu",
                "pi",
                null,
                CUMULANTS.get(k % CUMULANTS.size()),
                "gamma * 0.9",
                "lambda",
                "interest",
                algorithm,
                parameters);
    }

    private LearningReport learn(Spec spec, Learning.Options options) throws IOException {
        try (Log source = Log.open(log)) {
            return Learning.learn(source, spec, options);
        }
    }

    private static Spec only(Spec spec, Spec.Prediction prediction) {
        return new Spec(
                spec.stream(),
                spec.order(),
                spec.terminated(),
                spec.truncated(),
                spec.action(),
                spec.features(),
                List.of(prediction));
    }

    private static Offset<Double> near(double value) {
        return within(1e-9 * Math.max(1, Math.abs(value)));
    }

    @Test
    void groupsThatAreLargeEnoughAreLearnedInAHordeAndTheRestAlone() throws IOException {
        try (Log source = Log.open(log)) {
            assertThat(HordeRun.groups(Plan.of(source, many())).stream().mapToInt(List::size))
                    .containsExactly(20, 20);
            for (int size : new int[] {15, 16}) {
                Spec some = Table.spec(many().predictions().stream()
                        .filter(prediction -> prediction.name().startsWith("e"))
                        .limit(size)
                        .toArray(Spec.Prediction[]::new));
                assertThat(HordeRun.groups(Plan.of(source, some))).hasSize(size - 15);
            }
        }
    }

    @Test
    void aPredictionAmongManyIsWhatItIsAlone() throws IOException {
        LearningReport together = learn(many(), Learning.Options.NONE);
        for (int p = 0; p < many().predictions().size(); p += 6) {
            Spec.Prediction prediction = many().predictions().get(p);
            LearnedPrediction here = together.predictions().get(p);
            LearnedPrediction alone = learn(only(many(), prediction), Learning.Options.NONE)
                    .predictions()
                    .get(0);
            assertThat(here.name()).isEqualTo(prediction.name());
            assertThat(here.steps()).isEqualTo(alone.steps());
            assertThat(here.divergedAt()).isEqualTo(alone.divergedAt());
            assertThat(here.diagnostics().ratio()).isEqualTo(alone.diagnostics().ratio());
            assertThat(here.diagnostics().followOn())
                    .isEqualTo(alone.diagnostics().followOn());
            assertThat(here.diagnostics().emphasis())
                    .isEqualTo(alone.diagnostics().emphasis());
            assertThat(here.meanPrediction()).isCloseTo(alone.meanPrediction(), near(alone.meanPrediction()));
            assertThat(Arrays.stream(alone.weights()).anyMatch(w -> w != 0)).isTrue();
            for (int j = 0; j < alone.weights().length; j++) {
                assertThat(here.weights()[j]).isCloseTo(alone.weights()[j], near(alone.weights()[j]));
            }
            for (int k = 0; k < alone.diagnostics().tdError().length; k++) {
                assertThat(here.diagnostics().tdError()[k])
                        .isCloseTo(
                                alone.diagnostics().tdError()[k],
                                near(alone.diagnostics().tdError()[k]));
            }
        }
    }

    @Test
    void aPredictionsFileOfManyHoldsWhatEachOfThemPredictsAlone() throws IOException {
        Spec.Prediction last = many().predictions().get(41);
        List<String> together = predictions(many());
        List<String> alone = predictions(only(many(), last));
        assertThat(together).hasSize(ROWS + 1).hasSameSizeAs(alone);
        int column = Arrays.asList(together.get(0).split(",")).indexOf(last.name());
        int own = Arrays.asList(alone.get(0).split(",")).indexOf(last.name());
        for (int row = 1; row <= ROWS; row++) {
            String[] here = together.get(row).split(",", -1);
            String[] there = alone.get(row).split(",", -1);
            for (int k = 0; k < 2; k++) { // the value, then the error
                assertThat(here[column + k].isEmpty()).isEqualTo(there[own + k].isEmpty());
                if (!there[own + k].isEmpty()) {
                    double expected = Double.parseDouble(there[own + k]);
                    assertThat(Double.parseDouble(here[column + k])).isCloseTo(expected, near(expected));
                }
            }
        }
    }

    private List<String> predictions(Spec spec) throws IOException {
        Path file = directory.resolve("predictions.csv");
        learn(spec, new Learning.Options(file, null, null, 1, false, ProgressListener.NONE));
        return Files.readAllLines(file);
    }

    @Test
    void onePredictionMayDivergeAndTheOthersOfItsGroupGoOn() throws IOException {
        List<Spec.Prediction> predictions = new ArrayList<>(many().predictions());
        assertThat(predictions.get(0).name()).isEqualTo("e0");
        predictions.set(0, prediction("e0", "etd", 1, Map.of("step_size", 1e6)));
        Spec spec = Table.spec(predictions.toArray(Spec.Prediction[]::new));
        LearningReport report = learn(spec, Learning.Options.NONE);
        LearnedPrediction diverged = report.predictions().get(0);
        LearnedPrediction alone = learn(only(spec, predictions.get(0)), Learning.Options.NONE)
                .predictions()
                .get(0);
        assertThat(diverged.divergedAt()).isPresent();
        assertThat(diverged.divergedAt().getAsLong())
                .isPositive()
                .isLessThanOrEqualTo(alone.divergedAt().getAsLong());
        assertThat(diverged.steps()).isEqualTo(diverged.divergedAt().getAsLong());
        assertThat(Arrays.stream(diverged.weights()).allMatch(Double::isFinite)).isTrue();
        LearnedPrediction beside = report.predictions().get(2);
        assertThat(beside.divergedAt()).isEmpty();
        assertThat(beside.steps()).isGreaterThan(diverged.steps());
        assertThat(diverged.diagnostics().ratio())
                .isEqualTo(beside.diagnostics().ratio());
        assertThat(resumedAt(700, spec)).isEqualTo(resumedAt(ROWS, spec));
    }

    @Test
    void interruptedAndResumedGivesTheSameBytes() throws IOException {
        String whole = resumedAt(ROWS, many());
        for (int rows : new int[] {2, 500, 1_321}) {
            assertThat(resumedAt(rows, many())).as("resumed at " + rows).isEqualTo(whole);
        }
    }

    /** What a run leaves behind that was interrupted after so many rows. */
    private String resumedAt(int rows, Spec spec) throws IOException {
        Path out = Files.createDirectories(directory.resolve("out" + rows + spec.hashCode()));
        Path file = out.resolve("predictions.csv");
        Path model = out.resolve("model.json");
        if (rows < ROWS) {
            assertThatThrownBy(() -> learn(
                            spec, new Learning.Options(file, model, out.resolve("saved"), rows, false, (read, of) -> {
                                if (read > rows) {
                                    throw new IllegalStateException("stop");
                                }
                            })))
                    .hasMessage("stop");
        }
        LearningReport report = learn(
                spec,
                new Learning.Options(file, model, out.resolve("saved"), ROWS, rows < ROWS, ProgressListener.NONE));
        StringBuilder text = new StringBuilder();
        for (LearnedPrediction p : report.predictions()) {
            text.append(p.steps()).append(Arrays.toString(p.weights())).append(p.meanPrediction());
            text.append(p.divergedAt())
                    .append(p.diagnostics().ratio())
                    .append(p.diagnostics().followOn())
                    .append(p.diagnostics().emphasis());
            text.append(Arrays.toString(p.diagnostics().tdError())).append('\n');
        }
        return text + Files.readString(file) + Files.readString(model);
    }
}
