package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.result.PolicyComparison;
import java.util.ArrayList;
import java.util.List;

/** Which policy earns more, by differences of terms on the same lives. */
final class PolicyComparisons {
    /** Below this share of both, a difference, or its variance, is rounding. */
    private static final double ROUNDING = 1e-12;

    private final EvaluationSettings settings;
    private final List<TargetState> targets;
    private final LogShape.Clusters clusters;
    private final EstimateErrors errors;

    PolicyComparisons(EvaluationSettings settings, LogShape shape, List<TargetState> targets) {
        this.settings = settings;
        this.targets = targets;
        this.clusters = shape.clusters();
        this.errors = new EstimateErrors(shape);
    }

    /** An estimate of a target's value, or of the behaviour's. */
    private record Compared(String name, TargetState state, Estimator estimator) {}

    /**
     * Every target with each later one and with the behaviour.
     *
     * @param paired products of the terms of the recommended estimates
     * @param besideBehaviour the estimates that are compared with the behaviour; null for none
     * @param withBehaviour Σ over lives of the products of their terms and the behaviour's
     */
    List<PolicyComparison> of(
            List<Estimator> recommended,
            ComparisonSums.PairedMoments paired,
            List<Estimator> besideBehaviour,
            double[] withBehaviour) {
        List<PolicyComparison> comparisons = new ArrayList<>();
        Compared behaviour = new Compared(Estimator.BEHAVIOUR.label(), targets.get(0), Estimator.BEHAVIOUR);
        for (int a = 0; a < targets.size(); a++) {
            for (int b = a + 1; b < targets.size(); b++) {
                if (recommended.get(a) != null && recommended.get(b) != null) {
                    comparisons.add(comparison(
                            target(a, recommended.get(a)), target(b, recommended.get(b)), paired.product(a, b)));
                }
            }
            if (besideBehaviour.get(a) != null) {
                comparisons.add(comparison(target(a, besideBehaviour.get(a)), behaviour, withBehaviour[a]));
            }
        }
        return List.copyOf(comparisons);
    }

    private Compared target(int index, Estimator estimator) {
        return new Compared(settings.targets().get(index).name(), targets.get(index), estimator);
    }

    private PolicyComparison comparison(Compared a, Compared b, double products) {
        double both = deviations(a) + deviations(b);
        double deviations = both - 2 * codeviations(a, b, products);
        double stderr = clusters.error(deviations > ROUNDING * both ? deviations : 0);
        IntervalRule interval =
                errors.interval(a.state(), a.estimator()).minus(errors.interval(b.state(), b.estimator()), stderr);
        double valueA = errors.value(a.state(), a.estimator());
        double valueB = errors.value(b.state(), b.estimator());
        double apart = valueA - valueB;
        double difference = Math.abs(apart) > ROUNDING * Math.max(Math.abs(valueA), Math.abs(valueB)) ? apart : 0;
        return new PolicyComparison(
                a.name(),
                b.name(),
                difference,
                ResultAssembly.finite(stderr),
                ResultAssembly.finite(difference - interval.below()),
                ResultAssembly.finite(difference + interval.above()));
    }

    private double deviations(Compared policy) {
        return policy.state().moments().deviations(policy.estimator().ordinal(), clusters);
    }

    /** Σ over lives of the products of deviations from both means. */
    private double codeviations(Compared a, Compared b, double products) {
        int estimateA = a.estimator().ordinal();
        int estimateB = b.estimator().ordinal();
        double offsetA = a.state().moments().offset(estimateA, clusters);
        double offsetB = b.state().moments().offset(estimateB, clusters);
        return products
                - offsetA * b.state().moments().crossed(estimateB)
                - offsetB * a.state().moments().crossed(estimateA)
                + offsetA * offsetB * clusters.squares();
    }
}
