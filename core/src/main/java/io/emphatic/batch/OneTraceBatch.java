package io.emphatic.batch;

import io.emphatic.OneTrace;
import io.emphatic.SavedFormat;
import io.emphatic.StepSize;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The one-trace family across lanes of one or several traces, the lanes of a trace next to each other: aₜ, bₜ, κₜ and
 * eₜ once per trace, δₜ and θ for each lane.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 */
final class OneTraceBatch extends LaneBatch {
    private final SharedLanes[] traces;
    private final LaneRates rates;
    private final double[] alpha;
    private final double[] delta; // δₜ, then α κₜ δₜ
    private double largestNorm = Double.POSITIVE_INFINITY; // no ‖θ‖ of a lane is larger

    /** @param configs by trace */
    OneTraceBatch(List<List<OneTrace>> configs, double[] initialWeights) {
        this(configs, configs.stream().flatMap(List::stream).toList(), initialWeights);
    }

    private OneTraceBatch(List<List<OneTrace>> byTrace, List<OneTrace> configs, double[] initialWeights) {
        super(configs, initialWeights, 3);
        traces = new SharedLanes[byTrace.size()];
        int lane = 0;
        for (int k = 0; k < traces.length; k++) {
            int from = lane;
            lane += byTrace.get(k).size();
            // loops over the last lanes go on to the end of the rows
            traces[k] = new SharedLanes(
                    byTrace.get(k).get(0).rule(), initialWeights.length, from, k == traces.length - 1 ? width : lane);
        }
        alpha = takeRow();
        delta = takeRow();
        rates = new LaneRates(
                configs.stream().map(OneTrace::stepSize).toArray(StepSize[]::new),
                new double[configs.size()],
                alpha,
                takeRow());
    }

    @Override
    public int traces() {
        return traces.length;
    }

    @Override
    void learn(Transition[] steps, long step) {
        rates.advance(step);
        double largest = coefficients(steps);
        delta(steps[0], delta);
        boolean surelyAllowed = largest < Divergence.LIMIT;
        if (!surelyAllowed && !isAllowed()) {
            return;
        }
        for (int k = 0; k < traces.length; k++) {
            traces[k].move(steps[k], alpha, delta, theta, thetaNorm);
        }
        largestNorm = surelyAllowed ? largest : largest(thetaNorm);
    }

    /** aₜ, bₜ, κₜ and ‖eₜ‖ of each trace. Returns a bound of what {@link Divergence} judges. */
    private double coefficients(Transition[] steps) {
        double largestShared = 0;
        double largestKappa = 0;
        double largestTrace = 0;
        for (int k = 0; k < traces.length; k++) {
            SharedLanes trace = traces[k];
            if (trace.ended) {
                continue;
            }
            trace.begin(steps[k]);
            // NaN counts as the largest
            largestTrace = trace.norm <= largestTrace ? largestTrace : trace.norm;
            largestShared = trace.shared <= largestShared ? largestShared : trace.shared;
            double kappa = Math.abs(trace.c.kappa());
            largestKappa = kappa <= largestKappa ? largestKappa : kappa;
        }
        return largestAfter(steps[0], rates.largest() * largestKappa, largestShared, largestTrace, largestNorm);
    }

    /** Whether any lane continues. */
    private boolean isAllowed() {
        for (SharedLanes trace : traces) {
            trace.setMagnitudes(thetaNorm, alpha, delta, magnitudes);
        }
        int before = alive();
        boolean any = stopDiverged();
        if (alive() < before) {
            endTraces();
        }
        return any;
    }

    /** Traces all of whose lanes have diverged. */
    private void endTraces() {
        for (SharedLanes trace : traces) {
            int to = Math.min(trace.to, count());
            trace.ended = IntStream.range(trace.from, to).allMatch(this::hasDiverged);
        }
    }

    @Override
    void stop(int lane) {
        rates.stop(lane);
        delta[lane] = 0;
    }

    @Override
    void startAll() {
        rates.startAll();
    }

    @Override
    void writeShared(DataOutputStream out) throws IOException {
        for (SharedLanes trace : traces) {
            SavedFormat.writeAll(trace.memory, out);
            trace.e.write(out);
        }
    }

    @Override
    void readShared(DataInputStream in) throws IOException {
        for (SharedLanes trace : traces) {
            SavedFormat.readAll(trace.memory, in);
            trace.e.read(in);
        }
        largestNorm = Double.POSITIVE_INFINITY;
        endTraces();
    }

    /** A trace and the lanes that share it. */
    private static final class SharedLanes {
        private final TraceRule rule;
        private final double[] memory;
        private final Coefficients c = new Coefficients();
        private final LaneTrace e;
        private final int from;
        private final int to;
        private double norm; // of eₜ
        private double shared; // what Divergence judges, of the lanes together
        private boolean ended; // all lanes have diverged

        SharedLanes(TraceRule rule, int size, int from, int to) {
            this.rule = rule;
            this.memory = new double[rule.memorySize()];
            this.e = new LaneTrace(size, from, to);
            this.from = from;
            this.to = to;
        }

        /** aₜ, bₜ, κₜ and ‖eₜ‖. */
        void begin(Transition t) {
            rule.coefficients(t, memory, c);
            norm = e.normAfter(c.a(), c.b(), t.phi());
            shared = Divergence.shared(t, c, norm);
        }

        void setMagnitudes(double[] thetaNorm, double[] alpha, double[] delta, double[] magnitudes) {
            if (ended) {
                Arrays.fill(magnitudes, from, to, 0);
                return;
            }
            double kappa = c.kappa();
            for (int l = from; l < to; l++) {
                double s = Math.abs(alpha[l] * kappa * delta[l]);
                magnitudes[l] = thetaNorm[l] + s * norm + (s + shared);
            }
        }

        void move(Transition t, double[] alpha, double[] delta, double[][] theta, double[] thetaNorm) {
            if (ended) {
                return;
            }
            rule.remember(t, memory, c);
            // eₜ = aₜ eₜ₋₁ + bₜ φₜ
            e.advance(c.a(), c.b(), t.phi());
            if (norm != 0) {
                // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
                scaleAndBound(alpha, c.kappa(), delta, norm, thetaNorm, from, to);
                e.addTo(theta, delta);
            }
        }

        /** α κₜ δₜ, in place of δₜ, and ‖θ‖ after it. */
        private static void scaleAndBound(
                double[] alpha, double kappa, double[] delta, double traceNorm, double[] thetaNorm, int from, int to) {
            for (int l = from; l < to; l++) {
                double scale = alpha[l] * kappa * delta[l];
                delta[l] = scale;
                thetaNorm[l] += Math.abs(scale) * traceNorm;
            }
        }
    }
}
