package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.internal.values.FeatureSums;
import io.emphatic.evaluation.internal.verdict.TrustRule.WeightDiagnosis;
import io.emphatic.evaluation.internal.weights.BalanceSums.Looked;
import io.emphatic.evaluation.internal.weights.WeightTable;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.DifferenceBounds;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.GuaranteedInterval;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.TargetResult.ValueAtLambda;
import io.emphatic.evaluation.result.Trust;
import java.util.ArrayList;
import java.util.List;

/** Makes the result of what was collected. */
public final class ResultAssembly {
    private final EvaluationSettings settings;
    private final LogShape shape;
    private final List<TargetState> targets;
    private final ComparisonSums compared;
    private final ComparisonSums.PolicyComparisons comparisons;
    private final List<Estimator> recommended;
    private final FeatureSums features;
    private final EstimateErrors errors;
    private final List<String> doubts;

    public ResultAssembly(
            EvaluationSettings settings,
            LogShape shape,
            List<TargetState> targets,
            ComparisonSums compared,
            FeatureSums features,
            List<String> doubts) {
        this.settings = settings;
        this.shape = shape;
        this.targets = targets;
        this.compared = compared;
        this.comparisons = compared.comparisons(shape);
        this.recommended = comparisons.last;
        this.features = features;
        this.errors = comparisons.errors;
        this.doubts = doubts;
    }

    public EvaluationResult assemble() {
        List<TargetResult> results = new ArrayList<>();
        for (int k = 0; k < targets.size(); k++) {
            results.add(target(k));
        }
        int asked = settings.asked();
        boolean isGuaranteed = doubts.isEmpty() && settings.declared().probabilityError() == 1;
        AnytimeSums anytime = isGuaranteed ? compared.anytime() : null;
        DifferenceBounds bounds = anytime == null ? null : anytime.gate();
        GateRule gate = new GateRule(settings, comparisons, results, !doubts.isEmpty(), bounds);
        return new EvaluationResult(
                new EvaluationResult.LogSize(
                        shape.episodes,
                        shape.weighted ? shape.effective() : shape.episodes,
                        shape.lives,
                        shape.clusters,
                        shape.steps,
                        shape.ended,
                        shape.cut,
                        shape.meanLeftOver()),
                settings.behaviourEstimated(),
                List.copyOf(results.subList(0, asked)),
                comparisons.all(),
                new Findings(settings, shape, features).of(targets.subList(0, asked)),
                anytime == null ? null : anytime.racers(),
                settings.gate() == null ? null : gate.decide());
    }

    private TargetResult target(int k) {
        TargetState state = targets.get(k);
        WeightDiagnosis weights = WeightDiagnosis.of(state, shape);
        List<PolicyEstimate> estimates = new ArrayList<>();
        PolicyEstimate chosen = null;
        IntervalRule interval = recommended.get(k) == null ? null : errors.interval(state, recommended.get(k));
        for (Estimator estimator : Estimator.values()) {
            if (state.solved().containsKey(estimator)) {
                PolicyEstimate estimate = estimate(k, estimator);
                if (Double.isFinite(estimate.value())) {
                    estimates.add(estimate);
                    chosen = estimator == recommended.get(k) ? estimate : chosen;
                }
            }
        }
        List<ValueAtLambda> byLambda = byLambda(state);
        BalanceRule balance = new BalanceRule(settings.declared(), features);
        Double tailOfTerms = compared.isReplaced(k, recommended.get(k)) ? null : compared.tailOfTerms(k, shape);
        TrustRule.Observed observed = new TrustRule.Observed(
                state.solved().containsKey(Estimator.CWPDIS)
                        && errors.interval(state, Estimator.CWPDIS).exists(),
                compared.tailOfReturns(shape),
                balance.judge(state.imbalance()),
                state.looked(),
                interval == null ? List.of() : unseen(state, recommended.get(k), balance),
                shape.longest > 1 ? lambdasApart(byLambda) : Double.NaN,
                familiesApart(state),
                Findings.limit(shape),
                shape.episodes == 0 ? 0 : shape.leftOver / shape.weight);
        TrustRule.Recommended estimate = interval == null ? null : recommended(k, interval, tailOfTerms);
        TrustRule.Judged judged =
                new TrustRule(estimate, weights, observed, settings.behaviourEstimated(), settings.declared()).judge();
        boolean isDoubted = !doubts.isEmpty() && judged.trust() == Trust.TRUST;
        List<String> reasons = new ArrayList<>(doubts);
        reasons.addAll(isDoubted ? List.of() : judged.reasons());
        boolean whole = !shape.crowded && !state.ratioSums().isBeyond();
        return new TargetResult(
                settings.targets().get(k).name(),
                isDoubted ? Trust.CARE : judged.trust(),
                List.copyOf(reasons),
                List.copyOf(estimates),
                chosen == null ? null : chosen.name(),
                chosen == null || !interval.exists() ? null : interval.moreToHalve(),
                whole ? state.table().effectiveSize : new double[0],
                whole ? state.table().meanWeight : new double[0],
                weights.paretoK(),
                tailOfTerms,
                weights.largestShare(),
                weights.topPercentShare(),
                byLambda);
    }

    private TrustRule.Recommended recommended(int k, IntervalRule interval, Double tailOfTerms) {
        TargetState state = targets.get(k);
        Estimator estimator = recommended.get(k);
        return new TrustRule.Recommended(
                estimator,
                interval,
                ends(k, estimator),
                errors.support(state, estimator),
                tailOfTerms,
                compared.isReplaced(k, estimator),
                errors.isOutsideGuarantee(state, estimator));
    }

    private List<String> unseen(TargetState state, Estimator estimator, BalanceRule balance) {
        Looked looked = state.looked();
        double width = state.ratioSums().highest() - state.ratioSums().lowest();
        double effective = errors.effective(state, estimator);
        return new UnseenRule(errors.value(state, estimator), errors.ends(state, estimator), width, effective)
                .sentences(
                        looked,
                        balance.where(looked.where()),
                        state.table().late(state.ratioSums().byTime()),
                        settings.range());
    }

    /** The ends of an interval, moved as far as wrong probabilities move its estimate; NaN if that is not known. */
    private IntervalRule.Ends ends(int k, Estimator estimator) {
        IntervalRule.Ends ends = errors.ends(targets.get(k), estimator);
        double gamma = settings.declared().probabilityError();
        if (gamma == 1 || estimator == Estimator.BEHAVIOUR) {
            return ends;
        }
        ValueDifference alone = comparisons.alone(k, estimator);
        IntervalRule.Ends right = alone.ends(1);
        IntervalRule.Ends wrong = alone.ends(gamma);
        double low = ends.low() + wrong.low() - right.low();
        return errors.project(estimator, new IntervalRule.Ends(low, ends.high() + wrong.high() - right.high()));
    }

    private PolicyEstimate estimate(int k, Estimator estimator) {
        TargetState state = targets.get(k);
        double value = errors.value(state, estimator);
        IntervalRule.Ends ends = ends(k, estimator);
        boolean isBehaviour = estimator == Estimator.BEHAVIOUR;
        GuaranteedInterval bounds = isBehaviour ? compared.behaviourGuaranteed() : state.guaranteed();
        boolean isGuaranteed = doubts.isEmpty() && bounds != null && bounds.low() <= bounds.high();
        GuaranteedInterval guaranteed = isGuaranteed ? bounds : null; // where they cross, probabilities are wrong
        // weights that are too large by a factor make both means too large, of wG' and of w(1 − G')
        double wrong = isBehaviour ? 1 : settings.declared().probabilityError();
        ReturnRange range = settings.range();
        return new PolicyEstimate(
                estimator.label(),
                value,
                ValueDifference.finite(errors.interval(state, estimator).stderr()),
                ValueDifference.finite(ends.low()),
                ValueDifference.finite(ends.high()),
                guaranteed == null ? null : range.low() + (guaranteed.low() - range.low()) / wrong,
                guaranteed == null ? null : range.high() - (range.high() - guaranteed.high()) / wrong,
                assumes(estimator));
    }

    private String assumes(Estimator estimator) {
        if (estimator == Estimator.BEHAVIOUR && shape.leftOver > 0) {
            return "nothing: it is the policy that ran, up to the cuts";
        }
        boolean biased = estimator == Estimator.ELSTD && !features.hasUnit();
        return (biased ? Estimator.LSTD : estimator).assumes();
    }

    private List<ValueAtLambda> byLambda(TargetState state) {
        List<ValueAtLambda> values = new ArrayList<>();
        for (int j = 0; j < state.byLambda().length; j++) {
            if (Double.isFinite(state.byLambda()[j])) {
                double stderr = state.moments().error(Estimator.count() + j, shape.clusters());
                values.add(new ValueAtLambda(
                        EvaluationConstants.LAMBDAS[j], state.byLambda()[j], ValueDifference.finite(stderr)));
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
        return values.isEmpty() ? Double.NaN : error > 0 ? (high - low) / error : 0;
    }

    private double familiesApart(TargetState state) {
        Estimator ratio = Estimator.CWPDIS;
        Estimator value = Estimator.ELSTD;
        if (!state.solved().containsKey(ratio) || !state.solved().containsKey(value)) {
            return Double.NaN;
        }
        double error = Math.hypot(
                state.moments().error(ratio.ordinal(), shape.clusters()),
                state.moments().error(value.ordinal(), shape.clusters()));
        double apart = Math.abs(errors.value(state, ratio) - errors.value(state, value));
        return error > 0 ? apart / error : 0;
    }

    /**
     * What a log may never have seen, by chance or by a rule, and would matter if it is there: too little for a test to
     * find. Thresholds are those that did best on the choosing half of {@code bench/referee}.
     *
     * @param ends of the interval of the recommended estimate
     * @param widthOfReturns between those of the episodes that have a weight
     * @param effective how many clusters of equal weight the weights are worth
     */
    record UnseenRule(double value, IntervalRule.Ends ends, double widthOfReturns, double effective) {
        /** A share of the visits matters if it could move the value by this much of half the width. */
        private static final double MOVE_THAT_MATTERS = 0.3;
        /** What a mean ratio below 1 leaves out may be chance: standard errors that are taken off it, … */
        private static final double BY_CHANCE = 1;
        /** … where no feature tells situations apart, so that this is all that can show it. */
        private static final double BY_CHANCE_WITHOUT_FEATURES = 0.5;

        private static final double RULE_OF_THREE = 3; // what happens in 3/n of n episodes is missing from 5 % of logs
        private static final double LATE_THAT_MATTERS = 0.5; // of half the width: what comes where few episodes go on
        private static final double REACHES_THAT_MATTER =
                4; // how often as far as the interval a return moves the value

        List<String> sentences(Looked looked, String where, double late, ReturnRange range) {
            List<String> found = new ArrayList<>();
            if (Math.abs(late) > LATE_THAT_MATTERS * ends.width() / 2) {
                found.add("Rows bring more the later they are, and "
                        + Findings.rounded(late).replace('-', '−')
                        + " of the value comes where fewer than " + Math.round(WeightTable.FEWEST_EPISODES)
                        + " episodes still go on: longer ones may bring more than the log shows.");
            }
            double matters = widthOfReturns > 0
                    ? MOVE_THAT_MATTERS * ends.width() / 2 / widthOfReturns
                    : Double.POSITIVE_INFINITY;
            double byChance = looked.error() * (looked.features() == 0 ? BY_CHANCE_WITHOUT_FEATURES : BY_CHANCE);
            if (looked.never() > matters) {
                found.add("In " + Findings.percent(looked.never()) + " of the visits" + where
                        + " the target does what the" + " log never did.");
            } else if (looked.missing() - byChance > matters) {
                found.add("The ratios have a mean of " + Findings.rounded(1 - looked.missing()) + ": in about "
                        + Findings.percent(looked.missing())
                        + " of the visits the log may never do what the target does.");
            }
            if (range != null) {
                double share = RULE_OF_THREE / effective;
                double below = share * (value - range.low()) / (value - ends.low());
                double above = share * (range.high() - value) / (ends.high() - value);
                if (below > REACHES_THAT_MATTER || above > REACHES_THAT_MATTER) {
                    found.add("So little of this log resembles the policy that something in up to "
                            + Findings.percent(Math.min(1, share))
                            + " of its episodes could be missing from it: with a return of "
                            + Findings.rounded(below > REACHES_THAT_MATTER ? range.low() : range.high())
                                    .replace('-', '−')
                            + " there, as declared, the value would be far outside of the interval.");
                }
            }
            return found;
        }
    }
}
