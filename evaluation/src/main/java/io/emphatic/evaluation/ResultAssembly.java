package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.List;

/** Makes the result of what was collected. */
final class ResultAssembly {
    private final EvaluationSettings settings;
    private final LogShape shape;
    private final List<TargetState> targets;
    private final List<Estimator> recommended;
    private final FeatureSums features;
    private final GuaranteedInterval behaviourGuaranteed;
    private final TermMoments.Clusters clusters;

    ResultAssembly(
            EvaluationSettings settings,
            LogShape shape,
            List<TargetState> targets,
            List<Estimator> recommended,
            FeatureSums features,
            GuaranteedInterval behaviourGuaranteed) {
        this.settings = settings;
        this.shape = shape;
        this.targets = targets;
        this.recommended = recommended;
        this.features = features;
        this.behaviourGuaranteed = behaviourGuaranteed;
        this.clusters = new TermMoments.Clusters(shape.lives, shape.episodes, shape.startSquares);
    }

    EvaluationResult assemble(PairedMoments paired) {
        List<TargetResult> results = new ArrayList<>();
        for (int k = 0; k < targets.size(); k++) {
            results.add(target(k));
        }
        return new EvaluationResult(
                shape.episodes,
                shape.lives,
                shape.steps,
                shape.ended,
                shape.cut,
                settings.behaviourEstimated(),
                shape.meanLeftOver(),
                List.copyOf(results),
                comparisons(paired),
                new Findings(settings, shape, features).of(targets));
    }

    private TargetResult target(int k) {
        TargetState state = targets.get(k);
        WeightDiagnosis weights = WeightDiagnosis.of(state, shape);
        List<PolicyEstimate> estimates = new ArrayList<>();
        PolicyEstimate chosen = null;
        IntervalRule interval = recommended.get(k) == null ? null : interval(state, recommended.get(k));
        for (Estimator estimator : Estimator.values()) {
            if (state.solved().containsKey(estimator)) {
                PolicyEstimate estimate = estimate(state, estimator);
                if (Double.isFinite(estimate.value())) {
                    estimates.add(estimate);
                    chosen = estimator == recommended.get(k) ? estimate : chosen;
                }
            }
        }
        List<ValueAtLambda> byLambda = byLambda(state);
        TrustRule.Judged judged = TrustRule.judge(new TrustRule.Evidence(
                recommended.get(k),
                interval,
                weights,
                lambdasApart(byLambda),
                familiesApart(state),
                shape.episodes == 0 ? 0 : shape.leftOver / shape.episodes));
        boolean whole = !shape.crowded && !state.ratioSums().beyond;
        return new TargetResult(
                settings.targets().get(k).name(),
                judged.trust(),
                judged.reasons(),
                List.copyOf(estimates),
                chosen == null ? null : chosen.name(),
                chosen == null || !interval.exists() ? null : moreEpisodes(interval),
                whole ? state.table().effectiveSize : new double[0],
                whole ? state.table().meanWeight : new double[0],
                weights.paretoK(),
                weights.largestShare(),
                weights.topPercentShare(),
                byLambda);
    }

    /** As many as lives are wanted more, with as many episodes in each. */
    private long moreEpisodes(IntervalRule interval) {
        double perLife = (double) shape.episodes / shape.lives;
        return Math.round(interval.moreToHalve() * perLife);
    }

    private double value(TargetState state, Estimator estimator) {
        return switch (estimator) {
            case VDR, WDR, DR -> state.moments().mean(estimator.ordinal(), clusters);
            default -> state.solved().get(estimator);
        };
    }

    private IntervalRule interval(TargetState state, Estimator estimator) {
        boolean unweighted = estimator == Estimator.BEHAVIOUR || shape.crowded;
        double perEpisode = (double) shape.lives / shape.episodes;
        Estimator unbiased = unbiased(estimator);
        return IntervalRule.of(
                estimator,
                value(state, estimator),
                state.moments().shape(estimator.ordinal(), clusters),
                unweighted ? shape.lives : state.ratioSums().effective() * perEpisode,
                state.solved().containsKey(unbiased) ? value(state, unbiased) : Double.NaN,
                shape.lives);
    }

    /** The estimate without the bias that features may cause. */
    private static Estimator unbiased(Estimator estimator) {
        return switch (estimator) {
            case LSTD -> Estimator.ELSTD;
            case DM -> Estimator.DR;
            default -> estimator;
        };
    }

    private PolicyEstimate estimate(TargetState state, Estimator estimator) {
        double value = value(state, estimator);
        IntervalRule interval = interval(state, estimator);
        GuaranteedInterval guaranteed = estimator == Estimator.BEHAVIOUR
                ? behaviourGuaranteed
                : state.ratioTerms().guaranteed();
        return new PolicyEstimate(
                estimator.label(),
                value,
                finite(interval.stderr()),
                finite(value - interval.below()),
                finite(value + interval.above()),
                guaranteed == null ? null : guaranteed.low(),
                guaranteed == null ? null : guaranteed.high(),
                estimator.assumes());
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private List<ValueAtLambda> byLambda(TargetState state) {
        List<ValueAtLambda> values = new ArrayList<>();
        for (int j = 0; j < state.byLambda().length; j++) {
            if (Double.isFinite(state.byLambda()[j])) {
                double stderr = state.moments().error(Estimator.count() + j, clusters);
                values.add(new ValueAtLambda(TargetGroup.LAMBDAS[j], state.byLambda()[j], finite(stderr)));
            }
        }
        return List.copyOf(values);
    }

    private static double lambdasApart(List<ValueAtLambda> values) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double error = 0;
        for (ValueAtLambda value : values) {
            low = Math.min(low, value.value());
            high = Math.max(high, value.value());
            error = Math.max(error, value.stderr() == null ? 0 : value.stderr());
        }
        return error > 0 ? (high - low) / error : 0;
    }

    private double familiesApart(TargetState state) {
        Estimator ratio = Estimator.CWPDIS;
        Estimator value = Estimator.ELSTD;
        if (!state.solved().containsKey(ratio) || !state.solved().containsKey(value)) {
            return 0;
        }
        double error = Math.hypot(
                state.moments().error(ratio.ordinal(), clusters),
                state.moments().error(value.ordinal(), clusters));
        double apart = Math.abs(value(state, ratio) - value(state, value));
        return error > 0 ? apart / error : 0;
    }

    private List<PolicyComparison> comparisons(PairedMoments paired) {
        List<PolicyComparison> comparisons = new ArrayList<>();
        int count = targets.size();
        for (int a = 0; a < count; a++) {
            for (int b = 0; b <= count; b++) {
                boolean wanted = b == count || b > a;
                if (wanted && recommended.get(a) != null && (b == count || recommended.get(b) != null)) {
                    comparisons.add(comparison(paired, a, b));
                }
            }
        }
        return List.copyOf(comparisons);
    }

    private PolicyComparison comparison(PairedMoments paired, int a, int b) {
        double deviations = product(paired, a, a) + product(paired, b, b) - 2 * product(paired, a, b);
        double stderr = clusters.error(deviations);
        IntervalRule interval = interval(state(a), estimator(a)).minus(interval(state(b), estimator(b)), stderr);
        double difference = value(state(a), estimator(a)) - value(state(b), estimator(b));
        String other = b == targets.size()
                ? Estimator.BEHAVIOUR.label()
                : settings.targets().get(b).name();
        return new PolicyComparison(
                settings.targets().get(a).name(),
                other,
                difference,
                finite(stderr),
                finite(difference - interval.below()),
                finite(difference + interval.above()));
    }

    /** Σ over lives of the products of deviations from both means. */
    private double product(PairedMoments paired, int a, int b) {
        double offsetA = state(a).moments().offset(estimator(a).ordinal(), clusters);
        double offsetB = state(b).moments().offset(estimator(b).ordinal(), clusters);
        return paired.product(a, b)
                - offsetA * state(b).moments().crossed(estimator(b).ordinal())
                - offsetB * state(a).moments().crossed(estimator(a).ordinal())
                + offsetA * offsetB * clusters.squares();
    }

    private TargetState state(int policy) {
        return targets.get(policy == targets.size() ? 0 : policy);
    }

    private Estimator estimator(int policy) {
        return policy == targets.size() ? Estimator.BEHAVIOUR : recommended.get(policy);
    }
}
