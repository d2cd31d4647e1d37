package io.emphatic;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The gradient family across lanes: eₜ (and hₜ) once, δₜ, θ and w for each. A {@link GradientRule} says how far each
 * lane moves along which vector, as it does for the single learner of {@link GradientMechanism}.
 */
final class GradientLanes implements LaneKernel {
    private final GradientRule rule;
    private final LaneRates rates;
    private final double[][] theta;
    private final double[][] w;
    private final double[][] rows;
    private final double[] scratch;

    /** α and α_w of each lane. */
    final double[] alpha;

    final double[] alphaW;

    /** δₜ of each lane, set before the rule is asked. */
    final double[] delta;

    /** wᵀφₜ, eₜᵀw and hₜᵀw of each lane: for a rule that asks for them. */
    final double[] wPhi;

    final double[] ew;
    final double[] hw;

    /** How far θ moves along eₜ, φₜ and φₜ₊₁: for a rule to set. */
    final double[] thetaTrace;

    final double[] thetaPhi;
    final double[] thetaPhiNext;

    /** What factor of itself w keeps, and how far it moves along eₜ, φₜ and φₜ₊₁: for a rule to set. */
    final double[] wKept;

    final double[] wTrace;
    final double[] wAlongPhi;
    final double[] wAlongPhiNext;

    GradientLanes(List<? extends Config> configs, int size) {
        int lanes = configs.size();
        List<GradientConfig> all =
                configs.stream().map(GradientConfig.class::cast).toList();
        rule = all.get(0).rule();
        rates = new LaneRates(
                all.stream().map(GradientConfig::stepSize).toArray(StepSize[]::new),
                all.stream().mapToDouble(GradientConfig::eta).toArray());
        alpha = rates.alpha;
        alphaW = rates.alphaW;
        theta = new double[size][lanes];
        w = new double[size][lanes];
        rows = Stream.concat(Arrays.stream(theta), Arrays.stream(w)).toArray(double[][]::new);
        scratch = new double[lanes];
        delta = new double[lanes];
        wPhi = new double[lanes];
        ew = new double[lanes];
        hw = new double[lanes];
        thetaTrace = new double[lanes];
        thetaPhi = new double[lanes];
        thetaPhiNext = new double[lanes];
        wKept = new double[lanes];
        wTrace = new double[lanes];
        wAlongPhi = new double[lanes];
        wAlongPhiNext = new double[lanes];
    }

    @Override
    public boolean hasSecondTrace() {
        return rule.hasSecondTrace();
    }

    @Override
    public boolean share(Transition t, SharedStep before, SharedStep now) {
        double decay = t.gamma() * t.lambda();
        // eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ), hₜ = γₜ λₜ hₜ₋₁ + φₜ
        boolean finite = now.advanceTrace(before.e, t.rho() * decay, t.rho());
        return rule.hasSecondTrace() ? now.advanceSecondTrace(before.h, decay) && finite : finite;
    }

    @Override
    public void move(SharedStep step, int from, int to) {
        rates.advance(step.index, from, to);
        step.delta(theta, scratch, delta, from, to);
        rule.move(step, this, from, to);
    }

    /** wᵀφₜ. */
    void secondaryDotPhi(SharedStep step, int from, int to) {
        Lanes.dot(step.phi, w, wPhi, from, to);
    }

    /** eₜᵀw. */
    void traceDotSecondary(SharedStep step, int from, int to) {
        step.traceDot(w, ew, from, to);
    }

    /** hₜᵀw. */
    void secondTraceDotSecondary(SharedStep step, int from, int to) {
        step.secondTraceDot(w, hw, from, to);
    }

    /** θ ← θ + xₑ eₜ. */
    void moveWeightsAlongTrace(SharedStep step, int from, int to) {
        step.addTraceTo(theta, thetaTrace, from, to);
    }

    /** θ ← θ + xφ φₜ. */
    void moveWeightsAlongPhi(SharedStep step, int from, int to) {
        Lanes.addTo(step.phi, theta, thetaPhi, from, to);
    }

    /** θ ← θ + xφ′ φₜ₊₁. */
    void moveWeightsAlongPhiNext(SharedStep step, int from, int to) {
        Lanes.addTo(step.phiNext, theta, thetaPhiNext, from, to);
    }

    /** w ← k w. */
    void keepSecondary(int from, int to) {
        Lanes.scale(w, wKept, from, to);
    }

    /** w ← w + yₑ eₜ. */
    void moveSecondaryAlongTrace(SharedStep step, int from, int to) {
        step.addTraceTo(w, wTrace, from, to);
    }

    /** w ← w + yφ φₜ. */
    void moveSecondaryAlongPhi(SharedStep step, int from, int to) {
        Lanes.addTo(step.phi, w, wAlongPhi, from, to);
    }

    /** w ← w + yφ′ φₜ₊₁. */
    void moveSecondaryAlongPhiNext(SharedStep step, int from, int to) {
        Lanes.addTo(step.phiNext, w, wAlongPhiNext, from, to);
    }

    @Override
    public void stop(int lane) {
        rates.stop(lane);
    }

    @Override
    public double[][] theta() {
        return theta;
    }

    @Override
    public double[][] rows() {
        return rows;
    }
}
