package io.emphatic.engine;

import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;

/**
 * Which of the candidates of a {@link ChoosingEngine} is best so far: progressive off-policy validation
 * ({@code docs/EVALUATION.md} §5) in the form that measurements prefer ({@code docs/choosing.md}).
 *
 * <p>With uₜ = vₜ − bₜ, the difference to the baseline, the doubly robust return bₜ + Gₜ has Gₜ = ρₜ (Rₜ₊₁ + γₜ₊₁ bₜ₊₁
 * − bₜ + γₜ₊₁ Gₜ₊₁), and Σ iₜ (vₜ − bₜ − Gₜ)² differs between candidates as the score does that
 *
 * <pre>
 *   zₜ = iₜ uₜ + γₜ min(ρₜ₋₁, 2) zₜ₋₁
 *   S ← S + (t + 10) (iₜ uₜ² − 2 zₜ ρₜ (Rₜ₊₁ + γₜ₊₁ bₜ₊₁ − bₜ))
 * </pre>
 *
 * has. Deviations from the plain score: the ratio in z is capped, for finite variance where it would be infinite; and
 * late steps weigh more, so that the choice follows what is best now. The baseline of a state is the median of what the
 * {@value #COMMITTEE} best candidates predict for it, fixed when it is arrived at.
 */
final class CandidateScores {
    /** How many candidates make the baseline. */
    static final int COMMITTEE = 5;

    private static final double CAP = 2;
    private static final double FIRST_WEIGHT = 10;

    /** The score of a candidate that has dropped out. Finite, so that it can be saved. */
    private static final double OUT = 1e280;

    // Indices of the array of scalars.
    private static final int STEPS = 0;
    private static final int BASELINE = 1; // bₜ, if Sₜ is no start
    private static final int HAS_BASELINE = 2;

    private final int count;
    private final double[] z;
    private final double[] scores;
    private final int[] order; // the candidates from best to worst
    private final double[] savedOrder;
    private final double[] scalars = new double[3];
    private final double[] committee = new double[COMMITTEE];

    CandidateScores(int count) {
        this.count = count;
        z = new double[count];
        scores = new double[count];
        order = new int[count];
        savedOrder = new double[count];
    }

    void putState(Map<String, double[]> state) {
        state.put("choice_z", z);
        state.put("choice_scores", scores);
        state.put("choice_order", savedOrder);
        state.put("choice_scalars", scalars);
    }

    /** Before the state is read. */
    void giveState() {
        for (int i = 0; i < count; i++) {
            savedOrder[i] = order[i];
        }
    }

    /** After the state has been written. */
    void takeState() {
        for (int i = 0; i < count; i++) {
            order[i] = (int) savedOrder[i];
        }
    }

    /** Before the first step: the middle candidate first, then its neighbours. */
    void begin() {
        int middle = count / 2 + 1;
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        for (int i = 1; i < count; i++) {
            int k = order[i];
            int j = i - 1;
            for (; j >= 0 && Math.abs(order[j] - middle) > Math.abs(k - middle); j--) {
                order[j + 1] = order[j];
            }
            order[j + 1] = k;
        }
        giveState();
    }

    /** The best candidate so far. */
    int best() {
        return order[0];
    }

    /** Candidate k has diverged. */
    void drop(int k) {
        z[k] = 0;
        scores[k] = OUT;
    }

    boolean isOut(int k) {
        return scores[k] == OUT;
    }

    /** Adds step t, from θᵀφₜ and θᵀφₜ₊₁ of every candidate before it learned from the step. */
    void step(Transition t, double[] values, double[] valuesNext) {
        double gammaNext = t.gammaNext();
        double baseline = t.gamma() != 0 && scalars[HAS_BASELINE] != 0 ? scalars[BASELINE] : baseline(values);
        double baselineNext = gammaNext == 0 ? 0 : baseline(valuesNext);
        // ρₜ (Rₜ₊₁ + γₜ₊₁ bₜ₊₁ − bₜ)
        double correction = t.rho() * TdError.of(t.reward(), gammaNext, baseline, baselineNext);
        double carried = t.gamma() * Math.min(t.rhoPrev(), CAP);
        if (carried == 0) {
            Arrays.fill(z, 0);
        }
        double weight = scalars[STEPS] + FIRST_WEIGHT;
        add(t.interest(), carried, weight, 2 * correction, baseline, values);
        scalars[STEPS]++;
        scalars[BASELINE] = baselineNext;
        scalars[HAS_BASELINE] = gammaNext == 0 ? 0 : 1;
        if (!isSorted()) {
            sort();
        }
    }

    private void add(double interest, double carried, double weight, double twice, double baseline, double[] values) {
        for (int k = 0; k < z.length; k++) {
            double u = values[k] - baseline;
            // zₜ = iₜ uₜ + γₜ min(ρₜ₋₁, 2) zₜ₋₁
            double zNow = interest * u + carried * z[k];
            // S ← S + (t + 10) (iₜ uₜ² − 2 zₜ ρₜ (Rₜ₊₁ + γₜ₊₁ bₜ₊₁ − bₜ))
            scores[k] += weight * (interest * u * u - twice * zNow);
            z[k] = zNow;
        }
    }

    /** Whether the order is right and every score a number below that of a candidate that has dropped out. */
    private boolean isSorted() {
        double before = scores[order[0]];
        boolean sorted = before > -OUT;
        for (int i = 1; i < count; i++) {
            double score = scores[order[i]];
            sorted &= before <= score;
            before = score;
        }
        return sorted && before < OUT;
    }

    /** By insertion, since the order changes little from step to step. Drops candidates whose score is no number. */
    private void sort() {
        for (int i = 0; i < count; i++) {
            int k = order[i];
            if (!(Math.abs(scores[k]) < OUT)) {
                drop(k);
            }
            double score = scores[k];
            int j = i - 1;
            for (; j >= 0 && scores[order[j]] > score; j--) {
                order[j + 1] = order[j];
            }
            order[j + 1] = k;
        }
    }

    /** The median of what the best candidates predict; 0 if it is no finite number. */
    private double baseline(double[] values) {
        int members = 0;
        for (; members < COMMITTEE && members < count && !isOut(order[members]); members++) {
            double value = values[order[members]];
            int j = members - 1;
            for (; j >= 0 && committee[j] > value; j--) {
                committee[j + 1] = committee[j];
            }
            committee[j + 1] = value;
        }
        if (members == 0) {
            return 0;
        }
        double median = 0.5 * committee[(members - 1) / 2] + 0.5 * committee[members / 2];
        return Math.abs(median) < Double.POSITIVE_INFINITY ? median : 0;
    }
}
