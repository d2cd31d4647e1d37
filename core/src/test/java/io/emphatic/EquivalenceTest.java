package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Experience.Fate;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Row;
import io.emphatic.Experience.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleBiFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where one algorithm must turn into another. */
class EquivalenceTest {

    private static Experience log(long seed) {
        return Experience.random(new SplittableRandom(seed), new Shape(500, 5, false, 0.02, false));
    }

    private static Experience with(Experience log, UnaryOperator<Row> change) {
        return new Experience(log.rows().stream().map(change).toList());
    }

    private static Row row(Row r, double gamma, double lambda, double interest) {
        return new Row(r.phi(), r.pi(), r.mu(), r.reward(), gamma, lambda, interest, r.fate());
    }

    private static double[] learned(Config config, Experience log) {
        Learner learner = config.learner(log.size());
        log.play(Kind.DENSE, learner::update);
        return learner.weights();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void etdWithUnitInterestAndNoBootstrappingIsTd(long seed) {
        Experience log = with(log(seed), r -> row(r, r.gamma(), 1, 1));
        assertThat(learned(new Etd(0.01), log)).isEqualTo(learned(new Td(0.01), log));
        assertThat(learned(new Etd(0.01), log(seed))).isNotEqualTo(learned(new Td(0.01), log(seed)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void etdBetaWithBetaEqualToGammaIsEtd(long seed) {
        Experience log = with(log(seed), r -> row(r, r.gamma() > 0 ? 0.8 : 0, r.lambda(), r.interest()));
        assertThat(learned(new EtdBeta(StepSize.constant(0.01), Limits.NONE, 0.8), log))
                .isEqualTo(learned(new Etd(0.01), log));
        assertThat(learned(new EtdBeta(StepSize.constant(0.01), Limits.NONE, 0.7), log))
                .isNotEqualTo(learned(new Etd(0.01), log));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void etdBetaWithoutMemoryIsTruncatedEtdWithoutHorizon(long seed) {
        Experience log = log(seed);
        assertThat(learned(new EtdBeta(StepSize.constant(0.01), Limits.NONE, 0), log))
                .isEqualTo(learned(new TruncatedEtd(StepSize.constant(0.01), Limits.NONE, 0), log));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void truncatedEtdWithALongHorizonIsEtd(long seed) {
        Experience log = log(seed);
        Close.assertClose(
                learned(new TruncatedEtd(StepSize.constant(0.01), Limits.NONE, 500), log),
                learned(new Etd(0.01), log),
                1e-13);
        assertThat(learned(new TruncatedEtd(StepSize.constant(0.01), Limits.NONE, 1), log))
                .isNotEqualTo(learned(new Etd(0.01), log));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void boundedTdWithALargeBoundIsTd(long seed) {
        Experience log = log(seed);
        assertThat(learned(new BoundedTd(0.01, 1e9), log)).isEqualTo(learned(new Td(0.01), log));
        assertThat(learned(new BoundedTd(0.01, 0.1), log(1))).isNotEqualTo(learned(new Td(0.01), log(1)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void perEtdWithoutAPeriodIsInterestTdWithoutATrace(long seed) {
        Experience log = with(log(seed), r -> row(r, r.gamma(), 0, r.interest()));
        assertThat(learned(new PerEtd(StepSize.constant(0.01), Limits.NONE, 0), log(seed)))
                .isEqualTo(learned(new InterestTd(0.01), log));
    }

    /** The weights move with the last of b + 1 steps, by the trace and the follow-on of etd from the first of them. */
    @Test
    void perEtdMovesTheWeightsAsEtdWouldHave() {
        Experience log = log(4);
        double scale = 0x1p-500; // so that etd is as if it had not moved before
        Learner etd = new Etd(scale).learner(log.size());
        Learner per = new PerEtd(StepSize.constant(scale), Limits.NONE, 99).learner(log.size());
        double[] before = new double[log.size()];
        log.play(Kind.DENSE, t -> {
            System.arraycopy(etd.weights(), 0, before, 0, before.length);
            etd.update(t);
            per.update(t);
            if (per.steps() < 100) {
                assertThat(per.followOn()).isEqualTo(etd.followOn());
                assertThat(per.weights()).containsOnly(0);
            } else if (per.steps() == 100) {
                for (int j = 0; j < before.length; j++) {
                    double move = (etd.weights()[j] - before[j]) / scale;
                    assertThat(per.weights()[j] / scale).isCloseTo(move, within(1e-9));
                }
            }
        });
        assertThat(per.weights()).doesNotContain(0);
    }

    /** k^−β = 1 with β = 0: kinds 1 and 2 then have c = 1, and F = M = i. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void lcEtdWithoutBetaIsInterestTd(int kind) {
        Close.assertClose(
                learned(new LcEtd(StepSize.constant(0.01), Limits.NONE, 0, kind), log(5)),
                learned(new InterestTd(0.01), log(5)),
                1e-13);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void interestTdWithUnitInterestIsTd(long seed) {
        Experience log = with(log(seed), r -> row(r, r.gamma(), r.lambda(), 1));
        assertThat(learned(new InterestTd(0.01), log)).isEqualTo(learned(new Td(0.01), log));
    }

    /** On-policy learning as textbooks have it, without a ratio anywhere: e = γλe + mφ, θ += αδe. */
    private static double[] onPolicy(Experience log, ToDoubleBiFunction<Row, double[]> weight) {
        double[] theta = new double[log.size()];
        double[] e = new double[log.size()];
        double[] followOn = new double[1];
        boolean starts = true;
        List<Row> rows = log.rows();
        for (int t = 0; t < rows.size(); t++) {
            Row row = rows.get(t);
            double gamma = starts ? 0 : row.gamma();
            starts = row.fate() != Fate.GOES_ON;
            if (row.fate() == Fate.IS_CUT || (row.fate() == Fate.GOES_ON && t + 1 == rows.size())) {
                continue;
            }
            followOn[0] = row.interest() + gamma * followOn[0];
            boolean ends = row.fate() == Fate.TERMINATES;
            double next = ends
                    ? 0
                    : rows.get(t + 1).gamma()
                            * Reference.dot(theta, rows.get(t + 1).phi());
            double delta = row.reward() + next - Reference.dot(theta, row.phi());
            e = Reference.add(
                    Reference.scale(gamma * row.lambda(), e),
                    Reference.scale(weight.applyAsDouble(row, followOn), row.phi()));
            theta = Reference.add(theta, Reference.scale(0.01 * delta, e));
        }
        return theta;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whenThePoliciesAgreeLearnersAreTheirOnPolicySelves(long seed) {
        Experience log = with(
                log(seed),
                r -> new Row(r.phi(), r.mu(), r.mu(), r.reward(), r.gamma(), r.lambda(), r.interest(), r.fate()));
        Close.assertClose(learned(new Td(0.01), log), onPolicy(log, (row, f) -> 1), 1e-13);
        Close.assertClose(
                learned(new Vtrace(StepSize.constant(0.01), Limits.NONE, 1, Double.POSITIVE_INFINITY), log),
                onPolicy(log, (row, f) -> 1),
                1e-13);
        Close.assertClose(learned(new InterestTd(0.01), log), onPolicy(log, (row, f) -> row.interest()), 1e-13);
        Close.assertClose(
                learned(new Etd(0.01), log),
                onPolicy(log, (row, f) -> row.lambda() * row.interest() + (1 - row.lambda()) * f[0]),
                1e-13);
        Learner ratios = new Etd(0.01).learner(5);
        log.playRatios(Kind.DENSE, ratios::update);
        assertThat(ratios.weights()).isEqualTo(learned(new Etd(0.01), log));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void onPolicyTheRatioFreeAlgorithmsAreTd(long seed) {
        // On-policy with one action: π = μ = 1, so that Tree Backup, Vtrace and ABTD(ζ = ½, ψ₀ = 1) all cut nothing.
        Experience log =
                with(log(seed), r -> new Row(r.phi(), 1, 1, r.reward(), r.gamma(), r.lambda(), r.interest(), r.fate()));
        double[] td = learned(new Td(0.01), log);
        assertThat(learned(new TreeBackup(StepSize.constant(0.01), Limits.NONE), log))
                .isEqualTo(td);
        assertThat(learned(new Vtrace(StepSize.constant(0.01), Limits.NONE, 1, Double.POSITIVE_INFINITY), log))
                .isEqualTo(td);
        Experience unbootstrapped = with(log, r -> row(r, r.gamma(), 1, r.interest()));
        assertThat(learned(new Abtd(StepSize.constant(0.01), Limits.NONE, 0.5, 1, 2), log))
                .isEqualTo(learned(new Td(0.01), unbootstrapped));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void gradientAlgorithmsAreTdWhenTheSecondWeightsStayZero(long seed) {
        Experience log = log(seed);
        double[] td = learned(new Td(0.01), log);
        Close.assertClose(learned(new Gtd(StepSize.constant(0.01), 0), log), td, 1e-13);
        Close.assertClose(learned(new Tdrc(StepSize.constant(0.01), 0, 1), log), td, 1e-13);
        Close.assertClose(learned(new Htd(StepSize.constant(0.01), 0), log), td, 1e-13);
        assertThat(learned(new Gtd2(StepSize.constant(0.01), 0), log)).containsOnly(0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void tdrcWithoutRegularizationIsGtd(long seed) {
        assertThat(learned(new Tdrc(StepSize.constant(0.01), 0.7, 0), log(seed)))
                .isEqualTo(learned(new Gtd(StepSize.constant(0.01), 0.7), log(seed)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void onPolicyHtdIsTd(long seed) {
        Experience log = with(
                log(seed),
                r -> new Row(r.phi(), r.mu(), r.mu(), r.reward(), r.gamma(), r.lambda(), r.interest(), r.fate()));
        Close.assertClose(learned(new Htd(StepSize.constant(0.01), 0.7), log), learned(new Td(0.01), log), 1e-12);
    }

    /** With constant γ, λ, i = 1 and ρ = 1: F → 1/(1−γ), so M → (1−γλ)/(1−γ). */
    @Test
    void onPolicySettledEtdIsTdWithALargerStepSize() {
        double gamma = 0.9;
        double lambda = 0.6;
        double alpha = 0.001;
        SplittableRandom random = new SplittableRandom(5);
        List<Row> rows = new ArrayList<>();
        int settling = 1000; // no rewards and no weights: nothing is learned while the follow-on settles
        for (int k = 0; k < settling + 500; k++) {
            double[] phi = random.doubles(5, -1, 1).toArray();
            double reward = k < settling ? 0 : random.nextDouble(-1, 1);
            rows.add(new Row(phi, 1, 1, reward, gamma, lambda, 1, Fate.GOES_ON));
        }
        Experience log = new Experience(rows);
        double factor = (1 - gamma * lambda) / (1 - gamma);

        Learner etd = new Etd(alpha).learner(5);
        log.play(Kind.DENSE, etd::update);

        assertThat(etd.emphasis()).isCloseTo(factor, within(1e-12));
        Close.assertClose(etd.weights(), learned(new Td(alpha * factor), log), 1e-12);
    }

    private static Experience binaryLog(long seed) {
        return Experience.random(new SplittableRandom(seed), new Shape(500, 5, false, 0.02, true));
    }

    /** With η d₀ = ρ m, binary features and no retraction, ρ = 1, usages stay as they are: dₜ = d₀. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void onPolicyWisTdWithSettledUsagesIsTdToTheBit(long seed) {
        Experience log = with(
                binaryLog(seed),
                r -> new Row(r.phi(), 1, 1, r.reward(), r.gamma(), r.lambda(), r.interest(), r.fate()));
        assertThat(learned(new WisTd(0x1p-7, 0x1p7), log)).isEqualTo(learned(new Td(0x1p-7), log));
        assertThat(learned(new WisTd(0x1p-7, 0x1p8), log)).isNotEqualTo(learned(new Td(0x1p-7), log));
        Close.assertClose(
                learned(new WisGtd(0x1p-7, 0x1p7, 0x1p-5), log),
                learned(new Gtd(StepSize.constant(0x1p-7), 4), log),
                1e-13);
    }

    /** With λ = 1 the emphasis is the interest. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void onPolicyWisEtdWithSettledUsagesIsEtdToTheBit(long seed) {
        Experience log = with(binaryLog(seed), r -> new Row(r.phi(), 1, 1, r.reward(), r.gamma(), 1, 4, r.fate()));
        assertThat(learned(new WisEtd(0x1p-7, 0x1p9), log)).isEqualTo(learned(new Etd(0x1p-9), log));
    }

    /** Without a trace nothing is retracted, and a ratio that is always 2 settles usages at 2/η. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void offPolicyWisTdWithSettledUsagesIsTdToTheBit(long seed) {
        Experience log =
                with(binaryLog(seed), r -> new Row(r.phi(), 1, 0.5, r.reward(), r.gamma(), 0, r.interest(), r.fate()));
        assertThat(learned(new WisTd(0x1p-7, 0x1p8), log)).isEqualTo(learned(new Td(0x1p-8), log));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void wisEtdWithUnitInterestAndNoBootstrappingIsWisTd(long seed) {
        Experience log = with(log(seed), r -> row(r, r.gamma(), 1, 1));
        assertThat(learned(new WisEtd(0.01, 5), log)).isEqualTo(learned(new WisTd(0.01, 5), log));
        assertThat(learned(new WisEtd(0.01, 5), log(seed))).isNotEqualTo(learned(new WisTd(0.01, 5), log(seed)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void wisGtdIsWisTdWhenTheSecondWeightsStayZero(long seed) {
        assertThat(learned(new WisGtd(0.01, 5, 0), log(seed))).isEqualTo(learned(new WisTd(0.01, 5), log(seed)));
    }

    @Test
    void trueOnlineTdWithoutTracesIsTd() {
        Experience log = with(log(6), r -> row(r, r.gamma(), 0, r.interest()));
        Close.assertClose(learned(new TrueOnlineTd(StepSize.constant(0.01)), log), learned(new Td(0.01), log), 1e-13);
        Close.assertClose(learned(new TrueOnlineEtd(StepSize.constant(0.01)), log), learned(new Etd(0.01), log), 1e-13);
    }
}
