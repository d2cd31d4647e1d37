package io.emphatic.engine;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * The vectors of candidates of the gradient family. Of feature j there are xⱼ of every candidate and gⱼ, then yⱼ of
 * every candidate and pⱼ; traces are shared:
 *
 * <pre>
 *   e = c g + q φₜ₋₁      h = d p + r φₜ₋₁
 *   θ = x + A g + f φₜ₋₁ + f′ φₜ      w = s (y + B g + u φₜ₋₁ + u′ φₜ)
 * </pre>
 *
 * before step t, with moves along φₜ₋₁ and φₜ that have been kept back.
 */
final class GradientLaneVectors extends LaneVectors {
    private static final int G = HALF - 1; // the place of g in a row
    private static final int P = LaneBlocks.WIDTH - 1; // that of p

    // Indices of the array of scalars.
    private static final int SCALE = 0; // c
    private static final int UNIT = 1; // a bound of |g| when A and B began to grow
    private static final int LARGEST = 2; // an upper bound of |g|
    private static final int GAIN = 3; // q
    private static final int SECOND_SCALE = 4; // d
    private static final int SECOND_GAIN = 5; // r
    private static final int ALL_ROWS = 6; // 1 if all rows have a trace

    private final boolean hasSecondTrace;
    private final double[] scalars = saved("lane_scalars", 7);
    private final KeptMoves theta = new KeptMoves(this, "lane"); // A, f, f′
    private final KeptMoves secondary = new KeptMoves(this, "lane_secondary"); // B, u, u′
    private final double[] scales = saved("lane_secondary_scales", HALF); // s
    private final double[] scratch = new double[HALF];
    private final double[] otherSums = new double[LaneBlocks.WIDTH];
    private boolean scalesAreOne; // all s

    GradientLaneVectors(int size, boolean hasSecondTrace) {
        super(size);
        this.hasSecondTrace = hasSecondTrace;
    }

    @Override
    void begin() {
        scalars[SCALE] = 1;
        scalars[SECOND_SCALE] = 1;
        Arrays.fill(scales, 1);
    }

    @Override
    void loaded() {
        requireFactor("lane_scalars", scalars[SCALE]);
        requireFactor("lane_scalars", scalars[SECOND_SCALE]);
        Arrays.stream(scales).forEach(s -> requireFactor("lane_secondary_scales", s));
        scalesAreOne = Arrays.stream(scales).allMatch(s -> s == 1);
        traceRows.clear();
        if (scalars[ALL_ROWS] != 0) {
            traceRows.setAll();
        } else {
            listTrace();
        }
    }

    private void listTrace() {
        traceRows.clear();
        for (int j = 0; j < size; j++) {
            if (rows.get(j, G) != 0 || rows.get(j, P) != 0) {
                traceRows.add(j);
            }
        }
    }

    /** θᵀφₜ and wᵀφₜ. */
    void setValues(double[] ofTheta, double[] ofSecondary) {
        double squares = now.norm() * now.norm();
        theta.setValues(ofTheta, sums, sums[G], overlap, squares);
        System.arraycopy(sums, HALF, scratch, 0, HALF);
        secondary.setValues(ofSecondary, scratch, sums[G], overlap, squares);
        if (!scalesAreOne) {
            for (int k = 0; k < HALF; k++) {
                ofSecondary[k] *= scales[k];
            }
        }
    }

    /** θᵀφ for any features, before {@link #decay}. */
    void setValuesOf(Features features, double[] ofTheta) {
        next.keep(features);
        rows.dot(next, otherSums);
        theta.setValues(ofTheta, otherSums, otherSums[G], before.dot(next), now.dot(next));
    }

    /** δₜ from θᵀφₜ, and θᵀφₜ₊₁, after {@link #pass}. */
    void setDelta(double[] delta, double reward, double gammaNext, double[] valuesNext, double[] values) {
        theta.setDelta(delta, reward, gammaNext, valuesNext, values, sums, sums[G], overlapNext);
    }

    /** eₜ₋₁ᵀφₜ, before {@link #decay}. */
    double traceDotNow() {
        return scalars[SCALE] * sums[G] + scalars[GAIN] * overlap;
    }

    /** hₜ₋₁ᵀφₜ, likewise. */
    double secondTraceDotNow() {
        return scalars[SECOND_SCALE] * sums[P] + scalars[SECOND_GAIN] * overlap;
    }

    /** eₜᵀφₜ₊₁ with eₜ = a eₜ₋₁ + b φₜ, after {@link #pass}. */
    double traceDotNext(double b) {
        return scalars[SCALE] * sums[G] + b * overlapNext;
    }

    /** hₜᵀφₜ₊₁, likewise. */
    double secondTraceDotNext() {
        return scalars[SECOND_SCALE] * sums[P] + overlapNext;
    }

    /** eₜᵀφ for any features, likewise. */
    double traceDot(Features features, double b) {
        double sum = 0;
        for (int i = 0; i < features.active(); i++) {
            sum += features.value(i) * rows.get(features.index(i), G);
        }
        return scalars[SCALE] * sum + b * now.dot(features);
    }

    /** e ← a e and h ← decay · h; φₜ₋₁ joins both in the next {@link #pass}. */
    void decay(double a, double decay) {
        double joining = a * scalars[GAIN];
        double length = Math.abs(joining) * before.norm();
        double c = a * scalars[SCALE];
        if (a == 0) {
            if (scalars[LARGEST] != 0) {
                fold(0);
            }
            clearMoves();
            c = 1;
        } else if (!isInRange(c)) {
            fold(c);
            c = 1;
            scalars[UNIT] = Math.max(scalars[LARGEST], length);
        } else if (length > range() * scalars[UNIT] * c) {
            fold(1);
            scalars[UNIT] = Math.max(scalars[LARGEST], length / c);
        }
        scalars[SCALE] = c;
        double d = decay * scalars[SECOND_SCALE];
        if (hasSecondTrace && !isInRange(d)) {
            scaleSecond(d);
            d = 1;
        }
        scalars[SECOND_SCALE] = hasSecondTrace ? d : 1;
        join(joining / c, hasSecondTrace ? decay * scalars[SECOND_GAIN] / d : 0);
    }

    /** Sets the factors: g ← g + x φₜ₋₁, p ← p + z φₜ₋₁, θ and w do not change. */
    private void join(double x, double z) {
        theta.setFactors(factors, x);
        secondary.setFactors(scratch, x);
        System.arraycopy(scratch, 0, factors, HALF, HALF);
        factors[G] = x;
        factors[P] = z;
        scalars[LARGEST] += Math.abs(x) * before.norm();
        if (x != 0 || z != 0) {
            traceRows.add(before);
            scalars[ALL_ROWS] = traceRows.isAll() ? 1 : 0;
        }
    }

    /** x ← x + A g, y ← y + B g, A = B = 0, g ← factor · g. */
    private void fold(double factor) {
        theta.copyAlongTrace(otherSums, 0);
        secondary.copyAlongTrace(otherSums, HALF);
        otherSums[G] = 0;
        otherSums[P] = 0;
        if (traceRows.isAll()) {
            rows.moveAlongOwn(G, otherSums, factor);
            scalars[LARGEST] *= Math.abs(factor);
            if (!before.isDense()) {
                listTrace();
            }
        } else {
            foldListed(factor);
        }
        if (factor == 0 && !hasSecondTrace) {
            traceRows.clear();
        }
        scalars[ALL_ROWS] = traceRows.isAll() ? 1 : 0;
        scalars[UNIT] = scalars[LARGEST];
        clearMoves();
    }

    /** Without entries that are negligible beside the largest. */
    private void foldListed(double factor) {
        double threshold = TraceScale.NEGLIGIBLE * scalars[LARGEST];
        double largest = 0;
        int kept = 0;
        for (int i = 0; i < traceRows.count(); i++) {
            int j = traceRow(i);
            double g = rows.get(j, G);
            rows.moveRow(j, otherSums, g);
            double length = Math.abs(g);
            boolean keeps = length > threshold;
            double folded = keeps ? g * factor + 0.0 : 0; // no negative zero, which a list made anew would not have
            rows.set(j, G, folded);
            largest = keeps && length > largest ? length : largest;
            if (folded != 0 || rows.get(j, P) != 0) {
                traceRows.move(i, kept++);
            }
        }
        traceRows.keepFirst(kept);
        scalars[LARGEST] = largest * Math.abs(factor);
    }

    private void clearMoves() {
        theta.clearAlongTrace();
        secondary.clearAlongTrace();
    }

    /** p ← factor · p. */
    private void scaleSecond(double factor) {
        for (int i = 0; i < traceRows.count(); i++) {
            int j = traceRows.at(i);
            rows.set(j, P, rows.get(j, P) * factor + 0.0); // as in a fold
        }
    }

    /** Of w ← k w. */
    void shrink(double[] k) {
        scalesAreOne = false;
        for (int l = 0; l < LANES; l++) {
            double s = scales[l] * k[l];
            if (!isInRange(Math.abs(s))) {
                rows.scale(HALF + l, s); // y ← s y, s = 1
                sums[HALF + l] = rows.dot(next, HALF + l);
                secondary.scale(l, s);
                s = 1;
            }
            scales[l] = s;
        }
    }

    /** θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁ with eₜ = c g + b φₜ, after {@link #pass}. */
    void move(double[] alongTrace, double[] alongPhi, double[] alongPhiNext, double b) {
        theta.move(alongTrace, alongPhi, alongPhiNext, scalars[SCALE], b);
        scalars[GAIN] = b;
        scalars[SECOND_GAIN] = hasSecondTrace ? 1 : 0;
    }

    /** w ← w + yₑ e + yφ φₜ + yφ′ φₜ₊₁, likewise. */
    void moveSecondary(double[] alongTrace, double[] alongPhi, double[] alongPhiNext, double b) {
        if (scalesAreOne) {
            secondary.move(alongTrace, alongPhi, alongPhiNext, scalars[SCALE], b);
        } else {
            secondary.move(alongTrace, alongPhi, alongPhiNext, scalars[SCALE], b, scales);
        }
    }

    @Override
    void settle() {
        decay(1, 1);
        rows.move(before, factors);
        theta.copyAlongNow(factors, 0);
        secondary.copyAlongNow(factors, HALF);
        factors[G] = 0;
        factors[P] = 0;
        rows.move(now, factors);
        theta.clearKept();
        secondary.clearKept();
        scalars[GAIN] = 0;
        scalars[SECOND_GAIN] = 0;
    }

    /** Settles all that is pending, so that the weights of no candidate change when the trace does. */
    void foldAll() {
        settle();
        before.clear();
        fold(1);
        multiply();
    }

    /** θᵀφ of candidate k. */
    double predict(int k, Features features) {
        double w = 0;
        double g = 0;
        for (int i = 0; i < features.active(); i++) {
            int j = features.index(i);
            w += features.value(i) * rows.get(j, k);
            g += features.value(i) * rows.get(j, G);
        }
        return w
                + theta.alongTrace(k) * g
                + product(theta.alongBefore(k), before, features)
                + product(theta.alongNow(k), now, features);
    }

    /** 0 where nothing was kept back, however large the features are. */
    private static double product(double kept, KeptFeatures along, Features features) {
        return kept == 0 ? 0 : kept * along.dot(features);
    }

    /** A copy of θ of candidate k. */
    double[] weights(int k) {
        double[] weights = new double[size];
        for (int j = 0; j < size; j++) {
            weights[j] = rows.get(j, k) + theta.alongTrace(k) * rows.get(j, G);
        }
        before.addTo(weights, theta.alongBefore(k));
        now.addTo(weights, theta.alongNow(k));
        return weights;
    }
}
