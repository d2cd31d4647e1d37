package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.Experience.Fate;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Row;
import io.emphatic.Experience.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forward views against backward views: what an algorithm is meant to compute, looking into the future, against what it
 * does, looking back. Streams have per-state γ, λ and i and random ratios.
 */
class ForwardViewTest {
    private static final int ROWS = 60;
    private static final int SIZE = 4;

    /** One stream that runs into a terminal state, so that every return is complete. */
    private static List<Row> stream(long seed) {
        List<Row> rows =
                new ArrayList<>(Experience.random(new SplittableRandom(seed), new Shape(ROWS, SIZE, false, 0, false))
                        .rows());
        Row last = rows.get(ROWS - 1);
        rows.set(
                ROWS - 1,
                new Row(
                        last.phi(),
                        last.pi(),
                        last.mu(),
                        last.reward(),
                        last.gamma(),
                        last.lambda(),
                        last.interest(),
                        Fate.TERMINATES));
        return rows;
    }

    /**
     * Off-line: θ does not change during the stream. Forward view, paper eqs. 6 and 9: the sum of α(Gₜ^λρ − ρₜ φₜᵀθ) Mₜ
     * φₜ. Backward view: the sum of α δₜ eₜ.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theOfflineForwardAndBackwardViewsOfTdAndEtdAgree(long seed) {
        List<Row> rows = stream(seed);
        SplittableRandom random = new SplittableRandom(seed + 1000);
        double[] theta = random.doubles(SIZE, -1, 1).toArray();

        double[] returns = lambdaReturns(rows, theta);
        double[] emphases = emphases(rows);
        double[] forwardTd = new double[SIZE];
        double[] forwardEtd = new double[SIZE];
        for (int t = 0; t < ROWS; t++) {
            Row row = rows.get(t);
            double error = returns[t] - row.rho() * Reference.dot(row.phi(), theta);
            forwardTd = Reference.add(forwardTd, Reference.scale(error, row.phi()));
            forwardEtd = Reference.add(forwardEtd, Reference.scale(error * emphases[t], row.phi()));
        }

        Close.assertClose(backward(new Td(1), rows, theta), forwardTd, 1e-10);
        Close.assertClose(backward(new Etd(1), rows, theta), forwardEtd, 1e-10);
        assertThat(forwardEtd).isNotEqualTo(forwardTd);
    }

    /** Σ δₜ eₜ at a fixed θ, with the trace that the learner itself has after each step. */
    private static double[] backward(Config config, List<Row> rows, double[] theta) {
        Learner learner = config.learner(SIZE);
        double[][] sum = {new double[SIZE]};
        new Experience(rows).play(Kind.DENSE, t -> {
            learner.update(t);
            double[] e = learner.snapshot().arrays().get("trace");
            double delta = t.reward()
                    + t.gammaNext() * t.phiNext().dot(theta)
                    - t.phi().dot(theta);
            sum[0] = Reference.add(sum[0], Reference.scale(delta, e));
        });
        return sum[0];
    }

    /** Gₜ^λρ = ρₜ(Rₜ₊₁ + γₜ₊₁((1 − λₜ₊₁ρₜ₊₁) θᵀφₜ₊₁ + λₜ₊₁ Gₜ₊₁^λρ)), backwards from the end. */
    private static double[] lambdaReturns(List<Row> rows, double[] theta) {
        double[] g = new double[ROWS];
        for (int t = ROWS - 1; t >= 0; t--) {
            double beyond = 0;
            if (t + 1 < ROWS) {
                Row next = rows.get(t + 1);
                double value = Reference.dot(theta, next.phi());
                beyond = next.gamma() * ((1 - next.lambda() * next.rho()) * value + next.lambda() * g[t + 1]);
            }
            g[t] = rows.get(t).rho() * (rows.get(t).reward() + beyond);
        }
        return g;
    }

    /** Mₜ by the sum of the paper's eq. 10, not by Fₜ: Mₜ = iₜ + Σₖ Mₖρₖ (Πᵢ γᵢλᵢρᵢ) γₜ(1 − λₜ). */
    private static double[] emphases(List<Row> rows) {
        double[] m = new double[ROWS];
        for (int t = 0; t < ROWS; t++) {
            m[t] = rows.get(t).interest();
            for (int k = 0; k < t; k++) {
                double product = m[k] * rows.get(k).rho();
                for (int i = k + 1; i < t; i++) {
                    product *= rows.get(i).gamma()
                            * rows.get(i).lambda()
                            * rows.get(i).rho();
                }
                m[t] += product * rows.get(t).gamma() * (1 - rows.get(t).lambda());
            }
        }
        return m;
    }

    /**
     * The on-line forward view of true online TD and ETD. At every horizon h the updates are made anew from θ₀ towards
     * the interim λ-returns known by then:
     *
     * <pre>
     *   θ ← θ + α ρₖ Mₖ (Yₖʰ − φₖᵀθ) φₖ   for k = 0, …, h−1
     *   Yₖʰ = Rₖ₊₁ + γₖ₊₁((1 − λₖ₊₁ρₖ₊₁) θₖᵀφₖ₊₁ + λₖ₊₁ρₖ₊₁ Yₖ₊₁ʰ)   with Yₕʰ = θₕ₋₁ᵀφₕ
     * </pre>
     *
     * where θₕ is the last iterate at horizon h (van Hasselt, Mahmood &amp; Sutton 2014, Theorem 1).
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void trueOnlineLearnersEndWhereTheirForwardViewsEnd(long seed) {
        List<Row> rows = stream(seed);
        double alpha = 0.02;
        double[] ones = new double[ROWS];
        Arrays.fill(ones, 1);

        assertSameAtEveryStep(new TrueOnlineTd(StepSize.constant(alpha)).learner(SIZE), rows, alpha, ones);
        assertSameAtEveryStep(new TrueOnlineEtd(StepSize.constant(alpha)).learner(SIZE), rows, alpha, emphases(rows));
    }

    private static void assertSameAtEveryStep(Learner learner, List<Row> rows, double alpha, double[] m) {
        double[][] theta = new double[ROWS + 1][]; // θₕ
        theta[0] = new double[SIZE];
        int[] step = {0};
        new Experience(rows).play(Kind.DENSE, t -> {
            learner.update(t);
            int horizon = ++step[0];
            theta[horizon] = lastIterate(rows, alpha, m, theta, horizon);
            Close.assertClose(learner.weights(), theta[horizon], 1e-10);
        });
        assertThat(step[0]).isEqualTo(ROWS);
        assertThat(Reference.dot(learner.weights(), learner.weights())).isPositive();
    }

    private static double[] lastIterate(List<Row> rows, double alpha, double[] m, double[][] theta, int horizon) {
        double[] target = new double[horizon + 1];
        if (horizon < ROWS) {
            target[horizon] =
                    Reference.dot(theta[horizon - 1], rows.get(horizon).phi());
        }
        for (int k = horizon - 1; k >= 0; k--) {
            double beyond = 0;
            if (k + 1 < ROWS) {
                Row next = rows.get(k + 1);
                double value = Reference.dot(theta[k], next.phi());
                double trust = next.lambda() * next.rho();
                beyond = next.gamma() * ((1 - trust) * value + trust * target[k + 1]);
            }
            target[k] = rows.get(k).reward() + beyond;
        }
        double[] iterate = new double[SIZE];
        for (int k = 0; k < horizon; k++) {
            double[] phi = rows.get(k).phi();
            double error = target[k] - Reference.dot(phi, iterate);
            iterate = Reference.add(iterate, Reference.scale(alpha * rows.get(k).rho() * m[k] * error, phi));
        }
        return iterate;
    }
}
