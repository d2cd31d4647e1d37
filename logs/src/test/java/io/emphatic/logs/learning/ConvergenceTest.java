package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.logs.Table;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said after learning: whether it has converged, and how many episodes the log is worth. */
class ConvergenceTest {
    @TempDir
    private Path directory;

    private static Spec.Prediction prediction(String name, String algorithm, Map<String, Double> parameters) {
        return new Spec.Prediction(name, "mu", "pi", null, "reward", "0", null, null, algorithm, parameters);
    }

    private List<LearnedPrediction> learn(String text, String stream, Spec.Prediction... predictions)
            throws IOException {
        Path file = Files.writeString(directory.resolve("log.csv"), text);
        Spec spec = new Spec(
                stream, null, null, null, null, List.of(new FeatureBlock.Expressions("x")), List.of(predictions));
        try (Log log = Log.open(file.toString())) {
            return Learning.learn(log, spec, Learning.Options.NONE).predictions();
        }
    }

    /** Rounds with a click in 57 of 10,000, as seen: etd with its default step size ends far below. */
    @Test
    void aPredictionThatIsStillOnItsWaySaysSo() throws IOException {
        StringBuilder text = new StringBuilder("x,mu,pi,reward,terminated\n");
        for (int k = 0; k < 10_000; k++) {
            text.append("1,0.5,0.5," + (k * 57 % 10_000 < 57 ? 1 : 0) + ",true\n");
        }
        List<LearnedPrediction> learned = learn(
                text.toString(),
                null,
                prediction("slow", "etd", Map.of("step_size", 0.00003)),
                prediction("fast", "etd", Map.of("step_size", 0.001)),
                prediction("exact", "elstd", Map.of()));
        LearnedPrediction slow = learned.get(0);
        assertThat(slow.convergence().solutionMean()).isCloseTo(0.0057, within(1e-12));
        assertThat(slow.convergence().distance())
                .isCloseTo(1 - slow.weights()[0] / 0.0057, within(1e-9))
                .isGreaterThan(0.7);
        assertThat(slow.convergence().halfMean() / slow.meanPrediction()).isBetween(0.5, 0.6);
        assertThat(slow.warnings())
                .singleElement()
                .asString()
                .startsWith(
                        "has not reached its fixed point: mean prediction 8.07·10⁻⁴ after half of the log, 0.00147 at the end")
                .endsWith(", 0.0057 by least squares, whose predictions differ from these by 74.1 %");
        assertThat(learned.get(1).warnings()).isEmpty();
        assertThat(learned.get(1).convergence().verdict()).contains(true);
        assertThat(learned.get(2).convergence().verdict()).isEmpty();
    }

    /** α x² = 2.5: every step overshoots by more than it corrects. */
    @Test
    void weightsThatAreFarOffHaveBlownUpAndTheDefaultStepSizeDoesNot() throws IOException {
        String text = "x,mu,pi,reward,terminated\n" + "10,0.5,0.5,1,true\n".repeat(400);
        List<LearnedPrediction> learned = learn(
                text,
                null,
                prediction("fixed", "etd", Map.of("step_size", 0.025)),
                prediction("bounded", "etd", Map.of("step_size", 0.025, "overshoot", 0.3)),
                prediction("default", "etd", Map.of()));
        assertThat(learned.get(0).warnings())
                .singleElement()
                .asString()
                .startsWith("has blown up: predictions are about ")
                .contains("·10⁷⁰, and nothing in the log is larger than 1: ", "overshoot: 0.3", "elstd");
        assertThat(learned.get(0).isBeyond(400)).as("for want of an end").isFalse();
        assertThat(learned.get(1).warnings()).isEmpty();
        assertThat(learned.get(1).stepSizes().bounded()).isEqualTo(400);
        assertThat(learned.get(2).warnings()).isEmpty();
        assertThat(learned.get(2).meanPrediction()).isCloseTo(1, within(0.01));
        assertThat(learned.get(2).stepSizes().last()).isCloseTo(0x1p-6 / 100, within(1e-15));
    }

    @Test
    void whatContinuesAnEarlierRunMayHaveBlownUpToo() throws IOException {
        String text = "x,mu,pi,reward,terminated\n" + "10,0.5,0.5,1,true\n".repeat(400);
        LearnedPrediction blown = learn(text, null, prediction("fixed", "etd", Map.of("step_size", 0.025)))
                .get(0);
        assertThat(blown.hasBlownUp()).isTrue();
        assertThat(with(blown, 1000, 1).hasBlownUp()).isTrue();
        assertThat(with(blown, 0, 0).hasBlownUp()).isFalse();
    }

    private static LearnedPrediction with(LearnedPrediction p, long stepsBefore, double largestCumulant) {
        return new LearnedPrediction(
                p.name(),
                p.config(),
                p.steps(),
                stepsBefore,
                p.weights(),
                p.divergedAt(),
                new LearningReport.StepDiagnostics(
                        p.diagnostics().ratio(),
                        p.diagnostics().episodes(),
                        p.diagnostics().followOn(),
                        p.diagnostics().emphasis(),
                        p.diagnostics().tdError(),
                        largestCumulant),
                p.stepSizes(),
                p.convergence(),
                p.streams(),
                p.bar(),
                p.meanHalfWidth());
    }

    /** 1,500 rows of 300 features cost two thirds of what may be spent: enough for one solution. */
    @Test
    void leastSquaresSolvesForNoMorePredictionsThanItMayTakeTime() throws IOException {
        StringBuilder text = new StringBuilder("x,mu,pi,reward,terminated\n");
        for (int k = 0; k < 1_500; k++) {
            text.append("'x" + k % 300 + "',0.5,0.5," + k % 7 + ",true\n");
        }
        Path file = Files.writeString(directory.resolve("log.csv"), text);
        Spec spec = new Spec(
                null,
                null,
                null,
                null,
                null,
                List.of(new FeatureBlock.OneHot("x")),
                List.of(
                        prediction("first", "td", Map.of()),
                        prediction("emphatic", "etd-beta", Map.of()),
                        new Spec.Prediction("other", "mu", "pi", null, "2 * reward", "0", null, null, "td", Map.of())));
        try (Log log = Log.open(file.toString())) {
            List<LearnedPrediction> learned =
                    Learning.learn(log, spec, Learning.Options.NONE).predictions();
            assertThat(learned.get(0).convergence().distance()).isPositive();
            assertThat(learned.get(1).convergence().distance()).isNaN();
            assertThat(learned.get(2).convergence().distance()).isNaN();
            assertThat(learned.get(2).convergence().halfMean()).isPositive();
        }
    }

    @Test
    void wholeEpisodesAreWeighedByTheProductOfTheirRatios() throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("ep,x,mu,pi,reward\n");
        double sum = 0;
        double squares = 0;
        for (int ep = 0; ep < 20; ep++) {
            double weight = 1;
            int rows = 2 + random.nextInt(9);
            for (int k = 0; k < rows; k++) {
                double pi = 0.2 + 0.8 * random.nextDouble();
                text.append(ep + ",1,0.5," + pi + ",1\n");
                weight *= pi / 0.5;
            }
            sum += weight;
            squares += weight * weight;
        }
        LearningReport.WholeEpisodes episodes = learn(text.toString(), "ep", prediction("p", "td", Map.of()))
                .get(0)
                .diagnostics()
                .episodes();
        assertThat(episodes.count()).isEqualTo(20);
        assertThat(episodes.effective()).isCloseTo(sum * sum / squares, within(1e-9));
    }

    /** 2⁵⁰⁰⁰ is no number; both episodes weigh the same. */
    @Test
    void productsBeyondTheRangeOfNumbersAreCompared() throws IOException {
        String text = "ep,x,mu,pi,reward\n" + "a,1,0.5,1,1\n".repeat(5_000) + "b,1,0.5,1,1\n".repeat(5_000);
        LearningReport.WholeEpisodes episodes = learn(text, "ep", prediction("p", "td", Map.of("step_size", 1e-6)))
                .get(0)
                .diagnostics()
                .episodes();
        assertThat(episodes.count()).isEqualTo(2);
        assertThat(episodes.effective()).isCloseTo(2, within(1e-9));
    }

    @Test
    void convergenceAndEpisodesSurviveACheckpoint() throws IOException {
        String file = Table.random(4, 500).write(directory);
        Spec spec = Table.spec(Table.prediction("p", "etd", Map.of("step_size", 0.001)));
        LearnedPrediction whole;
        try (Log log = Log.open(file)) {
            whole = Learning.learn(log, spec, Learning.Options.NONE)
                    .predictions()
                    .get(0);
        }
        Path checkpoint = directory.resolve("checkpoint");
        for (boolean resume : new boolean[] {false, true}) {
            try (Log log = Log.open(file)) {
                Learning.Options options =
                        new Learning.Options(null, null, checkpoint, 170, resume, (done, total) -> {});
                LearnedPrediction again =
                        Learning.learn(log, spec, options).predictions().get(0);
                assertThat(again.convergence()).isEqualTo(whole.convergence());
                assertThat(again.diagnostics().episodes())
                        .isEqualTo(whole.diagnostics().episodes());
            }
        }
    }

    /** Visits of patients, cut after the fourth: as if life went on, each brings a hundred. */
    @Test
    void predictionsThatNoStreamIsLongEnoughForAreNoticed() throws IOException {
        StringBuilder text = new StringBuilder("patient,visit,x,reward\n");
        for (int k = 0; k < 400; k++) {
            text.append(k / 4 + "," + k % 4 + ",1,1\n");
        }
        Path file = Files.writeString(directory.resolve("visits.csv"), text);
        for (String terminated : new String[] {null, "visit = 3"}) {
            Spec spec = new Spec(
                    "patient",
                    "visit",
                    terminated,
                    null,
                    null,
                    List.of(new FeatureBlock.Expressions("x")),
                    List.of(new Spec.Prediction(
                            "p", null, null, null, "reward", "0.99", null, null, "elstd", Map.of())));
            try (Log log = Log.open(file.toString())) {
                assertThat(Learning.learn(log, spec, Learning.Options.NONE).findings().stream()
                                .map(Finding::check))
                        .as(terminated)
                        .filteredOn("no-ends"::equals)
                        .hasSize(terminated == null ? 1 : 0);
            }
        }
    }
}
