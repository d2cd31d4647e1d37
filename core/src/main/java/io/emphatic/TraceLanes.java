package io.emphatic;

import java.util.List;

/**
 * The one-trace family across lanes: aₜ, bₜ, κₜ and eₜ once, δₜ and θ for each.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 */
final class TraceLanes implements LaneKernel {
    private final TraceRule rule;
    private final double[] memory;
    private final Coefficients c = new Coefficients();
    private final LaneRates rates;
    private final double[][] theta;
    private final double[] next;
    private final double[] scale;

    TraceLanes(List<? extends Config> configs, int size) {
        int lanes = configs.size();
        rule = ((OneTrace) configs.get(0)).rule();
        memory = new double[rule.memorySize()];
        rates = new LaneRates(
                configs.stream().map(config -> ((OneTrace) config).stepSize()).toArray(StepSize[]::new), new double[0]);
        theta = new double[size][lanes];
        next = new double[lanes];
        scale = new double[lanes];
    }

    @Override
    public boolean hasSecondTrace() {
        return false;
    }

    @Override
    public boolean share(Transition t, SharedStep before, SharedStep now) {
        rule.advance(t, memory, c);
        now.kappa = c.kappa;
        return now.advanceTrace(before.e, c.a, c.b) && Bounds.finite(memory);
    }

    @Override
    public void move(SharedStep step, int from, int to) {
        rates.advance(step.index, from, to);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        step.delta(theta, next, scale, from, to);
        scale(rates.alpha, step.kappa, from, to);
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        step.addTraceTo(theta, scale, from, to);
    }

    private void scale(double[] alpha, double kappa, int from, int to) {
        final double[] scale = this.scale;
        for (int l = from; l < to; l++) {
            scale[l] = alpha[l] * kappa * scale[l];
        }
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
        return theta;
    }
}
