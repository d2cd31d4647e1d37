package io.emphatic.batch;

import io.emphatic.GradientTd;
import io.emphatic.StepSize;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.GradientLanes;
import io.emphatic.engine.GradientRule;
import io.emphatic.engine.StepNorms;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

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
        int lanes = configs.size();
        rule = configs.get(0).rule();
        e = new LaneTrace(size);
        h = new LaneTrace(rule.hasSecondTrace() ? size : 0);
        w = new double[size][lanes];
        wNorm = new double[lanes];
        scalars = new Scalars(configs);
    }

    @Override
    void learn(Transition t, double[] values, long step) {
        double decay = t.gamma() * t.lambda();
        double rho = t.rho();
        Features phi = t.phi();
        norms.set(t, e.normAfter(rho * decay, rho, phi), rule.hasSecondTrace() ? h.normAfter(decay, 1, phi) : 0);
        scalars.begin(t, values, step);
        if (!stopDiverged()) {
            return;
        }

        // eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ)
        e.advance(rho * decay, rho, phi);
        if (rule.hasSecondTrace()) {
            // hₜ = γₜ λₜ hₜ₋₁ + φₜ
            h.advance(decay, 1, phi);
        }
        rule.set(t, scalars);
        scalars.move(t);
    }

    @Override
    void stop(int lane) {
        wNorm[lane] = 0;
        scalars.stop(lane);
    }

    @Override
    void writeShared(DataOutputStream out) throws IOException {
        e.write(out);
        h.write(out);
        write(w, out);
        write(wNorm, out);
    }

    @Override
    void readShared(DataInputStream in) throws IOException {
        e.read(in);
        h.read(in);
        read(w, in);
        read(wNorm, in);
    }

    /** The inner products that the rule reads and the scalars that it sets. */
    private final class Scalars extends GradientLanes {
        private final LaneRates rates;
        private final double[] kept;
        private boolean keepsAll = true;
        private boolean isKeptSet;
        private Features phi;

        Scalars(List<GradientTd> configs) {
            super(configs.size());
            kept = new double[configs.size()];
            rates = new LaneRates(
                    configs.stream().map(GradientTd::stepSize).toArray(StepSize[]::new),
                    configs.stream().mapToDouble(GradientTd::eta).toArray(),
                    alpha,
                    alphaW);
        }

        /** Sets step sizes, δₜ, k, and the magnitudes that {@link Divergence} judges. */
        void begin(Transition t, double[] values, long step) {
            phi = t.phi();
            rates.advance(step);
            GradientBatch.this.delta(t, values, delta);
            double[] magnitudes = GradientBatch.this.magnitudes;
            boolean halfStep = rule.hasHalfStep();
            double shared = norms.sum();
            if (!isKeptSet) {
                setKept();
            }
            for (int l = 0; l < magnitudes.length; l++) {
                double reach = Divergence.reach(alpha[l] + alphaW[l], delta[l], wNorm[l], norms, halfStep);
                magnitudes[l] = thetaNorm[l] + Math.abs(kept[l]) * wNorm[l] + reach + shared;
            }
        }

        /** A call per lane, so only where step sizes change. */
        private void setKept() {
            keepsAll = true;
            for (int l = 0; l < kept.length; l++) {
                kept[l] = rule.kept(alphaW[l]);
                keepsAll &= kept[l] == 1;
            }
            isKeptSet = rates.areConstant();
        }

        void stop(int lane) {
            rates.stop(lane);
            delta[lane] = 0;
            kept[lane] = 1;
        }

        private static boolean isAnyNotZero(double[] lanes) {
            for (double x : lanes) {
                if (x != 0) {
                    return true;
                }
            }
            return false;
        }

        void move(Transition t) {
            // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁
            if (movesThetaAlongTrace) {
                e.addTo(theta, thetaTrace);
            }
            if (movesThetaAlongPhi) {
                Lanes.addTo(phi, theta, thetaPhi);
            }
            boolean goesOn = t.gammaNext() != 0;
            if (goesOn || isAnyNotZero(thetaPhiNext)) {
                Lanes.addTo(t.phiNext(), theta, thetaPhiNext);
            }
            // w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
            if (!keepsAll) {
                Lanes.scale(w, kept);
            }
            e.addTo(w, wTrace);
            Lanes.addTo(phi, w, wAlongPhi);
            if (movesWAlongPhiNext && (goesOn || isAnyNotZero(wPhiNext))) {
                Lanes.addTo(t.phiNext(), w, wPhiNext);
            }
            for (int l = 0; l < thetaNorm.length; l++) {
                thetaNorm[l] += norms.move(thetaTrace[l], thetaPhi[l], thetaPhiNext[l]);
            }
            for (int l = 0; l < wNorm.length; l++) {
                wNorm[l] = Math.abs(kept[l]) * wNorm[l] + norms.move(wTrace[l], wAlongPhi[l], wPhiNext[l]);
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
        protected void secondaryDotPhi(double[] out) {
            Lanes.dot(phi, w, out);
        }

        @Override
        protected void traceDotSecondary(double[] out) {
            e.dot(w, out);
        }

        @Override
        protected void secondTraceDotSecondary(double[] out) {
            h.dot(w, out);
        }
    }
}
