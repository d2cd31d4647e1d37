package io.emphatic.batch;

import io.emphatic.OneTrace;
import io.emphatic.StepSize;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The one-trace family across lanes of several traces: aₜ, bₜ and κₜ once per trace; eₜ, δₜ and θ for each lane. Where
 * few learners share a trace and features are few, loops over all of them are worth a copy of the trace in every lane.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 */
final class ManyTraceBatch extends LaneBatch {
    private static final int FURTHER_ROWS = 10;

    private final int[] traceOf; // by lane
    private final int[] alive; // lanes by trace
    private final TraceRule[] rules;
    private final double[][] memories;
    private final Coefficients[] c;
    private final TraceScalars shared; // what Divergence judges

    private final double[][] e; // by rows, as θ
    private final double[] phi;
    private final TraceScalars a;
    private final TraceScalars b;
    private final TraceScalars kappa;
    private final TraceScalars norm; // an upper bound of ‖e‖₂
    private final double[] laneNorm; // the same by lane, after the last step

    private final LaneRates rates;
    private final double[] alpha;
    private final double[] alphaKappa;
    private final double[] scale; // α κₜ δₜ
    private double largestNorm = Double.POSITIVE_INFINITY; // no ‖θ‖ of a lane is larger
    private boolean zero = true; // all traces

    /** @param configs by trace */
    ManyTraceBatch(List<List<OneTrace>> configs, double[] initialWeights) {
        this(configs, configs.stream().flatMap(List::stream).toList(), initialWeights);
    }

    private ManyTraceBatch(List<List<OneTrace>> byTrace, List<OneTrace> configs, double[] initialWeights) {
        super(configs, initialWeights, initialWeights.length + FURTHER_ROWS);
        int traces = byTrace.size();
        traceOf = new int[width];
        alive = new int[traces];
        int lane = 0;
        for (int k = 0; k < traces; k++) {
            alive[k] = byTrace.get(k).size();
            Arrays.fill(traceOf, lane, lane + alive[k], k);
            lane += alive[k];
        }
        rules = byTrace.stream().map(trace -> trace.get(0).rule()).toArray(TraceRule[]::new);
        memories = Arrays.stream(rules).map(rule -> new double[rule.memorySize()]).toArray(double[][]::new);
        c = Arrays.stream(rules).map(rule -> new Coefficients()).toArray(Coefficients[]::new);
        shared = new TraceScalars(traces, traceOf, takeRow());
        e = takeRows(initialWeights.length);
        phi = new double[initialWeights.length];
        a = new TraceScalars(traces, traceOf, takeRow());
        b = new TraceScalars(traces, traceOf, takeRow());
        kappa = new TraceScalars(traces, traceOf, takeRow());
        norm = new TraceScalars(traces, traceOf, takeRow());
        laneNorm = takeRow();
        alpha = takeRow();
        alphaKappa = takeRow();
        scale = takeRow();
        rates = new LaneRates(
                configs.stream().map(OneTrace::stepSize).toArray(StepSize[]::new),
                new double[configs.size()],
                alpha,
                takeRow());
    }

    @Override
    public int traces() {
        return rules.length;
    }

    @Override
    void learn(Transition[] steps, long step) {
        boolean ratesChange = rates.advance(step);
        double largest = coefficients(steps);
        if (kappa.spread() | ratesChange) {
            multiply(alphaKappa, alpha, kappa.lanes);
        }
        Transition t = steps[0];
        delta(t, scale);
        multiply(scale, alphaKappa, scale);
        boolean surelyAllowed = largest < Divergence.LIMIT;
        if (!surelyAllowed && !isAllowed()) {
            return;
        }

        for (int k = 0; k < rules.length; k++) {
            if (alive[k] > 0) {
                rules[k].remember(steps[k], memories[k], c[k]);
            }
        }
        if (norm.isAnyNotZero()) {
            move(t.phi());
            zero = false;
        } else if (!zero) {
            for (double[] row : e) {
                Arrays.fill(row, 0);
            }
            Arrays.fill(laneNorm, 0);
            zero = true;
        }
        largestNorm = surelyAllowed ? largest : largest(thetaNorm);
    }

    /** aₜ, bₜ, κₜ and ‖eₜ‖ of each trace. Returns a bound of what {@link Divergence} judges. */
    private double coefficients(Transition[] steps) {
        double largest = 0;
        double phiNorm = steps[0].phi().norm();
        for (int k = 0; k < rules.length; k++) {
            if (alive[k] == 0) {
                continue;
            }
            Coefficients now = c[k];
            rules[k].coefficients(steps[k], memories[k], now);
            double traceNorm = Math.abs(now.a()) * norm.of(k) + Math.abs(now.b()) * phiNorm;
            a.set(k, now.a());
            b.set(k, now.b());
            kappa.set(k, now.kappa());
            norm.set(k, traceNorm);
            shared.set(k, Divergence.shared(steps[k], now, traceNorm));
            double after = largestAfter(steps[k], rates.largest() * now.kappa(), shared.of(k), traceNorm, largestNorm);
            largest = after <= largest ? largest : after; // NaN stays
        }
        return largest;
    }

    /** Whether any lane continues; the trace of lanes that have all diverged ends. */
    private boolean isAllowed() {
        norm.spread();
        shared.spread();
        setMagnitudes(thetaNorm, scale, norm.lanes, shared.lanes, magnitudes);
        int before = alive();
        boolean any = stopDiverged();
        if (alive() < before) {
            countAlive();
        }
        return any;
    }

    private static void setMagnitudes(
            double[] thetaNorm, double[] scale, double[] norm, double[] shared, double[] magnitudes) {
        for (int l = 0; l < magnitudes.length; l++) {
            double s = Math.abs(scale[l]);
            magnitudes[l] = thetaNorm[l] + s * norm[l] + (s + shared[l]);
        }
    }

    private void countAlive() {
        Arrays.fill(alive, 0);
        for (int l = 0; l < count(); l++) {
            alive[traceOf[l]] += hasDiverged(l) ? 0 : 1;
        }
        for (int k = 0; k < alive.length; k++) {
            if (alive[k] == 0) {
                end(k);
            }
        }
    }

    private void end(int trace) {
        shared.set(trace, 0);
        a.set(trace, 0);
        b.set(trace, 0);
        norm.set(trace, 0);
    }

    private void move(Features features) {
        a.spread();
        b.spread();
        Arrays.fill(phi, 0);
        features.addTo(phi, 1);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        Lanes.advance(e, a.lanes, b.lanes, phi);
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        Lanes.addProducts(theta, e, scale);
        bound(thetaNorm, scale, a.lanes, b.lanes, features.norm(), laneNorm);
    }

    /** ‖e‖ of each lane, as of its trace, and ‖θ‖. */
    private static void bound(
            double[] thetaNorm, double[] scale, double[] a, double[] b, double phiNorm, double[] norm) {
        for (int l = 0; l < thetaNorm.length; l++) {
            double traceNorm = Math.abs(a[l]) * norm[l] + Math.abs(b[l]) * phiNorm;
            norm[l] = traceNorm;
            thetaNorm[l] += Math.abs(scale[l]) * traceNorm;
        }
    }

    private static void multiply(double[] out, double[] x, double[] y) {
        for (int l = 0; l < out.length; l++) {
            out[l] = x[l] * y[l];
        }
    }

    @Override
    void stop(int lane) {
        rates.stop(lane);
        alphaKappa[lane] = 0;
        scale[lane] = 0;
    }

    @Override
    void writeShared(DataOutputStream out) throws IOException {
        for (int k = 0; k < rules.length; k++) {
            write(memories[k], out);
            out.writeDouble(norm.of(k));
        }
        writeLanes(e, out);
    }

    @Override
    void readShared(DataInputStream in) throws IOException {
        for (int k = 0; k < rules.length; k++) {
            read(memories[k], in);
            norm.set(k, in.readDouble());
        }
        readLanes(e, in);
        zero = false;
        largestNorm = Double.POSITIVE_INFINITY;
        countAlive();
        norm.spread();
        System.arraycopy(norm.lanes, 0, laneNorm, 0, width);
    }
}
