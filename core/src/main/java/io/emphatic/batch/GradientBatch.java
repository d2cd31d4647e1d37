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
        scalars.bound();
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
        private final double[] kept;
        private boolean keepsAll = true;

        Scalars(List<GradientTd> configs) {
            super(configs.size());
            kept = row();
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
                keepsAll &= kept[l] == 1;
            }
        }

        /** The magnitudes that {@link Divergence} judges. */
        void setMagnitudes() {
            double shared = norms.sum();
            for (int l = 0; l < magnitudes.length; l++) {
                double reach = norms.reach(alpha[l] + alphaW[l], delta[l], wNorm[l], rule.hasHalfStep());
                magnitudes[l] = thetaNorm[l] + Math.abs(kept[l]) * wNorm[l] + reach + shared;
            }
        }

        void stop(int lane) {
            rates.stop(lane);
            delta[lane] = 0;
            kept[lane] = 1;
        }

        void move() {
            // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁
            e.addTo(theta, weightsAlongTrace);
            phi.addTo(theta, weightsAlongPhi);
            phiNext.addTo(theta, weightsAlongPhiNext);
            // w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
            if (!keepsAll) {
                Lanes.scale(w, kept);
            }
            e.addTo(w, secondaryAlongTrace);
            phi.addTo(w, secondaryAlongPhi);
            phiNext.addTo(w, secondaryAlongPhiNext);
        }

        /** ‖θ‖ and ‖w‖ of each lane after the step. */
        void bound() {
            for (int l = 0; l < thetaNorm.length; l++) {
                thetaNorm[l] += norms.move(weightsAlongTrace[l], weightsAlongPhi[l], weightsAlongPhiNext[l]);
            }
            for (int l = 0; l < wNorm.length; l++) {
                wNorm[l] = Math.abs(kept[l]) * wNorm[l]
                        + norms.move(secondaryAlongTrace[l], secondaryAlongPhi[l], secondaryAlongPhiNext[l]);
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
