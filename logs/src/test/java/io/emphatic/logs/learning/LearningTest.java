package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.logs.Table;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
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

/** A log, learned from, is the core on the same rows. */
class LearningTest {
    @TempDir
    private Path directory;

    private static LearningReport learn(String log, Spec spec) throws IOException {
        try (Log source = Log.open(log)) {
            return Learning.learn(source, spec, Learning.Options.NONE);
        }
    }

    private static Map<String, Double> small(Algorithm algorithm) {
        boolean hasStep = algorithm.parameters().stream().anyMatch(p -> p.name().equals("step_size"));
        return hasStep ? Map.of("step_size", 0.004) : Map.of();
    }

    private static Spec allAlgorithms() {
        return Table.spec(Algorithms.all().stream()
                .map(algorithm -> Table.prediction(algorithm.name(), algorithm.name(), small(algorithm)))
                .toArray(Spec.Prediction[]::new));
    }

    @Test
    void aFeatureMayAlsoBeWhatABehaviourIsCountedOver() throws IOException {
        Path log = Files.writeString(
                directory.resolve("decimal.csv"), "x,a,pi,r\n" + "0.25,l,0.5,1\n0.75,m,0.5,0\n".repeat(20));
        Spec.Prediction counted = new Spec.Prediction(
                "p", "frequency(x > 0.6)", "pi", null, "r", "0.5", null, null, "td", Map.of("step_size", 0.1));
        Spec spec = new Spec(null, null, null, null, "a", List.of(new FeatureBlock.Expressions("x")), List.of(counted));
        assertThat(learn(log.toString(), spec).predictions().get(0).weights()[0])
                .isPositive();
    }

    @Test
    void everyAlgorithmInOnePassEqualsTheCoreOnTheSameRowsToTheBit() throws IOException {
        Table table = Table.random(1, 20_000); // more than two batches
        LearningReport report = learn(table.write(directory), allAlgorithms());

        assertThat(report.rows()).isEqualTo(20_000);
        assertThat(report.predictions()).hasSameSizeAs(Algorithms.all());
        for (LearnedPrediction prediction : report.predictions()) {
            assertThat(prediction.weights())
                    .as(prediction.name())
                    .containsExactly(table.learnedBy(prediction.config()))
                    .isNotEqualTo(new double[3]);
        }
    }

    @Test
    void shuffledRowsAreOrderedByStreamAndTime() throws IOException {
        Table table = Table.random(2, 5_000);
        LearningReport report = learn(table.shuffled(7).write(directory), allAlgorithms());

        for (LearnedPrediction prediction : report.predictions()) {
            assertThat(prediction.weights())
                    .as(prediction.name())
                    .containsExactly(table.learnedBy(prediction.config()));
        }
        assertThat(report.findings()).extracting(Finding::check).contains("unordered-time");
    }

    @Test
    void withoutAnOrderTheFilesOrderIsKeptAndScatteredStreamsAreGatheredWhereTheyFirstAppear() throws IOException {
        Table table = Table.random(3, 600);
        int last = table.rows().get(599).ep();
        List<Table.Row> gathered = new ArrayList<>();
        List<Table.Row> scattered = new ArrayList<>();
        for (int t = 0; scattered.size() < 600; t++) { // round robin, the last stream first
            for (int ep = last; ep >= 0; ep--) {
                for (Table.Row row : table.rows()) {
                    if (row.ep() == ep && row.t() == t) {
                        scattered.add(row);
                    }
                }
            }
        }
        for (int ep = last; ep >= 0; ep--) {
            int stream = ep;
            table.rows().stream().filter(row -> row.ep() == stream).forEach(gathered::add);
        }
        Spec timed = allAlgorithms();
        Spec spec = new Spec(timed.stream(), null, null, null, null, timed.features(), timed.predictions());

        for (Table file : List.of(new Table(scattered), new Table(gathered))) {
            for (LearnedPrediction prediction :
                    learn(file.write(directory), spec).predictions()) {
                assertThat(prediction.weights())
                        .as(prediction.name())
                        .containsExactly(new Table(gathered).learnedBy(prediction.config()));
            }
        }
    }

    @Test
    void endsAndCutsAreCounted() throws IOException {
        Table table = Table.random(4, 3_000);
        LearningReport report = learn(table.write(directory), Table.spec(Table.prediction("p", "td", Map.of())));

        long ended = table.rows().stream().filter(Table.Row::terminated).count();
        assertThat(report.terminated()).isEqualTo(ended);
        assertThat(report.predictions().get(0).steps()).isEqualTo(3_000 - report.cutOff());
        assertThat(report.streams())
                .isEqualTo(
                        table.rows().stream().mapToInt(Table.Row::ep).distinct().count());
    }

    @Test
    void ratiosAreSummedUpOverTheStepsLearnedFrom() throws IOException {
        Table table = new Table(Table.random(5, 40).rows().stream()
                .map(r -> new Table.Row(0, r.t(), r.phi(), 0.5, r.t() % 2 == 0 ? 1 : 0.25, 0, 0.9, 0, 1, false, false))
                .toList());
        List<Table.Row> rows = new ArrayList<>();
        for (int k = 0; k < 41; k++) {
            Table.Row r = table.rows().get(k % 40);
            rows.add(new Table.Row(0, k, r.phi(), 0.5, k % 2 == 0 ? 1 : 0.25, 1, 0.9, 0, 1, false, false));
        }
        LearnedPrediction prediction = learn(
                        new Table(rows).write(directory), Table.spec(Table.prediction("p", "etd", Map.of())))
                .predictions()
                .get(0);

        assertThat(prediction.diagnostics().ratio().min()).isEqualTo(0.5);
        assertThat(prediction.diagnostics().ratio().mean()).isEqualTo(1.25);
        assertThat(prediction.diagnostics().ratio().max()).isEqualTo(2);
        // (Σρ)²/Σρ² with twenty of each
        assertThat(prediction.diagnostics().ratio().effectiveSampleSize()).isEqualTo(50.0 * 50 / (20 * 4 + 20 * 0.25));
        assertThat(prediction.diagnostics().followOn().max()).isGreaterThan(1);
        assertThat(prediction.diagnostics().tdError()).hasSize(10).doesNotContain(Double.NaN);
    }

    @Test
    void onPolicyWithoutAnyProbabilityHasRatioOne() throws IOException {
        Table table = Table.random(6, 500);
        Spec.Prediction alone =
                new Spec.Prediction("p", null, null, null, "r", "0.9", null, null, "td", Map.of("step_size", 0.01));
        LearnedPrediction prediction = learn(
                        table.write(directory),
                        new Spec(
                                "ep",
                                "t",
                                null,
                                null,
                                null,
                                List.of(new FeatureBlock.Expressions("f0")),
                                List.of(alone)))
                .predictions()
                .get(0);
        assertThat(prediction.diagnostics().ratio().min()).isEqualTo(1);
        assertThat(prediction.diagnostics().ratio().max()).isEqualTo(1);
    }

    @Test
    void onPolicyWithABehaviourHasRatioOne() throws IOException {
        Spec.Prediction prediction =
                new Spec.Prediction("p", "mu", null, null, "r", "0.5", null, null, "td", Map.of("step_size", 0.1));
        try (Log source = Log.open(Table.random(3, 100).write(directory))) {
            LearnedPrediction learned = Learning.learn(source, Table.spec(prediction), Learning.Options.NONE)
                    .predictions()
                    .get(0);
            assertThat(learned.diagnostics().ratio().min()).isEqualTo(1);
            assertThat(learned.diagnostics().ratio().max()).isEqualTo(1);
        }
    }

    @Test
    void treeBackupAndAbtdNeedProbabilities() {
        for (String algorithm : List.of("tree-backup", "abtd")) {
            assertThatThrownBy(() -> Table.spec(
                            new Spec.Prediction("p", null, null, "1", "r", "0.9", null, null, algorithm, Map.of())))
                    .hasMessageContaining(
                            algorithm + " needs both probabilities, target and behaviour; a ratio is not enough");
            assertThatThrownBy(() -> Table.spec(
                            new Spec.Prediction("p", null, null, null, "r", "0.9", null, null, algorithm, Map.of())))
                    .hasMessageContaining(
                            algorithm + " needs the probabilities of the actions taken, and there are none");
        }
    }

    @Test
    void aGlobOfFilesOfAnyKindIsOneLog() throws IOException {
        Table table = Table.random(8, 4_000);
        String csv = table.write(directory);
        Spec spec = Table.spec(Table.prediction("p", "etd", Map.of("step_size", 0.001)));
        double[] expected = learn(csv, spec).predictions().get(0).weights();
        try (Log log = Log.open(csv)) {
            for (String copy : List.of(
                    "(FROM log) TO '%s/all.parquet'",
                    "(FROM log) TO '%s/all.jsonl' (FORMAT json)",
                    "(FROM log) TO '%s/all.csv.gz' (FORMAT csv, COMPRESSION gzip)",
                    "(FROM log LIMIT 1500) TO '%s/part1.parquet'",
                    "(FROM log OFFSET 1500) TO '%s/part2.parquet'")) {
                log.execute("COPY " + String.format(copy, directory));
            }
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
        for (String name : List.of("all.parquet", "all.jsonl", "all.csv.gz", "part*.parquet")) {
            assertThat(learn(directory + "/" + name, spec).predictions().get(0).weights())
                    .as(name)
                    .containsExactly(expected);
        }
    }

    @Test
    void aColumnOfWholeNumbersMayTurnOutNotToBe() throws IOException {
        StringBuilder text = new StringBuilder("x,reward\n");
        for (int k = 0; k < 60_000; k++) {
            text.append("1,").append(k == 59_000 ? "0.5" : "0").append('\n');
        }
        Path file = Files.writeString(directory.resolve("late.csv"), text);
        Spec.Prediction p = new Spec.Prediction("p", null, null, null, null, "0", null, null, "td", Map.of());
        LearningReport report = learn(
                file.toString(),
                new Spec(null, null, null, null, null, List.of(new FeatureBlock.Expressions("x")), List.of(p)));
        assertThat(report.predictions().get(0).weights()[0]).isPositive();
    }

    @Test
    void aLearnerThatBlowsUpIsReportedAsDiverged() throws IOException {
        LearnedPrediction prediction = learn(
                        Table.random(9, 2_000).write(directory),
                        Table.spec(Table.prediction("p", "td", Map.of("step_size", 1000.0))))
                .predictions()
                .get(0);
        assertThat(prediction.divergedAt()).isPresent();
        assertThat(prediction.weights()).doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
    }
}
