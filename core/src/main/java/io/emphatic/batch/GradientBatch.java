package io.emphatic.batch;

import io.emphatic.GradientTd;
import io.emphatic.StepSize;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.GradientLanes;
import io.emphatic.engine.GradientRule;
import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.internal.plain.StepNorms;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The gradient family across lanes: eₜ (and hₜ) once, δₜ, θ and w for each. The {@link GradientRule} sets how far each
 * lane moves along which vector, as for a single learner.
 */
final class GradientBatch extends LaneBatch {
    private final GradientRule rule;
    private final LaneTrace e;
    private final LaneTrace h;
    private final double[][] w;
    private final double[] wNorm; // an upper bound of ‖w‖₂ of each lane
    private final StepNorms norms = new StepNorms();
    private final Scalars scalars;

    GradientBatch(List<GradientTd> configs, double[] initialWeights) {
        super(configs, initialWeights);
        int size = initialWeights.length;
        rule = configs.get(0).rule();
        e = new LaneTrace(size);
        h = new LaneTrace(rule.hasSecondTrace() ? size : 0);
        w = new double[size][count()];
        wNorm = row();
        scalars = new Scalars(configs);
    }

    @Override
    void learn(Transition t, long step) {
        double decay = t.gamma() * t.lambda();
        double rho = t.rho();
        norms.set(
                t, e.normAfter(rho * decay, rho, t.phi()), rule.hasSecondTrace() ? h.normAfter(decay, 1, t.phi()) : 0);
        scalars.begin(t, step);
        scalars.setMagnitudes();
        if (!stopDiverged()) {
            return;
        }

        // eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ)
        e.advance(rho * decay, rho, t.phi());
        if (rule.hasSecondTrace()) {
            // hₜ = γₜ λₜ hₜ₋₁ + φₜ
            h.advance(decay, 1, t.phi());
        }
        rule.set(t, scalars);
        scalars.move();
    }

    @Override
    void stop(int lane) {
        wNorm[lane] = 0;
        scalars.stop(lane);
    }

    @Override
    LaneRates rates() {
        return scalars.rates;
    }

    @Override
    LaneTrace trace() {
        return e;
    }

    @Override
    public void park(ParkedStream into) {
        e.park(into);
        h.park(into);
    }

    @Override
    public void resume(ParkedStream from) {
        e.resume(from);
        h.resume(from);
    }

    @Override
    Stream<double[]> shared() {
        return Stream.of(e.arrays(), h.arrays(), Arrays.stream(w), Stream.of(wNorm))
                .flatMap(all -> all);
    }

    /** The inner products that the rule reads and the scalars that it sets. */
    private final class Scalars extends GradientLanes {
        private final LaneRates rates;
        private final double[] zero = row();
        private final double[] kept = row();
        private final double[] keptSize = row(); // |k|
        private final double[] alphas = row(); // α + α_w
        private boolean keepsAll = true;

        Scalars(List<GradientTd> configs) {
            super(configs.size());
            rates = new LaneRates(
                    configs.stream().map(GradientTd::stepSize).toArray(StepSize[]::new),
                    configs.stream().mapToDouble(GradientTd::eta).toArray(),
                    false,
                    alpha,
                    alphaW);
            keep();
        }

        /** Sets step sizes, δₜ and k. */
        void begin(Transition t, long step) {
            if (rates.advance(step, Double.POSITIVE_INFINITY)) {
                keep();
            }
            GradientBatch.this.begin(t, delta);
        }

        private void keep() {
            keepsAll = true;
            for (int l = 0; l < kept.length; l++) {
                kept[l] = rule.kept(alphaW[l]);
                keptSize[l] = Math.abs(kept[l]);
                alphas[l] = alpha[l] + alphaW[l];
                keepsAll &= kept[l] == 1;
            }
        }

        /** The magnitudes that {@link Divergence} judges. */
        void setMagnitudes() {
            norms.reach(alphas, delta, wNorm, rule.hasHalfStep(), magnitudes);
            double shared = norms.sum();
            for (int l = 0; l < magnitudes.length; l++) {
                magnitudes[l] += thetaNorm[l] + keptSize[l] * wNorm[l] + shared;
            }
        }

        void stop(int lane) {
            rates.stop(lane);
            delta[lane] = 0;
            kept[lane] = 1;
            keptSize[lane] = 1;
            alphas[lane] = 0;
        }

        void move() {
            // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁
            move(theta, thetaNorm, weightsAlongTrace, weightsAlongPhi, weightsAlongPhiNext);
            // w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
            if (!keepsAll) {
                Lanes.scale(w, kept);
                multiply(wNorm, wNorm, keptSize);
            }
            move(w, wNorm, secondaryAlongTrace, secondaryAlongPhi, secondaryAlongPhiNext);
        }

        /** Moves rows along what the rule uses, and upper bounds of their norms with them. */
        private void move(
                double[][] rows, double[] bound, double[] alongTrace, double[] alongPhi, double[] alongPhiNext) {
            if (!Arrays.equals(alongTrace, zero)) {
                e.addTo(rows, alongTrace);
                Lanes.addMagnitudes(bound, alongTrace, norms.e);
            }
            if (!Arrays.equals(alongPhi, zero)) {
                phi.addTo(rows, alongPhi);
                Lanes.addMagnitudes(bound, alongPhi, norms.phi);
            }
            if (!Arrays.equals(alongPhiNext, zero)) {
                phiNext.addTo(rows, alongPhiNext);
                Lanes.addMagnitudes(bound, alongPhiNext, norms.phiNext);
            }
        }

        @Override
        public double traceDot(Features features) {
            return e.dot(features);
        }

        @Override
        public double traceDotTrace() {
            return e.squaredNorm();
        }

        @Override
        public double[] secondaryDotPhi() {
            phi.dot(w, wPhi);
            return wPhi;
        }

        @Override
        public double[] traceDotSecondary() {
            e.dot(w, ew);
            return ew;
        }

        @Override
        public double[] secondTraceDotSecondary() {
            h.dot(w, hw);
            return hw;
        }
    }
}
