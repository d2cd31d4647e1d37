package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveLearners;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.Bands;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BandsTest {
    private static final String SPEC = """
            stream: s
            features: "1, x"
            discount: 0.5
            bands: {level: 0.9, replicates: 20}
            predictions:
              lanes: {algorithm: {name: td, step_size: 0.01}}
              sums: {algorithm: lstd}
              tail: {ratio: r, discount: 0.99, algorithm: {name: etd, step_size: 0.00001}}
            """;

    @TempDir
    private Path directory;

    private Path file;
    private Spec spec;

    @BeforeEach
    void write() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder("s,x,r,reward\n");
        for (int k = 0; k < 3000; k++) {
            text.append(k / 50 + "," + random.nextDouble() + "," + 3 * (random.nextInt(3) / 2) + ","
                    + random.nextDouble() + "\n");
        }
        file = Files.writeString(directory.resolve("log.csv"), text);
        spec = SpecReader.read(Files.writeString(directory.resolve("spec.yaml"), SPEC))
                .spec();
    }

    private LearningReport learn(Spec asked, Learning.Options options) throws IOException {
        try (Log log = Log.open(file.toString())) {
            return Learning.learn(log, asked, options);
        }
    }

    private Learning.Options outputs(String name, ProgressListener progress, Path checkpoint, boolean resume) {
        Path model = directory.resolve(name + ".json");
        return new Learning.Options(
                directory.resolve(name + ".csv"),
                model,
                checkpoint,
                500,
                resume,
                null,
                false,
                "",
                progress,
                false,
                null);
    }

    @Test
    void predictionsFileModelAndReportHaveTheSameBarsAndWeightsAreAsWithout() throws IOException {
        List<LearnedPrediction> banded =
                learn(spec, outputs("out", ProgressListener.NONE, null, false)).predictions();
        List<LearnedPrediction> plain =
                learn(spec.withBands(null), Learning.Options.NONE).predictions();
        for (int p = 0; p < 3; p++) {
            assertThat(banded.get(p).weights()).isEqualTo(plain.get(p).weights());
        }
        List<String> lines = Files.readAllLines(directory.resolve("out.csv"));
        assertThat(lines.get(0))
                .startsWith(
                        "s,row,lanes,lanes_low,lanes_high,lanes_td_error,sums,sums_low,sums_high,sums_td_error,tail");
        Model model = Model.read(directory.resolve("out.json"));
        assertThat(model.outputs()).startsWith("lanes", "lanes_low", "lanes_high", "sums");
        assertThat(model.predictions().get(1).bar().deviations()).hasNumberOfRows(60); // the streams
        double[] values = model.predict(Map.of("x", 0.5));
        double[] last = lines.get(3000).transform(line -> cells(line));
        for (int p = 0; p < 2; p++) {
            double bar = values[3 * p + 2] - values[3 * p];
            assertThat(bar).isPositive().isCloseTo(values[3 * p] - values[3 * p + 1], within(1e-12));
            assertThat(banded.get(p).meanHalfWidth()).isCloseTo(bar, within(0.2 * bar));
            double written = last[4 * p + 4] - last[4 * p + 2];
            assertThat(written).isPositive().isCloseTo(bar, within(bar));
        }
        // γ² E[ρ²] is about 2.9
        assertThat(values[7]).isNaN();
        assertThat(banded.get(2).warnings()).anyMatch(warning -> warning.contains("no bar: the tail"));
    }

    private static double[] cells(String line) {
        String[] cells = line.split(",", -1);
        double[] numbers = new double[cells.length];
        for (int k = 0; k < cells.length; k++) {
            numbers[k] = cells[k].isEmpty() ? Double.NaN : Double.parseDouble(cells[k]);
        }
        return numbers;
    }

    /** Ten logs of a stream each are ten streams, as those of one log are. */
    @Test
    void theFirstStreamOfTheNextLogIsAnotherOne() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        for (int k = 0; k < 3000; k++) { // longer than a block
            lines.set(
                    k + 1, k / 300 + lines.get(k + 1).substring(lines.get(k + 1).indexOf(',')));
        }
        Files.write(file, lines);
        double[][] whole =
                learn(spec, Learning.Options.NONE).predictions().get(1).bar().deviations();
        LearningReport last = null;
        for (int s = 0; s < 10; s++) {
            List<String> rows = new ArrayList<>(lines.subList(300 * s + 1, 300 * s + 301));
            rows.add(0, lines.get(0));
            Files.write(file, rows);
            Path before = s == 0 ? null : directory.resolve("model" + (s - 1));
            Path model = directory.resolve("model" + s);
            last = learn(
                    spec,
                    new Learning.Options(
                            null, model, null, 1, false, before, false, "", ProgressListener.NONE, false, null));
        }
        double[][] parts = last.predictions().get(1).bar().deviations();
        assertThat(parts).hasNumberOfRows(10);
        for (int g = 0; g < 10; g++) {
            assertThat(parts[g]).containsExactly(whole[g], within(1e-12));
        }
    }

    @Test
    void aResumedRunHasTheSameBytes() throws IOException {
        learn(spec, outputs("whole", ProgressListener.NONE, null, false));
        ProgressListener interrupt = (rows, all) -> {
            if (rows > 1700) {
                throw new IllegalStateException("interrupted");
            }
        };
        Path checkpoint = directory.resolve("checkpoint");
        assertThatThrownBy(() -> learn(spec, outputs("cut", interrupt, checkpoint, false)))
                .hasMessageContaining("interrupted");
        learn(spec, outputs("cut", ProgressListener.NONE, checkpoint, true));
        assertThat(directory.resolve("cut.csv")).hasSameTextualContentAs(directory.resolve("whole.csv"));
        assertThat(Model.read(directory.resolve("cut.json"))
                        .predictions()
                        .get(0)
                        .bar()
                        .deviations())
                .isEqualTo(Model.read(directory.resolve("whole.json"))
                        .predictions()
                        .get(0)
                        .bar()
                        .deviations());
    }

    /** As those of a service are. */
    @Test
    void rowsThatComeOneByOneHaveTheBarsOfTheLogAsItLies() throws IOException {
        Path model = directory.resolve("logged.json");
        learn(
                spec,
                new Learning.Options(null, model, null, 1, false, null, false, "", ProgressListener.NONE, true, null));
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file).subList(1, 3001)) {
            double[] cells = cells(line);
            rows.add(Map.of("s", (long) cells[0], "x", cells[1], "r", (long) cells[2], "reward", cells[3]));
        }
        try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.growing(Map.of()), null)) {
            LiveLearners learners = new LiveLearners(live);
            live.evaluate(rows).forEach(learners::learn);
            Model served = learners.model("", "2026-01-01T00:00:00Z", "rows", 60);
            Model logged = Model.read(model);
            for (int p = 0; p < 3; p++) {
                assertThat(served.predictions().get(p).bar().deviations())
                        .isEqualTo(logged.predictions().get(p).bar().deviations());
            }
            assertThat(served.predictions().get(0).bar().deviations()).hasDimensions(64, 2);
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> new Bands(1)).hasMessageContaining("(0, 1): 1.0");
        assertThatThrownBy(() -> new Bands(0.9, 3)).hasMessageContaining("at least 10: 3");
        assertThatThrownBy(spec::perEachStream).hasMessageContaining("per: stream");
    }
}
