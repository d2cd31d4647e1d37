package io.emphatic.engine.internal.plain;

import io.emphatic.experience.Transition;

/** Upper bounds of the norms of the vectors of one gradient step: ‖eₜ‖, ‖hₜ‖, ‖φₜ‖ and ‖φₜ₊₁‖. */
public final class StepNorms {
    public double e;
    double h;
    public double phi;
    public double phiNext;

    /** Sets all four, from bounds of ‖eₜ‖ and ‖hₜ‖ after the step; ‖hₜ‖ is 0 where there is no second trace. */
    public void set(Transition t, double e, double h) {
        this.e = e;
        this.h = h;
        this.phi = t.norm();
        this.phiNext = t.normNext();
    }

    /** ‖eₜ‖ + ‖hₜ‖ + ‖φₜ‖ + ‖φₜ₊₁‖. */
    public double sum() {
        return e + h + phi + phiNext;
    }

    /** (‖φₜ‖ + ‖e‖ + ‖h‖)(1 + ‖φₜ‖ + ‖φₜ₊₁‖): the largest factor of ‖w‖ in a move. */
    double products() {
        return (phi + e + h) * (1 + phi + phiNext);
    }

    /** A bound of how far a vector moves along eₜ, φₜ and φₜ₊₁. */
    public double move(double alongTrace, double alongPhi, double alongPhiNext) {
        return Math.abs(alongTrace) * e + Math.abs(alongPhi) * phi + Math.abs(alongPhiNext) * phiNext;
    }

    /** |δ| + (α + α_w)(|δ| (1 + ‖e‖) + ‖w‖ (‖φₜ‖ + ‖e‖ + ‖h‖)(1 + ‖φₜ‖ + ‖φₜ₊₁‖)), again after a half step. */
    public double reach(double alphas, double delta, double secondaryNorm, boolean halfStep) {
        double deltaSize = Math.abs(delta);
        double moves = alphas * (deltaSize * (1 + e) + secondaryNorm * products());
        if (!halfStep) {
            return deltaSize + moves;
        }
        double deltaHalf = deltaSize + (phi + phiNext) * moves;
        return deltaHalf + alphas * (deltaHalf * (1 + e) + (secondaryNorm + moves) * products());
    }

    /** out ← this bound for every lane. */
    public void reach(double[] alphas, double[] delta, double[] secondaryNorm, boolean halfStep, double[] out) {
        double alongDelta = 1 + e;
        double products = products();
        for (int l = 0; l < out.length; l++) {
            out[l] = alphas[l] * (Math.abs(delta[l]) * alongDelta + secondaryNorm[l] * products);
        }
        double features = phi + phiNext;
        for (int l = 0; halfStep && l < out.length; l++) {
            out[l] = alphas[l]
                            * ((Math.abs(delta[l]) + features * out[l]) * alongDelta
                                    + (secondaryNorm[l] + out[l]) * products)
                    + features * out[l];
        }
        for (int l = 0; l < out.length; l++) {
            out[l] += Math.abs(delta[l]);
        }
    }
}
