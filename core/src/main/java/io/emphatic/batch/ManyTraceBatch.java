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
    private static final int FURTHER_ROWS = 7 + 3 * TraceScalars.ROWS;

    private final int[] traceOf; // by lane
    private final int[] alive; // lanes by trace
    private final TraceRule[] rules;
    private final double[][] memories;
    private final Coefficients[] c;

    private final double[][] e; // by rows, as θ
    private final double[] phi;
    private final TraceScalars a;
    private final TraceScalars b;
    private final TraceScalars kappa;
    private final double[] norm; // an upper bound of ‖e‖₂, by trace
    private final double[] shared; // what Divergence judges, by trace
    private final double[] laneNorm; // the same by lane, after the last step

    private final LaneRates rates;
    private final double[] alpha;
    private final double[] alphaKappa;
    private final double[] scale; // α κₜ δₜ
    private double largestNorm = Double.POSITIVE_INFINITY; // no ‖θ‖ of a lane is larger
    private double largestTrace; // of the norms
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
        memories =
                Arrays.stream(rules).map(rule -> new double[rule.memorySize()]).toArray(double[][]::new);
        c = Arrays.stream(rules).map(rule -> new Coefficients()).toArray(Coefficients[]::new);
        e = takeRows(initialWeights.length);
        phi = new double[initialWeights.length];
        a = new TraceScalars(traces, traceOf, takeRows(TraceScalars.ROWS));
        b = new TraceScalars(traces, traceOf, takeRows(TraceScalars.ROWS));
        kappa = new TraceScalars(traces, traceOf, takeRows(TraceScalars.ROWS));
        norm = new double[traces];
        shared = new double[traces];
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
            multiply(alphaKappa, alpha, kappa.lanes());
        }
        Transition t = steps[0];
        delta(t, scale);
        multiply(scale, alphaKappa, scale);
        boolean surelyAllowed = largest < Divergence.LIMIT;
        if (!surelyAllowed && !isAllowed(steps)) {
            return;
        }

        for (int k = 0; k < rules.length; k++) {
            if (alive[k] > 0) {
                rules[k].remember(steps[k], memories[k], c[k]);
            }
        }
        if (largestTrace != 0) {
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
        double phiNorm = steps[0].phi().norm();
        double largestShared = 0;
        double largestKappa = 0;
        largestTrace = 0;
        for (int k = 0; k < rules.length; k++) {
            if (alive[k] > 0) {
                Coefficients now = c[k];
                rules[k].coefficients(steps[k], memories[k], now);
                double traceNorm = Math.abs(now.a()) * norm[k] + Math.abs(now.b()) * phiNorm;
                double shared = Divergence.shared(steps[k], now, traceNorm);
                a.set(k, now.a());
                b.set(k, now.b());
                kappa.set(k, now.kappa());
                norm[k] = traceNorm;
                // NaN counts as the largest
                largestTrace = traceNorm <= largestTrace ? largestTrace : traceNorm;
                largestShared = shared <= largestShared ? largestShared : shared;
                largestKappa = Math.abs(now.kappa()) <= largestKappa ? largestKappa : Math.abs(now.kappa());
            }
        }
        return largestAfter(steps[0], rates.largest() * largestKappa, largestShared, largestTrace, largestNorm);
    }

    /** Whether any lane continues; the trace of lanes that have all diverged ends. */
    private boolean isAllowed(Transition[] steps) {
        for (int k = 0; k < rules.length; k++) {
            shared[k] = alive[k] == 0 ? 0 : Divergence.shared(steps[k], c[k], norm[k]);
        }
        setMagnitudes(thetaNorm, scale, traceOf, norm, shared, magnitudes);
        int before = alive();
        boolean any = stopDiverged();
        if (alive() < before) {
            countAlive();
        }
        return any;
    }

    private static void setMagnitudes(
            double[] thetaNorm, double[] scale, int[] traceOf, double[] norm, double[] shared, double[] magnitudes) {
        for (int l = 0; l < magnitudes.length; l++) {
            double s = Math.abs(scale[l]);
            magnitudes[l] = thetaNorm[l] + s * norm[traceOf[l]] + (s + shared[traceOf[l]]);
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
        a.set(trace, 0);
        b.set(trace, 0);
        norm[trace] = 0;
    }

    private void move(Features features) {
        a.spread();
        b.spread();
        Arrays.fill(phi, 0);
        features.addTo(phi, 1);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        LaneMoves.advance(e, a.lanes(), b.lanes(), phi);
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        LaneMoves.addProducts(theta, e, scale);
        bound(thetaNorm, scale, a.lanes(), b.lanes(), features.norm(), laneNorm);
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
    void startAll() {
        rates.startAll();
    }

    @Override
    void writeShared(DataOutputStream out) throws IOException {
        for (int k = 0; k < rules.length; k++) {
            write(memories[k], out);
            out.writeDouble(norm[k]);
        }
        writeLanes(e, out);
    }

    @Override
    void readShared(DataInputStream in) throws IOException {
        for (int k = 0; k < rules.length; k++) {
            read(memories[k], in);
            norm[k] = in.readDouble();
        }
        readLanes(e, in);
        zero = false;
        largestNorm = Double.POSITIVE_INFINITY;
        countAlive();
        for (int l = 0; l < width; l++) {
            laneNorm[l] = norm[traceOf[l]];
        }
    }
}
