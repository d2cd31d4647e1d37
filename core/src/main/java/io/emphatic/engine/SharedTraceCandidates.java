package io.emphatic.engine;

import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Candidates of the one-trace family, side by side on one trace: what the step size does not decide, the scalars of the
 * rule and the trace, is computed once.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ          with  e = c g  and  θ = w + D g
 * </pre>
 *
 * As in {@link FactoredTraceEngine}, with w, D and δ of each candidate. With clipping or projection
 * ({@link CandidateLimits}) a candidate's θ is f (w + D g).
 */
final class SharedTraceCandidates implements Candidates {
    private static final int LANES = ChoosingEngine.COUNT;

    /** The largest n: the rows are one array. */
    static final int LARGEST_SIZE = (Integer.MAX_VALUE - 8) / CandidateWeights.WIDTH;

    // The name of the array of the weights tells which kind of features they are for.
    private static final String SPARSE = "rows";
    private static final String DENSE = "dense_rows";

    /** As of a TraceScale; wider, since a fold takes 19 times as long here, at the price of two more digits. */
    private static final double RANGE = 1e5;

    private final TraceRule rule;
    private final double[] memory;
    private final Coefficients c = new Coefficients();
    private final TraceScale scale = new TraceScale(RANGE);
    private final int size;
    private final CandidateLimits limits;
    private final boolean isLimited;
    private CandidateWeights rows; // of sparse features until the first dense ones come
    private final double[] norms = new double[LANES]; // upper bounds of ‖θ‖₂
    private double largestNorm; // a loose bound of all of them
    private final double[] sums = new double[LANES + 1]; // wᵀφ, then gᵀφ
    private final double[] scales = new double[LANES]; // α κₜ δₜ
    private final boolean[] refused = new boolean[LANES];
    private final Map<String, double[]> live = new TreeMap<>();

    private boolean isDense;
    private Features lastPhiNext; // φₜ₊₁ of the last step, null if its values are not kept
    private int lastEdition; // of the same
    private final double[] lastValues = new double[LANES];

    /** Infinite clip and radius are off. */
    SharedTraceCandidates(TraceRule rule, double clip, double radius, int size) {
        this.rule = rule;
        this.memory = new double[rule.memorySize()];
        this.size = size;
        this.limits = new CandidateLimits(clip, radius, size);
        this.isLimited = limits.isOn();
        live.put("memory", memory);
        live.put("trace_scale", scale.state());
        live.put("weight_norms", norms);
        limits.putState(live);
    }

    @Override
    public boolean step(Transition t, double[] alpha, double[] values, double[] valuesNext, boolean[] out) {
        if (t.phi() instanceof DenseFeatures && !isDense) {
            becomeDense();
        }
        rule.coefficients(t, memory, c);
        Features phi = t.phi();
        if (phi == lastPhiNext && phi.edition() == lastEdition) {
            System.arraycopy(lastValues, 0, values, 0, LANES);
        } else {
            rows.dot(phi, sums);
            finish(values);
        }
        double traceDot = scale.scale() * sums[LANES]; // eₜ₋₁ᵀφₜ
        double traceNorm = scale.normAfter(c.a(), c.b(), phi);
        if (!isAllowed(t, alpha, values, valuesNext, out, traceNorm)) {
            return false;
        }
        rule.remember(t, memory, c);
        if (isLimited) {
            limits.advance(c, phi, values, traceDot);
        }
        advance(t);
        finish(valuesNext);
        setScales(t, alpha, values, valuesNext);
        if (isLimited) {
            limits.moveAll(rows, scales, scale, traceNorm, norms, t.phiNext(), sums);
            finish(lastValues);
        } else {
            moveAll(traceNorm);
        }
        lastPhiNext = t.gammaNext() == 0 ? null : t.phiNext();
        lastEdition = t.phiNext().edition();
        return true;
    }

    /** eₜ = aₜ eₜ₋₁ + bₜ φₜ, and the sums of φₜ₊₁. */
    private void advance(Transition t) {
        Features phi = t.phi();
        scale.setNorm(scale.normAfter(c.a(), c.b(), phi));
        if (scale.reaches(c.a(), c.b(), phi)) {
            scale.decay(c.a());
        } else {
            double factor = c.a() * scale.scale();
            double threshold = factor == 0 ? Double.POSITIVE_INFINITY : limits.negligible() * scale.largest();
            scale.folded(rows.fold(factor, threshold) * factor, c.b(), phi);
        }
        double x = c.b() / scale.scale();
        scale.setLargest(rows.joinAndDot(x, phi, t.phiNext(), sums, scale.largest()));
        ignoreNextAtAnEnd(t);
    }

    /** φₜ₊₁ may be anything where γₜ₊₁ = 0. */
    private void ignoreNextAtAnEnd(Transition t) {
        if (t.gammaNext() == 0) {
            Arrays.fill(sums, 0);
        }
    }

    /** θᵀφ = f (wᵀφ + D gᵀφ). */
    private void finish(double[] values) {
        final double[] d = rows.moves;
        double g = sums[LANES];
        for (int k = 0; k < LANES; k++) {
            values[k] = sums[k] + d[k] * g;
        }
        limits.scale(values);
    }

    /** α κₜ δₜ with δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ. */
    private void setScales(Transition t, double[] alpha, double[] values, double[] valuesNext) {
        double reward = t.reward();
        double gammaNext = t.gammaNext();
        double kappa = c.kappa();
        for (int k = 0; k < scales.length; k++) {
            scales[k] = alpha[k] * kappa * (reward + gammaNext * valuesNext[k] - values[k]);
        }
    }

    /** θₜ₊₁ = θₜ + α κₜ δₜ eₜ; and θₜ₊₁ᵀφₜ₊₁ for the next step. */
    private void moveAll(double traceNorm) {
        final double[] d = rows.moves;
        double scaleOfTrace = scale.scale();
        double g = sums[LANES];
        for (int k = 0; k < scales.length; k++) {
            double step = scales[k];
            double move = d[k] + step * scaleOfTrace;
            norms[k] += Math.abs(step) * traceNorm;
            d[k] = move;
            lastValues[k] = sums[k] + move * g;
        }
    }

    private static double total(double[] norms) {
        double total = 0;
        for (double norm : norms) {
            total += norm;
        }
        return total;
    }

    /** Whether any candidate can take the step; marks those that cannot as out if so. */
    private boolean isAllowed(
            Transition t, double[] alpha, double[] values, double[] valuesNext, boolean[] out, double traceNorm) {
        double shared = Divergence.shared(t, c, traceNorm);
        double features = Divergence.features(t);
        double rate = Candidates.largest(alpha) * c.kappa();
        double after = Divergence.largestAfter(t.reward(), features, rate, shared, traceNorm, largestNorm);
        if (!Divergence.allows(after)) { // or the bound has become too loose
            after = Divergence.largestAfter(t.reward(), features, rate, shared, traceNorm, total(norms));
        }
        boolean allows = Divergence.allows(after) || judge(t, alpha, values, valuesNext, out, shared, traceNorm);
        largestNorm = Divergence.allows(after) ? after : Double.POSITIVE_INFINITY;
        return allows;
    }

    private boolean judge(
            Transition t,
            double[] alpha,
            double[] values,
            double[] valuesNext,
            boolean[] out,
            double shared,
            double traceNorm) {
        rows.dot(t.phiNext(), sums);
        ignoreNextAtAnEnd(t);
        finish(valuesNext);
        setScales(t, alpha, values, valuesNext);
        lastPhiNext = null; // the sums are of another one now
        boolean any = false;
        for (int k = 0; k < LANES; k++) {
            double size = Math.abs(scales[k]);
            refused[k] = !Divergence.allows(shared, scales[k], limits.judgedNorm(norms[k], size * traceNorm));
            any |= !out[k] && !refused[k];
        }
        for (int k = 0; any && k < LANES; k++) {
            if (refused[k]) {
                out[k] = true;
                alpha[k] = 0; // it moves no more
                norms[k] = 0;
            }
        }
        return any;
    }

    @Override
    public double predict(int k, Features features) {
        return limits.factor(k) * rows.predict(k, features);
    }

    @Override
    public double[] weights(int k) {
        double factor = limits.factor(k);
        double[] weights = rows.weights(k);
        Arrays.setAll(weights, j -> factor * weights[j]);
        return weights;
    }

    @Override
    public double followOn(int k) {
        return c.followOn();
    }

    @Override
    public double emphasis(int k) {
        return c.emphasis();
    }

    /** Once, at the first dense features. */
    private void becomeDense() {
        CandidateWeights before = rows;
        rows = new DenseCandidateRows(size, limits.clips());
        rows.take(before.flat());
        System.arraycopy(before.moves, 0, rows.moves, 0, before.moves.length);
        isDense = true;
        lastPhiNext = null;
    }

    @Override
    public Map<String, double[]> state() {
        Map<String, double[]> state = new TreeMap<>(live);
        state.put("moves", rows.moves);
        state.put(isDense ? DENSE : SPARSE, rows.flat());
        return state;
    }

    @Override
    public void reset(double[] initialWeights) {
        live.values().forEach(array -> Arrays.fill(array, 0));
        rows = new CandidateRows(size);
        isDense = false;
        rows.begin(initialWeights);
        scale.begin();
        limits.begin();
        Arrays.fill(norms, Norm.of(initialWeights));
        forget();
    }

    private void forget() {
        c.clearEmphasis();
        lastPhiNext = null;
        largestNorm = Double.POSITIVE_INFINITY;
    }

    /** The order of the trace has no effect. */
    @Override
    public void saveOrder(Map<String, double[]> into) {}

    @Override
    public void load(Map<String, double[]> arrays) {
        if (arrays.containsKey("0.memory")) {
            throw new IllegalArgumentException("it was saved with an engine for each step size, by an earlier version"
                    + " that learned so with clip or radius; it cannot go on here\nLearn anew.");
        }
        isDense = arrays.containsKey(DENSE);
        rows = isDense ? new DenseCandidateRows(size, limits.clips()) : new CandidateRows(size);
        requireLength(arrays, isDense ? DENSE : SPARSE, CandidateWeights.WIDTH * size);
        requireLength(arrays, "moves", CandidateWeights.WIDTH);
        live.forEach((name, array) -> requireLength(arrays, name, array.length));
        live.forEach((name, array) -> System.arraycopy(arrays.get(name), 0, array, 0, array.length));
        rows.take(arrays.get(isDense ? DENSE : SPARSE));
        System.arraycopy(arrays.get("moves"), 0, rows.moves, 0, rows.moves.length);
        limits.loaded();
        forget();
    }

    private static void requireLength(Map<String, double[]> arrays, String name, int length) {
        double[] array = arrays.get(name);
        if (array == null || array.length != length) {
            throw new IllegalArgumentException("its " + name
                    + (array == null ? " is missing" : " has " + array.length + " numbers, not " + length));
        }
    }
}
