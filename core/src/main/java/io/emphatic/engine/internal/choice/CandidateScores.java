package io.emphatic.engine.internal.choice;

import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which of the candidates of an {@link AutoEngine} is best so far: progressive off-policy validation
 * ({@code docs/EVALUATION.md} §5) in the form that measurements prefer ({@code docs/decisions/choosing.md}).
 *
 * <pre>
 *   uₜ = vₜ − bₜ      zₜ = iₜ uₜ + γₜ min(0.98 ρₜ₋₁, 2) zₜ₋₁
 *   S ← S + (t + 10) (iₜ uₜ² − 2 zₜ ρₜ (Rₜ₊₁ + γₜ₊₁ bₜ₊₁ − bₜ) + 30 iₜ jₜ²)
 * </pre>
 *
 * jₜ is how much learning from step t − 1 changed the prediction for Sₜ. The baseline bₜ of a state, fixed when it is
 * arrived at, is the median of what the {@value #COMMITTEE} best candidates predict for it; or 0 as long as that makes
 * the corrections more than {@value #NOISIEST_BASELINE} times as large.
 */
final class CandidateScores {
    static final int COMMITTEE = 3; // how many candidates make the baseline
    static final int NOISIEST_BASELINE = 10; // how much noisier than none the baseline may be

    private static final double RATIO_CAP = 2;
    private static final double RATIO_FACTOR = 0.98;
    private static final double FIRST_WEIGHT = 10;
    private static final double JUMP_WEIGHT = 30;

    /** The score of a candidate that has dropped out. Finite, so that it can be saved. */
    private static final double SCORE_OF_DROPPED = 1e280;

    // Indices of the array of scalars.
    private static final int STEPS = 0;
    private static final int BASELINE = 1; // bₜ, if Sₜ is no start
    private static final int MEDIAN = 2; // the committee's for Sₜ, likewise
    private static final int GOES_ON = 3; // whether Sₜ is no end
    private static final int MEDIAN_SQUARES = 4; // of the corrections with the committee's median as the baseline
    private static final int REWARD_SQUARES = 5; // of those without a baseline

    private static final double LARGEST_SQUARES = 1e300; // the largest sum of squares

    static final int COUNT = 6; // how many candidates there are

    private final double[] z = new double[COUNT];
    private final double[] scores = new double[COUNT];
    private final double[] out = new double[COUNT]; // 1 for a candidate that has dropped out
    private final double[] arrived = new double[COUNT]; // θᵀφₜ₊₁ before step t was learned from
    private final double[] order = new double[COUNT]; // best first
    private final double[] scalars = new double[6];

    void putState(Map<String, double[]> state) {
        state.put("auto_z", z);
        state.put("auto_scores", scores);
        state.put("auto_out", out);
        state.put("auto_arrived", arrived);
        state.put("auto_order", order);
        state.put("auto_scalars", scalars);
    }

    /** After the state has been written. */
    void loaded() {
        double[] all = IntStream.range(0, COUNT).asDoubleStream().toArray();
        if (!Arrays.equals(Arrays.stream(order).sorted().toArray(), all)) {
            throw new IllegalArgumentException("its auto_order is no order of " + COUNT + " candidates");
        }
    }

    void begin() {
        Arrays.setAll(order, k -> k);
    }

    private int at(int place) {
        return (int) order[place];
    }

    /** Of the committee: fewer are left if most candidates have dropped out. */
    private int members() {
        int members = 0;
        while (members < COMMITTEE && !isOut(at(members))) {
            members++;
        }
        return members;
    }

    int best() {
        return at(0);
    }

    void drop(int k) {
        z[k] = 0;
        scores[k] = SCORE_OF_DROPPED;
        out[k] = 1;
    }

    /** Candidate k becomes a copy of the best one, and is second to it. */
    void copyBest(int k) {
        int best = best();
        z[k] = z[best];
        scores[k] = scores[best];
        arrived[k] = arrived[best];
        out[k] = 0;
        int moved = k;
        for (int i = 1; moved >= 0; i++) {
            int next = at(i);
            order[i] = moved;
            moved = next == k ? -1 : next;
        }
    }

    double score(int k) {
        return scores[k];
    }

    boolean isOut(int k) {
        return out[k] != 0;
    }

    /** Adds step t, from θᵀφₜ and θᵀφₜ₊₁ of every candidate before it learned from the step. */
    void step(Transition t, double[] values, double[] valuesNext) {
        boolean goesOn = t.gamma() != 0 && scalars[GOES_ON] != 0;
        double gammaNext = t.gammaNext();
        boolean useful = scalars[MEDIAN_SQUARES] < NOISIEST_BASELINE * scalars[REWARD_SQUARES];
        double median = goesOn ? scalars[MEDIAN] : median(values);
        double medianNext = gammaNext == 0 ? 0 : median(valuesNext);
        double baseline = goesOn ? scalars[BASELINE] : useful ? median : 0;
        double baselineNext = useful ? medianNext : 0;
        // ρₜ (Rₜ₊₁ + γₜ₊₁ bₜ₊₁ − bₜ)
        double correction = t.rho() * t.tdError(baseline, baselineNext);
        double carried = t.gamma() * Math.min(RATIO_FACTOR * t.rhoPrev(), RATIO_CAP);
        double weight = scalars[STEPS] + FIRST_WEIGHT;
        if (carried == 0) {
            Arrays.fill(z, 0); // so that a number beyond the range of doubles does not outlive its episode
        }
        if (!goesOn) {
            System.arraycopy(values, 0, arrived, 0, COUNT); // no jump
        }
        add(t.interest(), carried, weight, 2 * correction, values, baseline, valuesNext);
        addSquare(MEDIAN_SQUARES, weight, t.rho() * t.tdError(median, medianNext));
        addSquare(REWARD_SQUARES, weight, t.rho() * t.reward());
        scalars[STEPS]++;
        scalars[BASELINE] = baselineNext;
        scalars[MEDIAN] = medianNext;
        scalars[GOES_ON] = gammaNext == 0 ? 0 : 1;
        sort();
    }

    private void addSquare(int index, double weight, double x) {
        double sum = scalars[index] + weight * x * x;
        scalars[index] = sum < LARGEST_SQUARES ? sum : LARGEST_SQUARES;
    }

    private void add(
            double interest,
            double carried,
            double weight,
            double twiceTarget,
            double[] values,
            double baseline,
            double[] valuesNext) {
        double jumpWeight = JUMP_WEIGHT * weight * interest;
        for (int k = 0; k < z.length; k++) {
            double value = values[k];
            double u = value - baseline;
            // zₜ = iₜ uₜ + γₜ min(0.98 ρₜ₋₁, 2) zₜ₋₁
            double zNow = interest * u + carried * z[k];
            // jₜ = θₜᵀφₜ − θₜ₋₁ᵀφₜ
            double jump = value - arrived[k];
            // S ← S + (t + 10) (iₜ uₜ² − 2 zₜ ρₜ (Rₜ₊₁ + γₜ₊₁ bₜ₊₁ − bₜ)) + (t + 10) 30 iₜ jₜ²
            double score = scores[k] + weight * (interest * u * u - zNow * twiceTarget);
            scores[k] = score + jumpWeight * jump * jump;
            z[k] = zNow;
            arrived[k] = valuesNext[k];
        }
    }

    /** By insertion, since the order changes little. */
    private void sort() {
        restartIfTooLarge();
        for (int i = 0; i < COUNT; i++) {
            int k = at(i);
            double score = scores[k];
            int j = i - 1;
            for (; j >= 0 && scores[at(j)] > score; j--) {
                order[j + 1] = order[j];
            }
            order[j + 1] = k;
        }
    }

    /** Scores grow without a bound where γρ stays above 1. */
    private void restartIfTooLarge() {
        boolean tooLarge = false;
        for (int k = 0; k < COUNT; k++) {
            if (isOut(k)) {
                drop(k);
            } else {
                tooLarge |= !(Math.abs(scores[k]) < SCORE_OF_DROPPED && Math.abs(z[k]) < SCORE_OF_DROPPED);
            }
        }
        for (int k = 0; tooLarge && k < COUNT; k++) {
            z[k] = 0;
            scores[k] = isOut(k) ? SCORE_OF_DROPPED : 0;
        }
    }

    /** The median of what the best candidates predict; 0 if it is no finite number. */
    private double median(double[] values) {
        int members = members();
        double median = members == COMMITTEE
                ? median(values[at(0)], values[at(1)], values[at(2)])
                : members == 2 ? 0.5 * values[at(0)] + 0.5 * values[at(1)] : members == 1 ? values[at(0)] : 0;
        return Math.abs(median) < Double.POSITIVE_INFINITY ? median : 0;
    }

    /** Without branches, which no processor could foresee. */
    private static double median(double x, double y, double z) {
        return Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
    }
}
