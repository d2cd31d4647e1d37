package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Learner;
import io.emphatic.Parameter;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Problem;
import io.emphatic.lab.Question;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.simulation.Chain;
import io.emphatic.lab.study.PreparedMdp.EdgeWalk;
import io.emphatic.lab.study.PreparedMdp.FiniteQuestion;
import io.emphatic.lab.study.TraceGroup.LearningCurves;
import io.emphatic.lab.theory.Theory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceGroupTest {
    private static final int STEPS = 400;
    private static final int EVERY = 30;

    static Stream<Arguments> someProblemsAndEveryAlgorithm() {
        return Stream.of("collision", "baird")
                .flatMap(problem -> Algorithms.all().stream().map(algorithm -> Arguments.of(problem, algorithm)));
    }

    /** Step sizes that learn, and some that diverge; with λ of its own and with the problem's. */
    private static List<Setting> settings(Algorithm algorithm, double lambda) {
        List<String> known = algorithm.parameters().stream().map(p -> p.name()).toList();
        List<Setting> settings = new ArrayList<>();
        for (double stepSize : known.contains("step_size") ? new double[] {0.001, 0.05, 0.7, 40} : new double[] {1}) {
            for (double eta : known.contains("eta") ? new double[] {0.0625, 4} : new double[] {1}) {
                Map<String, Double> parameters = new LinkedHashMap<>();
                if (known.contains("step_size")) {
                    parameters.put("step_size", stepSize);
                }
                if (known.contains("eta")) {
                    parameters.put("eta", eta);
                }
                if (!Double.isNaN(lambda)) {
                    parameters.put(Setting.LAMBDA, lambda);
                }
                settings.add(new Setting(algorithm.name(), parameters));
            }
        }
        return settings;
    }

    @ParameterizedTest
    @MethodSource("someProblemsAndEveryAlgorithm")
    void sharedExperienceAndTracesGiveWhatPlainLearnersGiveOneByOne(String problem, Algorithm algorithm) {
        PreparedMdp world = new PreparedMdp((FiniteProblem) Problems.named(problem));
        EdgeWalk walk = world.walk(Seeds.generator(5), STEPS);
        for (double lambda : new double[] {Double.NaN, 0, 0.8, 1}) {
            List<Setting> settings = settings(algorithm, lambda);
            LearningCurves shared = new TraceGroup(world, EVERY, settings).learn(walk);
            for (int k = 0; k < settings.size(); k++) {
                LearningCurves alone = new TraceGroup(world, EVERY, List.of(settings.get(k)), Batch::plain).learn(walk);
                assertThat(shared.divergedAt()[k]).as("%s", settings.get(k)).isEqualTo(alone.divergedAt()[0]);
                for (int point = 0; point < shared.errors().length; point++) {
                    assertClose(shared.errors()[point][k], alone.errors()[point][0], settings.get(k));
                }
            }
        }
    }

    /** Limited learners, and those that choose their step size, come first and are of the same algorithm. */
    @ParameterizedTest
    @ValueSource(strings = {"radius", "clip", "step_size"})
    void settingsThatCannotShareATraceStayApart(String parameter) {
        PreparedMdp world = new PreparedMdp((FiniteProblem) Problems.named("collision"));
        EdgeWalk walk = world.walk(Seeds.generator(6), STEPS);
        double first = parameter.equals("step_size") ? Parameter.AUTO : 0.01;
        List<Setting> all = new ArrayList<>();
        for (double value : new double[] {first, parameter.equals("step_size") ? 0.3 : Double.POSITIVE_INFINITY}) {
            for (double lambda : new double[] {0, 0.8}) {
                Map<String, Double> parameters = new LinkedHashMap<>(Map.of("step_size", 0.1, Setting.LAMBDA, lambda));
                parameters.put(parameter, value);
                all.add(new Setting("td", parameters));
            }
        }
        Map<String, List<Double>> alone =
                curves(world, all.stream().map(List::of).toList(), walk);
        assertThat(curves(world, TraceGroup.of(all, 256), walk)).isEqualTo(alone);
        assertThat(alone.values().stream().distinct()).hasSize(all.size());
    }

    /** The errors of each setting at each point, and when it diverged, by its name. */
    private static Map<String, List<Double>> curves(PreparedMdp world, List<List<Setting>> groups, EdgeWalk walk) {
        Map<String, List<Double>> curves = new LinkedHashMap<>();
        for (List<Setting> group : groups) {
            LearningCurves learned = new TraceGroup(world, EVERY, group).learn(walk);
            for (int k = 0; k < group.size(); k++) {
                List<Double> curve = new ArrayList<>(List.of((double) learned.divergedAt()[k]));
                for (double[] errors : learned.errors()) {
                    curve.add(errors[k]);
                }
                curves.put(group.get(k).toString(), curve);
            }
        }
        return curves;
    }

    /** To 1e-12, as long as rounding does not grow with the weights on the way to divergence. */
    private static void assertClose(double actual, double expected, Setting setting) {
        if (Double.isNaN(expected)) {
            assertThat(actual).as("%s", setting).isNaN();
        } else if (expected < 1e6) {
            assertThat(actual).as("%s", setting).isCloseTo(expected, within(1e-12 * Math.max(1, expected)));
        } else {
            assertThat(actual).as("%s", setting).isGreaterThan(1e5);
        }
    }

    @Test
    void oneRunOnCollisionEqualsAPlainLoopWrittenByHand() {
        FiniteProblem collision = (FiniteProblem) Problems.named("collision");
        PreparedMdp world = new PreparedMdp(collision);
        EdgeWalk walk = world.walk(Seeds.generator(8), STEPS);
        Setting setting = new Setting("etd", Map.of("step_size", 0.02, "lambda", 0.7));
        LearningCurves lesson = new TraceGroup(world, EVERY, List.of(setting)).learn(walk);

        double[] d = Theory.of(collision.mdp()).get(0).stationary();
        Learner learner = setting.config().learner(6);
        List<Double> errors = new ArrayList<>(List.of(error(learner, walk.features(), d)));
        Transition t = new Transition();
        boolean begins = true;
        for (int step = 0; step < STEPS; step++) {
            int edge = walk.edges()[step];
            int s = world.chain.from(edge);
            boolean forward = world.chain.action(edge) == 0;
            if (begins) {
                t.start(walk.features()[s], 0.7, 1);
            }
            t.action(forward ? 1 : 0, s < 4 ? 1 : 0.5);
            begins = !forward || s == 7;
            if (begins) {
                t.arrive(forward ? 1 : 0, Features.none(6), 0, 0, 0);
            } else {
                t.arrive(0, walk.features()[s + 1], 0.9, 0.7, 1);
            }
            learner.update(t);
            if ((step + 1) % EVERY == 0) {
                errors.add(error(learner, walk.features(), d));
            }
        }
        assertThat(lesson.errors()).hasDimensions(errors.size(), 1);
        for (int point = 0; point < errors.size(); point++) {
            assertThat(lesson.errors()[point][0]).isCloseTo(errors.get(point), within(1e-12));
        }
    }

    private static double error(Learner learner, Features[] phi, double[] d) {
        double sum = 0;
        for (int s = 0; s < 8; s++) {
            sum += d[s] * Math.pow(learner.predict(phi[s]) - Math.pow(0.9, 7 - s), 2);
        }
        return Math.sqrt(sum);
    }

    @Test
    void inTheRoomsNothingMovesOutsideTheOwnStatesAndTracesRestartOnTheWayBack() {
        PreparedMdp world = new PreparedMdp((FiniteProblem) Problems.named("rooms"));
        EdgeWalk walk = world.walk(Seeds.generator(2), 6_000);
        Setting setting = new Setting("gtd", Map.of("step_size", 0.05, "lambda", 0.9, "eta", 0.5));
        double total = 0;
        for (FiniteQuestion prediction : world.questions) {
            Question question = prediction.question;
            Learner learner = setting.config().learner(64);
            Transition t = new Transition();
            boolean inside = false;
            for (int edge : walk.edges()) {
                int s = world.chain.from(edge);
                int next = world.chain.to(edge);
                boolean own = question.interest()[s] == 1;
                if (own) {
                    if (!inside) {
                        t.start(walk.features()[s], 0.9, 1);
                    }
                    t.action(question.policy()[s][world.chain.action(edge)], 0.25);
                    boolean ownNext = question.interest()[next] == 1;
                    boolean goal = question.name().endsWith(world.mdp.states().get(next));
                    t.arrive(goal ? 1 : 0, walk.features()[next], ownNext ? 0.9 : 0, 0.9, ownNext ? 1 : 0);
                    learner.update(t);
                }
                inside = own;
            }
            total += rmsve(world, prediction, learner, walk.features());
        }
        LearningCurves lesson = new TraceGroup(world, 6_000, List.of(setting)).learn(walk);
        // The weights of this step size explode, to 10⁷: rounding does, too.
        assertThat(lesson.errors()[1][0] / (total / 8)).isCloseTo(1, within(1e-12));
    }

    private static double rmsve(PreparedMdp world, FiniteQuestion prediction, Learner learner, Features[] phi) {
        Question question = prediction.question;
        Theory theory = Theory.of(world.mdp, question);
        double sum = 0;
        double weight = 0;
        for (int s = 0; s < phi.length; s++) {
            double d = theory.stationary()[s] * question.interest()[s];
            sum += d * Math.pow(learner.predict(phi[s]) - theory.value()[s], 2);
            weight += d;
        }
        return Math.sqrt(sum / weight);
    }

    @Test
    void theWalkVisitsStatesAsOftenAsTheExactStationaryDistributionSays() {
        for (Problem problem : Problems.all()) {
            PreparedMdp world = new PreparedMdp((FiniteProblem) problem);
            int batches = 20;
            int each = 20_000;
            double[] d = Theory.of(world.mdp).get(0).stationary();
            double[][] frequencies = new double[d.length][batches];
            int[] edges = world.walk(Seeds.generator(3), batches * each).edges();
            for (int t = 0; t < edges.length; t++) {
                frequencies[world.chain.from(edges[t])][t / each] += 1.0 / each;
            }
            for (int s = 0; s < d.length; s++) {
                Estimate estimate = Estimate.of(frequencies[s]);
                assertThat(estimate.mean())
                        .as("%s, state %s", problem.name(), world.mdp.states().get(s))
                        .isCloseTo(d[s], within(5 * estimate.stderr() + 1e-4));
            }
        }
    }

    @Test
    void exactValuesAreTheMeanReturnsOfTheTargetPolicy() {
        for (Problem problem : Problems.all()) {
            Mdp mdp = problem.mdp();
            Question question = mdp.questions().get(mdp.questions().size() - 1);
            double[] exact = Theory.of(mdp, question).value();
            Chain target = Chain.of(mdp, question.policy());
            var random = Seeds.generator(4);
            int first = IntStream.range(0, exact.length)
                    .filter(s -> question.interest()[s] > 0)
                    .findFirst()
                    .orElseThrow();
            double[] returns = new double[4_000];
            for (int k = 0; k < returns.length; k++) {
                double weight = 1;
                for (int s = first; s != Mdp.END && weight > 1e-6; ) {
                    int edge = target.next(s, random.nextLong());
                    s = target.to(edge);
                    returns[k] += weight * question.reward(new Mdp.Outcome(s, 1, target.reward(edge)));
                    weight *= s == Mdp.END ? 0 : question.discount()[s];
                }
            }
            Estimate estimate = Estimate.of(returns);
            assertThat(estimate.mean())
                    .as(problem.name())
                    .isCloseTo(exact[first], within(4 * estimate.stderr() + 1e-5));
        }
    }

    /** Where a question does not learn, its ψ₀ and ψ_max do not look either. */
    @Test
    void theProbabilitiesOfAQuestionAreThoseOfItsOwnStates() {
        FiniteProblem rooms = (FiniteProblem) Problems.named("rooms");
        Mdp collision = Problems.named("collision").mdp();
        // where the behaviour never turns away
        FiniteProblem halved = TraceGroupDivergenceTest.problem(collision, (question, s) -> s < 4);
        assertThat(new PreparedMdp(halved).questions.get(0).probabilities().psiMax())
                .isEqualTo(1);
        PreparedMdp prepared = new PreparedMdp(rooms);
        for (FiniteQuestion question : prepared.questions) {
            for (int s = 0; s < prepared.mdp.states().size(); s++) {
                assertThat(question.learnsFrom(s)).isEqualTo(rooms.learnsFrom(question.question, s));
            }
        }
    }
}
