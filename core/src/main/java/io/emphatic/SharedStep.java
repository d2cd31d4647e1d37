package io.emphatic;

/**
 * One step as all learners of a {@link LaneBatch} see it: everything that does not depend on the step size, the traces
 * among it. Kept for some steps, so that the step at which a learner diverged can be found afterwards.
 */
final class SharedStep {
    /** Up to here going over all entries is cheaper than listing those that are not zero. */
    private static final int SMALL = 16;

    /** t, counted from 0. */
    long index;

    Features phi;
    Features phiNext;
    double reward;
    double gammaNext;
    double lambdaNext;
    /** κₜ of a one-trace rule. */
    double kappa;

    final double[] e;
    final double[] h;
    private final int[] eEntries;
    private int eCount;
    private final int[] hEntries;
    private int hCount;

    /** @param secondTrace whether there is an h */
    SharedStep(int size, boolean secondTrace) {
        e = new double[size];
        eEntries = new int[size];
        h = new double[secondTrace ? size : 0];
        hEntries = new int[h.length];
    }

    /** Takes over what the transition says. */
    void read(Transition t, long index) {
        this.index = index;
        phi = t.phi();
        phiNext = t.phiNext();
        reward = t.reward();
        gammaNext = t.gammaNext();
        lambdaNext = t.lambdaNext();
    }

    /** eₜ ← a eₜ₋₁ + b φₜ. Returns whether it is finite. */
    boolean advanceTrace(double[] before, double a, double b) {
        advance(e, before, a, b);
        eCount = list(e, eEntries);
        return Bounds.finite(e);
    }

    /** hₜ ← a hₜ₋₁ + φₜ. Returns whether it is finite. */
    boolean advanceSecondTrace(double[] before, double a) {
        advance(h, before, a, 1);
        hCount = list(h, hEntries);
        return Bounds.finite(h);
    }

    private void advance(double[] trace, double[] before, double a, double b) {
        for (int j = 0; j < trace.length; j++) {
            trace[j] = a == 0 ? 0 : a * before[j];
        }
        phi.addTo(trace, b);
    }

    private static int list(double[] trace, int[] entries) {
        int count = 0;
        for (int j = 0; j < trace.length; j++) {
            entries[count] = j;
            count += trace.length <= SMALL || trace[j] != 0 ? 1 : 0;
        }
        // Never none: in a plain learner an infinite δ shows even when the trace is zero, as ∞ · 0.
        return Math.max(count, Math.min(1, trace.length));
    }

    /**
     * δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ for every lane.
     *
     * @param theta Not modified.
     * @param next scratch. Modified.
     * @param delta Modified.
     */
    void delta(double[][] theta, double[] next, double[] delta, int from, int to) {
        Lanes.dot(phi, theta, delta, from, to);
        double reward = this.reward;
        double gammaNext = this.gammaNext;
        if (gammaNext == 0) {
            // an end: whatever is beyond does not count
            for (int l = from; l < to; l++) {
                delta[l] = reward - delta[l];
            }
        } else {
            Lanes.dot(phiNext, theta, next, from, to);
            for (int l = from; l < to; l++) {
                delta[l] = reward + gammaNext * next[l] - delta[l];
            }
        }
    }

    /** x ← x + scale · eₜ. */
    void addTraceTo(double[][] rows, double[] scale, int from, int to) {
        Lanes.addTo(e, eEntries, eCount, rows, scale, from, to);
    }

    /** out ← eₜᵀx. */
    void traceDot(double[][] rows, double[] out, int from, int to) {
        Lanes.dot(e, eEntries, eCount, rows, out, from, to);
    }

    /** out ← hₜᵀx. */
    void secondTraceDot(double[][] rows, double[] out, int from, int to) {
        Lanes.dot(h, hEntries, hCount, rows, out, from, to);
    }
}
