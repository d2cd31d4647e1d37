package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithms;
import io.emphatic.Learner;
import io.emphatic.WisEtd;
import io.emphatic.WisTd;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.Baird;
import io.emphatic.lab.problems.RandomMdp;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The mean of weighted importance sampling against plain matrices, and against learners. */
class WeightedSolutionTest {

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    private static WeightedSolution weighted(Theory theory, String name) {
        return theory.weighted().stream()
                .filter(solution -> solution.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** ΦᵀWΦ. */
    private static DMatrixRMaj covariance(Theory theory, double[] w) {
        DMatrixRMaj phi = new DMatrixRMaj(theory.mdp().features());
        return product(transposed(phi), CommonOps_DDRM.diag(w), phi);
    }

    private static DMatrixRMaj product(DMatrixRMaj... factors) {
        return Arrays.stream(factors)
                .reduce((x, y) -> CommonOps_DDRM.mult(x, y, null))
                .orElseThrow();
    }

    private static DMatrixRMaj transposed(DMatrixRMaj matrix) {
        return CommonOps_DDRM.transpose(matrix, null);
    }

    private static double[] diagonal(DMatrixRMaj matrix) {
        return IntStream.range(0, matrix.numRows)
                .mapToDouble(j -> matrix.get(j, j))
                .toArray();
    }

    /** U⁻¹X. */
    private static DMatrixRMaj divided(double[] usage, DMatrixRMaj matrix) {
        return product(CommonOps_DDRM.diag(Arrays.stream(usage).map(x -> 1 / x).toArray()), matrix);
    }

    private static double minReal(DMatrixRMaj matrix) {
        EigenDecomposition_F64<DMatrixRMaj> eig = DecompositionFactory_DDRM.eig(matrix.numRows, false);
        assertThat(eig.decompose(matrix.copy())).isTrue();
        return IntStream.range(0, matrix.numRows)
                .mapToDouble(k -> eig.getEigenvalue(k).real)
                .min()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theRateIsThatOfTheMeanUpdateDividedByUsage(long seed) {
        Theory theory = Theory.of(RandomMdps.small(seed)).get(0);
        int n = theory.mdp().featureNames().size();
        Solution td = theory.solution(Algorithms.named("td"));
        Solution etd = theory.solution(Algorithms.named("etd"));
        DMatrixRMaj c = covariance(theory, theory.stationary());
        DMatrixRMaj a = new DMatrixRMaj(td.a());

        WeightedSolution wisTd = weighted(theory, "wis-td");
        assertThat(td.rank()).isEqualTo(n);
        assertThat(wisTd.usage()).containsExactly(diagonal(c), within(1e-12));
        assertThat(wisTd.rate()).isCloseTo(minReal(divided(diagonal(c), a)), within(1e-8));
        assertThat(wisTd.converges()).isEqualTo(wisTd.rate() > 0);
        assertThat(wisTd.convergesForgetting()).isEqualTo(td.converges());
        close(wisTd.fixedPoint(), td.fixedPoint());

        WeightedSolution wisGtd = weighted(theory, "wis-gtd");
        DMatrixRMaj inverse = c.copy();
        CommonOps_DDRM.invert(inverse);
        DMatrixRMaj descent = product(transposed(a), inverse, a);
        assertThat(wisGtd.rate()).isCloseTo(minReal(divided(diagonal(c), descent)), within(1e-8));
        assertThat(wisGtd.converges()).isTrue();
        close(wisGtd.fixedPoint(), td.fixedPoint());

        WeightedSolution wisEtd = weighted(theory, "wis-etd");
        double[] usage = diagonal(covariance(theory, theory.emphasis()));
        assertThat(wisEtd.converges()).isTrue();
        assertThat(wisEtd.convergesForgetting()).isTrue();
        assertThat(wisEtd.usage()).containsExactly(usage, within(1e-12));
        if (etd.rank() == n) {
            assertThat(wisEtd.rate()).isCloseTo(minReal(divided(usage, new DMatrixRMaj(etd.a()))), within(1e-8));
            close(wisEtd.fixedPoint(), etd.fixedPoint());
        } else {
            assertThat(wisEtd.rate()).isPositive();
        }
    }

    private static void close(double[] actual, double[] expected) {
        double size = 1 + Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        assertThat(actual).containsExactly(expected, within(1e-7 * size));
    }

    /** On Baird's star usage is what saves TD, and forgetting it what lets it diverge again. */
    @Test
    void onBairdsStarWisTdConvergesOnlyIfItForgetsNothing() {
        Theory theory = Theory.of(new Baird().mdp()).get(0);
        assertThat(theory.solution(Algorithms.named("td")).converges()).isFalse();
        WeightedSolution wisTd = weighted(theory, "wis-td");
        assertThat(wisTd.converges()).isTrue();
        assertThat(wisTd.convergesForgetting()).isFalse();
        assertThat(weighted(theory, "wis-etd").convergesForgetting()).isTrue();
    }

    /** dₜ/t approaches the usage of the theory, and with η > 0 the usage that is forgotten is what is gained. */
    @Test
    void usagesOfLearnersGrowAsTheTheorySays() {
        Mdp mdp = new RandomMdp(6, 2, 3, 2, 5).mdp();
        Question question = mdp.questions().get(0);
        Question gentle = Question.uniform("target", question.policy(), 0.6, 0.5, 1); // of finite variance
        Theory theory = Theory.of(mdp, gentle);
        int steps = 200_000;
        double eta = 0.001;
        Learner forever = new WisTd(0, 0).learner(3);
        Learner emphatic = new WisEtd(0, 0).learner(3);
        Learner forgetting = new WisEtd(eta, 0).learner(3);
        double[] mean = new double[3];
        simulate(mdp, gentle, steps, List.of(forever, emphatic, forgetting), mean);
        double[] visits = weighted(theory, "wis-td").usage();
        double[] emphasis = weighted(theory, "wis-etd").usage();
        for (int j = 0; j < 3; j++) {
            assertThat(usage(forever)[j] / steps).isCloseTo(visits[j], within(0.03 * visits[j]));
            assertThat(usage(emphatic)[j] / steps).isCloseTo(emphasis[j], within(0.03 * emphasis[j]));
            double settled = emphasis[j] / (eta * visits[j]);
            assertThat(mean[j]).isCloseTo(settled, within(0.05 * settled));
        }
    }

    /** Found by one more step of a copy, from φ = (1, 1, 1) to an end with ρ = m = 1: Δθ = δ / (d − η d + 1). */
    private static double[] usage(Learner learner) {
        double eta = learner.config().parameters().get("usage_decay");
        Learner copy = learner.snapshot().restore();
        double[] before = copy.weights();
        Transition t = new Transition();
        t.start(Features.dense(1, 1, 1), 0, 1);
        t.ratio(1);
        t.arrive(1e6, Features.none(3), 0, 0, 0);
        copy.update(t);
        double[] usage = new double[3];
        Arrays.setAll(usage, j -> (copy.tdError() / (copy.weights()[j] - before[j]) - 1) / (1 - eta));
        return usage;
    }

    /**
     * Plays a walk of the behaviour; the mean usage of the last learner over the second half goes to the last array.
     */
    private static void simulate(Mdp mdp, Question question, int steps, List<Learner> learners, double[] mean) {
        SplittableRandom random = new SplittableRandom(1);
        Features[] phi = Arrays.stream(mdp.features()).map(Features::dense).toArray(Features[]::new);
        Transition t = new Transition();
        int s = 0;
        t.start(phi[s], 0.5, 1);
        for (int k = 0; k < steps; k++) {
            int action = draw(random, mdp.behaviour()[s]);
            Outcome[] outcomes = mdp.outcomes()[s][action];
            double[] p =
                    Arrays.stream(outcomes).mapToDouble(Outcome::probability).toArray();
            Outcome outcome = outcomes[draw(random, p)];
            t.action(question.policy()[s][action], mdp.behaviour()[s][action]);
            s = outcome.to();
            t.arrive(outcome.reward(), phi[s], 0.6, 0.5, 1);
            learners.forEach(learner -> learner.update(t));
            if (k >= steps / 2 && k % 100 == 0) {
                double[] usage = usage(learners.get(learners.size() - 1));
                for (int j = 0; j < mean.length; j++) {
                    mean[j] += usage[j] / (steps / 200);
                }
            }
        }
    }

    private static int draw(SplittableRandom random, double[] probabilities) {
        double u = random.nextDouble();
        int k = 0;
        while (k < probabilities.length - 1 && u >= probabilities[k]) {
            u -= probabilities[k++];
        }
        return k;
    }
}
