package io.emphatic.engine.internal.sparse;

import io.emphatic.engine.Engine;
import io.emphatic.engine.internal.plain.StepLimits;
import io.emphatic.engine.internal.plain.TraceVectors;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.Arrays;
import java.util.Map;

/**
 * Weights and traces in factored form, one or two of each: decaying a trace, or moving all weights along it, changes a
 * few scalars.
 *
 * <pre>
 *   e = c g      h = d p      θ = x + A g      w = y + B g
 *
 *   e ← a e         c ← a c
 *   e ← e + b φ     gⱼ ← gⱼ + b φⱼ / c   and   xⱼ ← xⱼ − A b φⱼ / c   for the active j: θ does not change
 *   θ ← θ + s e     A ← A + s c
 *   eᵀw = c (gᵀy + B gᵀg)       hᵀw = d (pᵀy + B pᵀg)       eᵀe = c² gᵀg, inner products kept up by what changes
 * </pre>
 *
 * {@link TraceScale} says when to fold: x ← x + A g, then g ← c g. gⱼ ≠ 0 if and only if j is listed; where only pⱼ
 * should differ from zero, gⱼ is the smallest number.
 */
public final class SparseVectors extends SparseNumbers implements TraceVectors {
    /** The largest n of θ and e: two numbers for each feature in one array. */
    public static final int LARGEST_SIZE = (Integer.MAX_VALUE - 16) / 2;

    private static final double[] NONE = {};

    /** θ and e. */
    public SparseVectors(int size) {
        this(size, false);
    }

    SparseVectors(int size, boolean hasTwo) {
        super(size, hasTwo);
    }

    @Override
    public void begin(double[] initialWeights) {
        for (int j = 0; j < size; j++) {
            numbers[stride * j + X] = initialWeights[j];
        }
        e.beginWith(0, 0);
        h.beginWith(0, 0);
    }

    @Override
    public double traceNorm() {
        return e.norm();
    }

    @Override
    public void setExcess(double excess) {
        negligible = NEGLIGIBLE / Math.max(1, excess);
    }

    @Override
    public void advance(double a, double b, Features phi) {
        advance(a, b, 1, 0, phi);
    }

    /** e ← a e + b φ, h ← aH h + bH φ. */
    void advance(double a, double b, double aH, double bH, Features phi) {
        scale(a, b, aH, bH, phi);
        if (b != 0 || bH != 0) {
            add(phi, b / e.scale(), bH / h.scale());
        }
    }

    /** e ← a e, h ← aH h; b φ and bH φ are added next. */
    private void scale(double a, double b, double aH, double bH, Features phi) {
        boolean reaches = e.reaches(a, b, phi) && (!hasTwo || h.reaches(aH, bH, phi));
        e.bound(a, b, phi);
        h.bound(aH, bH, phi);
        e.decay(a);
        h.decay(aH);
        if (!reaches) {
            fold();
            e.folded(e.largest(), b, phi);
            h.folded(h.largest(), bH, phi);
        }
    }

    /** x ← x + A g, y ← y + B g, g ← c g, p ← d p, without negligible entries. */
    private void fold() {
        double c = e.scale();
        double d = h.scale();
        double moveX = scalars[MOVE_X];
        double moveY = scalars[MOVE_Y];
        double least = negligible * largestOfTrace();
        double leastP = negligible * largestOfSecondTrace();
        Arrays.fill(scalars, 0);
        e.setLargest(0);
        h.setLargest(0);
        int entries = count;
        count = 0;
        for (int k = 0; k < entries; k++) {
            int j = listed[k];
            int at = stride * j;
            double g = numbers[at + G];
            double newG = c * g;
            double newP = hasTwo ? d * numbers[at + P] : 0;
            numbers[at + X] += moveX * g;
            numbers[at + G] = 0;
            if (hasTwo) {
                numbers[at + Y] += moveY * g;
                numbers[at + P] = 0;
            }
            if (Math.abs(newG) > least || Math.abs(newP) > leastP) {
                list(j, newG, newP);
            }
        }
    }

    /** Sets g and p of a feature that has none, while A = B = 0. */
    private void list(int j, double newG, double p) {
        int at = stride * j;
        double g = nonZero(newG);
        listed[count++] = j;
        numbers[at + G] = g;
        e.setLargest(Math.max(e.largest(), Math.abs(g)));
        if (hasTwo) {
            double y = numbers[at + Y];
            numbers[at + P] = p;
            scalars[GY] += g * y;
            scalars[GG] += g * g;
            scalars[PY] += p * y;
            scalars[PG] += p * g;
            h.setLargest(Math.max(h.largest(), Math.abs(p)));
        }
    }

    private static double nonZero(double g) {
        return g == 0 ? Double.MIN_VALUE : g;
    }

    /** g ← g + xg φ and p ← p + xp φ. */
    private void add(Features phi, double xg, double xp) {
        final double[] numbers = this.numbers;
        double moveX = scalars[MOVE_X];
        double largest = e.largest();
        int active = phi.active();
        for (int i = 0; i < active; i++) {
            int j = phi.index(i);
            double phiJ = phi.value(i);
            if (phiJ == 0) {
                continue;
            }
            int at = stride * j;
            double g = numbers[at + G];
            if (g == 0) {
                listed[count++] = j;
            }
            double newG = nonZero(g + xg * phiJ);
            if (hasTwo) {
                addSecond(at, newG, xp * phiJ);
            }
            numbers[at + X] -= moveX * (newG - g);
            numbers[at + G] = newG;
            largest = Math.abs(newG) > largest ? Math.abs(newG) : largest;
        }
        e.setLargest(largest);
    }

    /** What a change of g and p changes in y and in the inner products. */
    private void addSecond(int at, double newG, double addedP) {
        double g = numbers[at + G];
        double y = numbers[at + Y];
        double p = numbers[at + P];
        double change = newG - g;
        double newY = y - scalars[MOVE_Y] * change;
        double newP = p + addedP;
        scalars[GY] += newG * newY - g * y;
        scalars[GG] += (g + newG) * change;
        scalars[PY] += newP * newY - p * y;
        scalars[PG] += newP * newG - p * g;
        numbers[at + Y] = newY;
        numbers[at + P] = newP;
        h.setLargest(Math.max(h.largest(), Math.abs(newP)));
    }

    @Override
    public void moveAlongTrace(double x) {
        moveAlongTrace(x, 0);
    }

    /** θ ← θ + x e, w ← w + y e. */
    void moveAlongTrace(double x, double y) {
        add(x * e.scale(), MOVE_X, REST_X);
        add(y * e.scale(), MOVE_Y, REST_Y);
    }

    /** A compensated sum: what is lost by rounding is kept and added next time (Kahan 1965). */
    private void add(double x, int sum, int rest) {
        double before = scalars[sum];
        double added = x + scalars[rest];
        double after = before + added;
        scalars[rest] = added - (after - before);
        scalars[sum] = after;
    }

    @Override
    public void moveAlongTraceClipped(double x, double clip) {
        double step = x * e.scale();
        for (int k = 0; k < count; k++) {
            int at = stride * listed[k];
            numbers[at + X] += StepLimits.clipped(step * numbers[at + G], clip);
        }
    }

    @Override
    public void move(Features phi, double x) {
        move(phi, x, 0);
    }

    /** θ ← θ + alongX φ, w ← w + alongY φ. */
    void move(Features phi, double alongX, double alongY) {
        int active = phi.active();
        for (int i = 0; i < active; i++) {
            int at = stride * phi.index(i);
            double phiJ = phi.value(i);
            numbers[at + X] += alongX * phiJ;
            if (alongY != 0) {
                double added = alongY * phiJ;
                numbers[at + Y] += added;
                scalars[GY] += numbers[at + G] * added;
                scalars[PY] += numbers[at + P] * added;
            }
        }
    }

    @Override
    public void toPlain(Map<String, double[]> state) {
        state.put("weights", weights());
        state.put("trace", trace());
        state.put("trace_bounds", new double[] {largestOfTrace(), e.norm()});
    }

    @Override
    public void fromPlain(Map<String, double[]> state) {
        double[] theta = new double[size];
        double[] trace = new double[size];
        double[] bounds = new double[2];
        Engine.copyArrays(state, Map.of("weights", theta, "trace", trace, "trace_bounds", bounds));
        setExcess(state.getOrDefault(StepLimits.EXCESS, new double[1])[0]);
        takeOver(theta, NONE, trace, NONE, new double[] {bounds[1], 0});
        putState("vectors", state);
        saveOrder("vectors", state);
    }

    /** Continues with these vectors; w and h are empty where there are none. */
    void takeOver(double[] theta, double[] w, double[] trace, double[] secondTrace, double[] traceNorms) {
        Arrays.fill(numbers, 0);
        Arrays.fill(scalars, 0);
        count = 0;
        e.beginWith(0, traceNorms[0]);
        h.beginWith(0, traceNorms[1]);
        double least = negligible * Norm.largest(trace);
        double leastP = negligible * Norm.largest(secondTrace);
        for (int j = 0; j < size; j++) {
            double p = secondTrace.length == 0 ? 0 : secondTrace[j];
            numbers[stride * j + X] = theta[j];
            if (hasTwo) {
                numbers[stride * j + Y] = w[j];
            }
            if (Math.abs(trace[j]) > least || Math.abs(p) > leastP) {
                list(j, trace[j], p);
            }
        }
        e.beginWith(e.largest(), traceNorms[0]);
        h.beginWith(h.largest(), traceNorms[1]);
    }
}
