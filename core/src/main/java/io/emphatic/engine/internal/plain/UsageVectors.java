package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Coefficients;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;

/**
 * The vectors of weighted importance sampling in O(n), by component ({@code docs/ALGORITHMS.md} §6): the trace e, the
 * usage d, whose inverse is the step size, and v, the part of d that later ratios still multiply.
 *
 * <pre>
 *   dₜ = dₜ₋₁ − η φₜ² dₜ₋₁ + ρₜ mₜ φₜ² + (ρₜ − 1) γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁)
 *   vₜ = ρₜ γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁) + ρₜ mₜ φₜ²          eₜ = ρₜ γₜ λₜ eₜ₋₁ + ρₜ mₜ φₜ
 * </pre>
 *
 * {@link #prepare} computes a step aside, {@link #commit} makes it. Where φ = e = v = 0 nothing changes: e and v have
 * one list of entries, as a {@link Trace} has.
 */
final class UsageVectors extends ListedEntries {
    // Indices of the array of bounds.
    private static final int LARGEST_E = 0; // an upper bound of |eⱼ| for the entries listed
    private static final int LARGEST_V = 1; // the same of |vⱼ|
    private static final int TRACE_NORM = 2; // an upper bound of ‖e‖₂
    private static final int PENDING_NORM = 3; // an upper bound of every |vⱼ|
    private static final int USAGE_NORM = 4; // an upper bound of every |dⱼ|

    private final double[] e;
    private final double[] v;
    private final double[] d;
    private final double[] bounds = new double[5];

    private final double decay; // η
    // The step that prepare has computed and commit makes.
    private final double[] dNext; // dₜ of the entries touched
    private final double[] rate; // eₜ / dₜ of the entries touched, 0 where dₜ ≤ 0
    private double a; // ρₜ γₜ λₜ
    private double b; // ρₜ mₜ
    private double traceNorm;
    private double pendingNorm;
    private double usageNorm;
    private double negligibleE;
    private double negligibleV;
    private boolean touchesAllEntries;
    private int touched; // how many: all, or those listed before and active ones after them

    UsageVectors(double decay, int size) {
        super(size);
        this.decay = decay;
        e = new double[size];
        v = new double[size];
        d = new double[size];
        dNext = new double[size];
        rate = new double[size];
    }

    @Override
    public void putState(String name, Map<String, double[]> state) {
        state.put(name, e);
        state.put("pending_usage", v);
        state.put("usage", d);
        state.put("usage_bounds", bounds);
    }

    /** Sets d₋₁ = d₀, in a state of zeros. */
    void begin(double initialUsage) {
        Arrays.fill(d, initialUsage);
        bounds[USAGE_NORM] = initialUsage;
    }

    /** eᵀx. */
    double traceDot(double[] vector) {
        return dot(e, vector);
    }

    /** Of e and v; the usage d stays. */
    @Override
    public void park(ParkedStream into) {
        for (int k = 0; k < USAGE_NORM; k++) {
            into.put(bounds[k]);
            bounds[k] = 0;
        }
        parkEntries(into, e, v);
    }

    @Override
    public void resume(ParkedStream from) {
        for (int k = 0; k < USAGE_NORM; k++) {
            bounds[k] = from.take();
        }
        resumeEntries(from, e, v);
    }

    /** For {@link #rates(Features)} of these features after the next {@link #prepare}, which may not touch them. */
    void watch(Features phi) {
        for (int k = 0; k < phi.active(); k++) {
            dNext[phi.index(k)] = d[phi.index(k)];
        }
    }

    /** Computes dₜ and eₜ/dₜ aside. Changes no state. */
    void prepare(Transition t, Coefficients c) {
        a = c.a();
        b = c.b();
        double retracted = (t.rho() - 1) * t.gamma() * t.lambda();
        bound(t.norm(), retracted);
        touchesAllEntries = listed.length == 0 || t.phi() instanceof DenseFeatures;
        negligibleE = touchesAllEntries ? -1 : NEGLIGIBLE * bounds[LARGEST_E];
        negligibleV = touchesAllEntries ? -1 : NEGLIGIBLE * bounds[LARGEST_V];
        if (usesAllEntries && !touchesAllEntries) {
            list();
        }
        touched = touchesAllEntries ? e.length : count;
        for (int k = 0; k < touched; k++) {
            int j = touched(k);
            dNext[j] = d[j] + retracted * v[j];
            rate[j] = isNegligible(j) ? 0 : a * e[j];
        }
        prepareActive(t.phi());
        for (int k = 0; k < touched; k++) {
            int j = touched(k);
            rate[j] = dNext[j] > 0 ? rate[j] / dNext[j] : 0;
        }
    }

    private void bound(double phiNorm, double retracted) {
        double squared = phiNorm * phiNorm;
        double kept = Math.max(1, decay * squared); // |1 − η φⱼ²| is at most this
        double added = Math.abs(b) * squared;
        traceNorm = Math.abs(a) * bounds[TRACE_NORM] + Math.abs(b) * phiNorm;
        pendingNorm = Math.abs(a) * kept * bounds[PENDING_NORM] + added;
        usageNorm = kept * (bounds[USAGE_NORM] + Math.abs(retracted) * bounds[PENDING_NORM]) + added;
    }

    private void list() {
        count = 0;
        double largestE = 0;
        double largestV = 0;
        for (int j = 0; j < e.length; j++) {
            if (e[j] != 0 || v[j] != 0) {
                listed[count++] = j;
                largestE = Math.max(largestE, Math.abs(e[j]));
                largestV = Math.max(largestV, Math.abs(v[j]));
            }
        }
        negligibleE = NEGLIGIBLE * largestE;
        negligibleV = NEGLIGIBLE * largestV;
    }

    private int touched(int k) {
        return touchesAllEntries ? k : listed[k];
    }

    private boolean isNegligible(int j) {
        return a == 0 || (Math.abs(e[j]) <= negligibleE && Math.abs(v[j]) <= negligibleV);
    }

    private void prepareActive(Features phi) {
        for (int k = 0; k < phi.active(); k++) {
            int j = phi.index(k);
            double squared = phi.value(k) * phi.value(k);
            if (!touchesAllEntries && e[j] == 0 && v[j] == 0) { // it is not listed
                listed[touched++] = j;
                dNext[j] = d[j];
                rate[j] = 0;
            }
            // with dₜ₋₁ + (ρₜ − 1) γₜ λₜ vₜ₋₁ for d: d − η φₜ² d + ρₜ mₜ φₜ²
            dNext[j] = dNext[j] - decay * squared * dNext[j] + b * squared;
            // eₜ = ρₜ γₜ λₜ eₜ₋₁ + ρₜ mₜ φₜ
            rate[j] += b * phi.value(k);
        }
    }

    /** Σ |eₜ|/dₜ over the components, of the step prepared. */
    double rates() {
        double sum = 0;
        for (int k = 0; k < touched; k++) {
            sum += Math.abs(rate[touched(k)]);
        }
        return sum;
    }

    /** Σ |φ|/dₜ over the components with dₜ > 0, of the step prepared, for features that were watched. */
    double rates(Features phi) {
        double sum = 0;
        for (int k = 0; k < phi.active(); k++) {
            double usage = dNext[phi.index(k)];
            sum += usage > 0 ? Math.abs(phi.value(k)) / usage : 0;
        }
        return sum;
    }

    /** An upper bound of ‖eₜ‖₂ of the step prepared. */
    double traceNorm() {
        return traceNorm;
    }

    /** An upper bound of any |dₜ| plus any |vₜ| of the step prepared. */
    double usageNorm() {
        return usageNorm + pendingNorm;
    }

    void commit(Features phi) {
        bounds[TRACE_NORM] = traceNorm;
        bounds[PENDING_NORM] = pendingNorm;
        bounds[USAGE_NORM] = usageNorm;
        int scaled = touchesAllEntries ? e.length : count;
        for (int k = 0; k < scaled; k++) {
            int j = touched(k);
            boolean negligible = isNegligible(j);
            e[j] = negligible ? 0 : a * e[j];
            v[j] = negligible ? 0 : a * v[j];
        }
        phi.addTo(e, b);
        for (int k = 0; k < phi.active(); k++) {
            int j = phi.index(k);
            double squared = phi.value(k) * phi.value(k);
            // with ρₜ γₜ λₜ vₜ₋₁ for v: v − η φₜ² v + ρₜ mₜ φₜ²
            v[j] = v[j] - decay * squared * v[j] + b * squared;
        }
        usesAllEntries = touchesAllEntries;
        if (usesAllEntries) {
            System.arraycopy(dNext, 0, d, 0, d.length);
        } else {
            keepListed();
        }
    }

    private void keepListed() {
        double largestE = 0;
        double largestV = 0;
        int kept = 0;
        for (int k = 0; k < touched; k++) {
            int j = listed[k];
            d[j] = dNext[j];
            if (e[j] != 0 || v[j] != 0) {
                listed[kept++] = j;
                largestE = Math.max(largestE, Math.abs(e[j]));
                largestV = Math.max(largestV, Math.abs(v[j]));
            }
        }
        count = kept;
        bounds[LARGEST_E] = largestE;
        bounds[LARGEST_V] = largestV;
    }

    /** x ← x + scale · eₜ/dₜ, of the step just made. */
    void addRatesTo(double[] vector, double scale) {
        add(rate, vector, scale);
    }

    /** x ← x + scale · e. */
    void addTraceTo(double[] vector, double scale) {
        add(e, vector, scale);
    }

    /** x ← x + scale · φ/d, 0 where d ≤ 0. */
    void addInverseUsageTo(double[] vector, double scale, Features phi) {
        for (int k = 0; k < phi.active(); k++) {
            int j = phi.index(k);
            vector[j] += d[j] > 0 ? scale * phi.value(k) / d[j] : 0;
        }
    }
}
