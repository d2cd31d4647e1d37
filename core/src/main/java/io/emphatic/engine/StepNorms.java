package io.emphatic.engine;

import io.emphatic.experience.Transition;

/** Upper bounds of the norms of the vectors of one gradient step: ‖eₜ‖, ‖hₜ‖, ‖φₜ‖ and ‖φₜ₊₁‖. */
public final class StepNorms {
    private double e;
    private double h;
    private double phi;
    private double phiNext;

    /**
     * Sets all four.
     *
     * @param t the step. Not modified.
     * @param e of the trace after the step
     * @param h of the second trace after the step; 0 where there is none
     */
    public void set(Transition t, double e, double h) {
        this.e = e;
        this.h = h;
        this.phi = t.norm();
        this.phiNext = t.gammaNext() == 0 ? 0 : t.normNext(); // an end: φₜ₊₁ does not count
    }

    /** ‖eₜ‖. */
    public double trace() {
        return e;
    }

    /** ‖hₜ‖. */
    double secondTrace() {
        return h;
    }

    /** ‖eₜ‖ + ‖hₜ‖ + ‖φₜ‖ + ‖φₜ₊₁‖. */
    public double sum() {
        return e + h + phi + phiNext;
    }

    /** ‖φₜ‖ + ‖φₜ₊₁‖. */
    double features() {
        return phi + phiNext;
    }

    /** (‖φₜ‖ + ‖e‖ + ‖h‖)(‖φₜ‖ + ‖φₜ₊₁‖): what ‖w‖ is multiplied by at most. */
    double products() {
        return (phi + e + h) * (phi + phiNext);
    }

    /** A bound of how far a vector moves along eₜ, φₜ and φₜ₊₁. */
    public double move(double alongTrace, double alongPhi, double alongPhiNext) {
        return Math.abs(alongTrace) * e + Math.abs(alongPhi) * phi + Math.abs(alongPhiNext) * phiNext;
    }
}
