package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithms;
import io.emphatic.logs.Table;
import io.emphatic.logs.file.Pipeline;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of several batches, read and learned from by several threads: they end with it, however it ends. */
class PipelineTest {
    private static final int ROWS = 70_000; // more than are under way at once

    @TempDir
    private Path directory;

    private Table table;
    private String log;

    @BeforeEach
    void writeALog() throws IOException {
        table = Table.random(31, ROWS);
        log = table.write(directory);
    }

    @AfterEach
    void allThreadsHaveEnded() {
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("emphatic-"));
    }

    private LearningReport learn(Spec spec, ProgressListener progress) throws IOException {
        return learn(spec, new Learning.Options(null, null, null, 1, false, progress));
    }

    private LearningReport learn(Spec spec, Learning.Options options) throws IOException {
        try (Log source = Log.open(log)) {
            return Learning.learn(source, spec, options);
        }
    }

    private static Spec.Prediction predicting(String name, String cumulant, double stepSize) {
        return new Spec.Prediction(
                name,
                "mu",
                "pi",
                null,
                cumulant,
                "gamma * 0.9",
                "lambda",
                "interest",
                "td",
                Map.of("step_size", stepSize));
    }

    @Test
    void manyChunksInThreadsGiveTheWeightsOfTheStepsOneByOne() throws IOException {
        List<Spec.Prediction> predictions = new ArrayList<>();
        for (int k = 0; k < 11; k++) {
            predictions.add(Table.prediction("p" + k, k % 2 == 0 ? "etd" : "gtd", Map.of("step_size", 1e-5 * (k + 1))));
        }
        Spec spec = Table.spec(predictions.toArray(Spec.Prediction[]::new));
        List<Long> seen = new ArrayList<>();
        LearningReport report = learn(spec, (rows, of) -> seen.add(rows));
        for (int k = 0; k < predictions.size(); k++) {
            Spec.Prediction prediction = predictions.get(k);
            assertThat(report.predictions().get(k).weights())
                    .isEqualTo(table.learnedBy(
                            Algorithms.named(prediction.algorithm()).configure(prediction.parameters())));
        }
        assertThat(seen).isSorted().hasSizeGreaterThan(Pipeline.DEPTH).endsWith((long) ROWS);
    }

    /** One of two that share a policy diverges in the first chunk. */
    @Test
    void ratiosAreOfAllStepsWhoeverDiverges() throws IOException {
        LearningReport report =
                learn(Table.spec(predicting("well", "r", 1e-4), predicting("soon", "r", 1e9)), ProgressListener.NONE);
        List<Double> ratios = table.ratiosOfSteps();
        assertThat(report.predictions().get(0).steps()).isEqualTo(ratios.size());
        assertThat(report.predictions().get(1).steps()).isBetween(2L, 2_000L);
        double[] own = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double sum = Arrays.stream(own).sum();
        double squares = Arrays.stream(own).map(r -> r * r).sum();
        for (LearnedPrediction prediction : report.predictions()) {
            assertThat(prediction.diagnostics().ratio().min()).isEqualTo(own[0]);
            assertThat(prediction.diagnostics().ratio().max()).isEqualTo(own[own.length - 1]);
            assertThat(prediction.diagnostics().ratio().mean()).isCloseTo(sum / own.length, within(1e-12));
            assertThat(prediction.diagnostics().ratio().effectiveSampleSize())
                    .isCloseTo(sum * sum / squares, within(1e-6));
            assertThat(prediction.diagnostics().ratio().p50())
                    .isBetween(own[(own.length - 1) / 2], own[own.length / 2]);
        }
    }

    @Test
    void whatAnExpressionCannotDoWithALateRowIsReported() {
        int someWay = table.rows().get(45_000).ep();
        String cumulant = "CASE WHEN ep > " + someWay + " THEN error('no such reward') ELSE r END";
        assertThatThrownBy(() -> learn(Table.spec(predicting("p", cumulant, 0.1)), ProgressListener.NONE))
                .hasMessageContaining("cumulant: ")
                .hasMessageContaining("no such reward")
                .hasMessageContaining(cumulant);
    }

    /**
     * Those that ask the same share a time line, three at a time; here all differ from the first in one thing, but for
     * the last four.
     */
    @Test
    void predictionsShareOnlyWhatTheyHaveInCommon() throws IOException {
        List<Spec.Prediction> predictions = List.of(
                asking("pi", "r", "gamma * 0.9", "lambda", "interest", "etd"),
                asking("pi / 2", "r", "gamma * 0.9", "lambda", "interest", "etd"),
                asking("pi", "f0", "gamma * 0.9", "lambda", "interest", "etd"),
                asking("pi", "r", "gamma * 0.8", "lambda", "interest", "etd"),
                asking("pi", "r", "gamma * 0.9", "lambda / 2", "interest", "etd"),
                asking("pi", "r", "gamma * 0.9", "lambda", "interest / 2", "etd"),
                asking("pi", "r", "gamma * 0.9", "lambda", "interest", "tree-backup"),
                asking("pi", "r", "gamma * 0.9", "lambda", "interest", "td"),
                asking("pi", "r", "gamma * 0.9", "lambda", "interest", "gtd"),
                asking("pi", "r", "gamma * 0.9", "lambda", "interest", "htd"));
        List<Spec.Prediction> named = new ArrayList<>();
        for (Spec.Prediction p : predictions) {
            named.add(new Spec.Prediction(
                    "p" + named.size(),
                    p.behaviour(),
                    p.target(),
                    p.ratio(),
                    p.cumulant(),
                    p.discount(),
                    p.lambda(),
                    p.interest(),
                    p.algorithm(),
                    p.parameters()));
        }
        LearningReport together = learn(Table.spec(named.toArray(Spec.Prediction[]::new)), ProgressListener.NONE);
        Set<String> different = new HashSet<>();
        for (int k = 0; k < predictions.size(); k++) {
            LearnedPrediction alone = learn(Table.spec(predictions.get(k)), ProgressListener.NONE)
                    .predictions()
                    .get(0);
            LearnedPrediction here = together.predictions().get(k);
            assertThat(here.weights()).as(here.name()).isEqualTo(alone.weights());
            assertThat(here.diagnostics().ratio()).isEqualTo(alone.diagnostics().ratio());
            assertThat(here.diagnostics().followOn())
                    .isEqualTo(alone.diagnostics().followOn());
            assertThat(here.diagnostics().emphasis())
                    .isEqualTo(alone.diagnostics().emphasis());
            assertThat(here.diagnostics().tdError())
                    .isEqualTo(alone.diagnostics().tdError());
            different.add(Arrays.toString(here.weights()));
        }
        assertThat(different).hasSameSizeAs(predictions);
    }

    private static Spec.Prediction asking(
            String target, String cumulant, String discount, String lambda, String interest, String algorithm) {
        return new Spec.Prediction(
                "p", "mu", target, null, cumulant, discount, lambda, interest, algorithm, Map.of("step_size", 1e-5));
    }

    /**
     * Where the thread does not wait any more it does not notice, and all is well; where it does, the run must not wait
     * for it for ever.
     */
    @Test
    void aThreadThatSomebodyInterruptsIsAFailureLikeAnyOther() throws IOException {
        for (String name : new String[] {"emphatic-read", "emphatic-learn"}) {
            ProgressListener interrupting = (rows, of) -> Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals(name))
                    .forEach(Thread::interrupt);
            try {
                assertThat(learn(Table.spec(predicting("p", "r", 0.1)), interrupting)
                                .rows())
                        .isEqualTo(ROWS);
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage("a thread that learns from the log was interrupted");
            }
        }
    }

    /** Several of one policy that diverge, some in one chunk, in another order than they are written. */
    @Test
    void everyEndOfAPolicyIsKept() throws IOException {
        List<Spec.Prediction> predictions = new ArrayList<>();
        double[] stepSizes = {3, 1e9, 1e3, 10, 1e5, 1e-3};
        for (double stepSize : stepSizes) {
            predictions.add(predicting("p" + predictions.size(), "r", stepSize));
        }
        LearningReport together = learn(Table.spec(predictions.toArray(Spec.Prediction[]::new)), ProgressListener.NONE);
        Set<Long> ends = new HashSet<>();
        for (int k = 0; k < stepSizes.length; k++) {
            LearnedPrediction alone = learn(Table.spec(predictions.get(k)), ProgressListener.NONE)
                    .predictions()
                    .get(0);
            assertThat(together.predictions().get(k).steps()).isEqualTo(alone.steps());
            assertThat(together.predictions().get(k).diagnostics().ratio())
                    .isEqualTo(alone.diagnostics().ratio());
            ends.add(alone.steps());
        }
        assertThat(ends).hasSizeGreaterThan(3);
    }

    @Test
    void aProgressListenerThatThrowsEndsThePass() {
        for (int stop : new int[] {1, 20_000, ROWS}) {
            assertThatThrownBy(() -> learn(Table.spec(predicting("p", "r", 0.1)), (rows, of) -> {
                        if (rows >= stop) {
                            throw new IllegalStateException("enough");
                        }
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("enough");
        }
    }

    @Test
    void anInterruptedRunLeavesNothingBehind() {
        Path predictions = directory.resolve("p.csv");
        Learning.Options options =
                new Learning.Options(predictions, null, null, 1, false, (rows, of) -> Thread.currentThread()
                        .interrupt());
        assertThatThrownBy(() -> learn(Table.spec(predicting("p", "r", 0.1)), options))
                .isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(directory.toFile().list()).containsExactly("log.csv");
    }
}
