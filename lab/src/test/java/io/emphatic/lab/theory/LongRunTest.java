package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithms;
import io.emphatic.GradientTd;
import io.emphatic.Learner;
import io.emphatic.OneTrace;
import io.emphatic.engine.Coefficients;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.simulation.Experience;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The mean updates against long runs on random MDPs with cycles, where γ, λ and i differ from state to state: the
 * average increment at fixed weights is b − Aθ, within its statistical error.
 */
class LongRunTest {
    private static final int SIZE = 3;
    private static final int BLOCKS = 60;
    private static final int BLOCK = 5_000;

    /** A random MDP whose target is near enough to its behaviour for increments of moderate variance. */
    private static Mdp gentle(long seed) {
        return RandomMdps.gentle(RandomMdps.of(RandomMdps.rng(seed), 7, 3, SIZE), 0.4, 0.7);
    }

    /** What is added up over a run, a vector per step. */
    private interface Increments {
        double[] step(Transition t);
    }

    /** Each component of the average is the expected one, within four standard errors from the means of blocks. */
    private static void assertAverage(Mdp mdp, long seed, Increments increments, double[] expected) {
        Experience experience = new Experience(mdp, RandomMdps.rng(100 + seed));
        double[][] means = new double[BLOCKS][expected.length];
        for (double[] mean : means) {
            for (int step = 0; step < BLOCK; step++) {
                experience.step();
                double[] increment = increments.step(experience.transition(0));
                for (int j = 0; j < mean.length; j++) {
                    mean[j] += increment[j] / BLOCK;
                }
            }
        }
        for (int j = 0; j < expected.length; j++) {
            double sum = 0;
            double squares = 0;
            for (double[] mean : means) {
                sum += mean[j];
                squares += mean[j] * mean[j];
            }
            double average = sum / BLOCKS;
            double error = Math.sqrt((squares / BLOCKS - average * average) / (BLOCKS - 1));
            assertThat(average).isCloseTo(expected[j], within(4 * error));
            assertThat(error).isLessThan(0.05);
        }
    }

    /** The trace of the core's rule, and κδe at fixed weights. */
    @ParameterizedTest
    @CsvSource({
        "td,1,0",
        "interest-td,2,0",
        "etd-beta,3,0.4",
        "truncated-etd,4,3",
        "tree-backup,5,0",
        "vtrace,6,1",
        "vtrace,7,0.8",
        "abtd,8,0.3",
        "abtd,9,0.9"
    })
    void theAverageIncrementOfARuleIsItsMeanUpdate(String name, long seed, double setting) {
        Mdp mdp = gentle(seed);
        Theory theory = Theory.of(mdp, mdp.questions().get(0));
        String parameter = Map.of("etd-beta", "beta", "truncated-etd", "horizon", "vtrace", "ratio_cap", "abtd", "zeta")
                .getOrDefault(name, "");
        Map<String, Double> parameters = parameter.isEmpty() ? Map.of() : Map.of(parameter, setting);
        Solution solution = theory.solution(Algorithms.named(name), parameters);
        OneTrace config = (OneTrace) solution.config();
        double[] memory = new double[config.rule().memorySize()];
        Coefficients out = new Coefficients();
        double[] theta = {0.7, -0.4, 0.2};
        double[] e = new double[SIZE];
        double[] expected = rest(solution, theta);
        assertAverage(
                mdp,
                seed,
                t -> {
                    config.rule().coefficients(t, memory, out);
                    for (int j = 0; j < SIZE; j++) {
                        e[j] *= out.a();
                    }
                    t.phi().addTo(e, out.b());
                    config.rule().remember(t, memory, out);
                    return scaled(out.kappa() * delta(t, theta), e);
                },
                expected);
    }

    /** The equations of docs/ALGORITHMS.md §2, at fixed θ and w. */
    @ParameterizedTest
    @CsvSource({"gtd,1", "gtd2,2", "tdrc,3", "htd,4", "htd,5"})
    void theAverageIncrementsOfTheGradientFamilyAreItsJointUpdate(String name, long seed) {
        Mdp mdp = gentle(seed);
        Theory theory = Theory.of(mdp, mdp.questions().get(0));
        Solution solution = theory.solution(Algorithms.named(name), Map.of("eta", 2.0));
        GradientUpdate update = theory.solutions.update((GradientTd) solution.config());
        double[] theta = {0.7, -0.4, 0.2};
        double[] w = {-0.3, 0.5, 0.6};
        double[] both = {0.7, -0.4, 0.2, -0.3, 0.5, 0.6};
        double[] expected = Linear.multiply(update.joint(2), new DMatrixRMaj(both)).data;
        for (int j = 0; j < SIZE; j++) {
            expected[j] = update.pull() * solution.b()[j] - expected[j];
            expected[SIZE + j] = 2 * solution.b()[j] - expected[SIZE + j];
        }
        double[] e = new double[SIZE];
        double[] h = new double[SIZE];
        assertAverage(
                mdp,
                seed,
                t -> {
                    double[] phi = dense(t, false);
                    double[] phiNext = dense(t, true);
                    for (int j = 0; j < SIZE; j++) {
                        e[j] = t.rho() * (t.gamma() * t.lambda() * e[j] + phi[j]);
                        h[j] = t.gamma() * t.lambda() * h[j] + phi[j];
                    }
                    return increments(name, t, phi, phiNext, e, h, theta, w);
                },
                expected);
    }

    private static double[] increments(
            String name,
            Transition t,
            double[] phi,
            double[] next,
            double[] e,
            double[] h,
            double[] theta,
            double[] w) {
        double delta = delta(t, theta);
        double bootstrap = t.gammaNext() * (1 - t.lambdaNext());
        double[] sum = new double[2 * SIZE];
        for (int j = 0; j < SIZE; j++) {
            double difference = phi[j] - t.gammaNext() * next[j];
            sum[j] = switch (name) {
                case "gtd2" -> dot(w, phi) * phi[j] - bootstrap * dot(e, w) * next[j];
                case "htd" -> delta * e[j] + difference * (dot(e, w) - dot(h, w));
                default -> delta * e[j] - bootstrap * dot(e, w) * next[j];
            };
            sum[SIZE + j] = 2
                    * switch (name) {
                        case "tdrc" -> delta * e[j] - dot(w, phi) * phi[j] - w[j];
                        case "htd" -> delta * e[j] - difference * dot(h, w);
                        default -> delta * e[j] - dot(w, phi) * phi[j];
                    };
        }
        return sum;
    }

    /** The learner itself, with a small step size, hovers about the fixed point that the theory names. */
    @ParameterizedTest
    @CsvSource({
        "gtd,1",
        "gtd2,1",
        "tdrc,1",
        "htd,1",
        "pgtd2,1",
        "td,1",
        "tree-backup,1",
        "vtrace,1",
        "abtd,1",
        "truncated-etd,1",
        "per-etd,1",
        "fhat-etd,1",
        "gem-etd,1"
    })
    void theLearnerHoversAboutTheFixedPoint(String name, long first) {
        long seed = first;
        while (!solution(gentle(seed), name).converges()) { // a learned emphasis can be negative
            seed++;
        }
        Mdp mdp = gentle(seed);
        Solution solution = solution(mdp, name);
        assertThat(solution.converges()).isTrue();
        Map<String, Double> parameters =
                new java.util.HashMap<>(solution.config().parameters());
        parameters.keySet().removeAll(List.of("relative_step_size", "overshoot"));
        parameters.put("step_size", 0.02);
        Learner learner = Algorithms.named(name).configure(parameters).learner(SIZE);
        Experience experience = new Experience(mdp, RandomMdps.rng(seed));
        int steps = 400_000;
        double[] mean = new double[SIZE];
        for (int step = 0; step < steps; step++) {
            experience.step();
            learner.update(experience.transition(0));
            double[] weights = step >= steps / 4 ? learner.weights() : new double[SIZE];
            for (int j = 0; j < SIZE; j++) {
                mean[j] += weights[j] / (steps - steps / 4);
            }
        }
        assertThat(mean).containsExactly(solution.fixedPoint(), within(0.03));
        assertThat(dot(mean, mean)).isGreaterThan(0.05);
    }

    private static Solution solution(Mdp mdp, String name) {
        return Theory.of(mdp, mdp.questions().get(0)).solution(Algorithms.named(name));
    }

    /** b − Aθ. */
    private static double[] rest(Solution solution, double[] theta) {
        double[] rest = solution.b().clone();
        for (int j = 0; j < SIZE; j++) {
            rest[j] -= dot(solution.a()[j], theta);
        }
        return rest;
    }

    private static double delta(Transition t, double[] theta) {
        return t.reward() + t.gammaNext() * t.valueNext(theta) - t.value(theta);
    }

    private static double[] dense(Transition t, boolean next) {
        double[] phi = new double[SIZE];
        for (int j = 0; j < SIZE; j++) {
            double[] unit = new double[SIZE];
            unit[j] = 1;
            phi[j] = next ? t.valueNext(unit) : t.value(unit);
        }
        return phi;
    }

    private static double[] scaled(double factor, double[] vector) {
        double[] scaled = vector.clone();
        for (int j = 0; j < scaled.length; j++) {
            scaled[j] *= factor;
        }
        return scaled;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }
}
