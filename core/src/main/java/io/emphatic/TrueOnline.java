package io.emphatic;

/**
 * The config of a true online algorithm: the scalar rule of the conventional one over a dutch trace
 * ({@code docs/ALGORITHMS.md} §3).
 */
interface TrueOnline extends Config {

    StepSize stepSize();

    /** The scalar recursion of aₜ = ρₜγₜλₜ and bₜ = ρₜMₜ. */
    TraceRule rule();

    @Override
    default Learner learner(double[] initialWeights) {
        int size = initialWeights.length;
        boolean plain = size <= ChosenMechanism.SMALL || size > FactoredVectors.LARGEST_SIZE;
        Mechanism mechanism = plain
                ? new TrueOnlineMechanism(rule(), size)
                : new ChosenMechanism(
                        () -> new FactoredTrueOnlineMechanism(rule(), size),
                        () -> new TrueOnlineMechanism(rule(), size));
        return new OnlineLearner(this, stepSize(), mechanism, initialWeights);
    }
}
