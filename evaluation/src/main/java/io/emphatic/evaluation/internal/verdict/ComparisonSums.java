package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.internal.weights.GuaranteedEpisodes;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.result.GuaranteedInterval;
import io.emphatic.evaluation.result.PolicyComparison;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the second pass adds up beside the terms of each target: products of the terms of two targets, and of a target
 * and the behaviour, life by life, and the behaviour's interval.
 */
public final class ComparisonSums {
    /** Below this share of both, a difference, or its variance, is rounding. */
    private static final double ROUNDING = 1e-12;

    private final List<TargetState> targets;
    private final List<Estimator> recommended = new ArrayList<>();
    private final List<Estimator> besideBehaviour = new ArrayList<>();
    private final PairedMoments paired;
    private final double[] pairedTerms;
    private final double[] withBehaviour; // Σ over lives of the terms of a target and of the behaviour
    private GuaranteedEpisodes behaviourGuaranteed;

    public ComparisonSums(List<TargetState> targets) {
        this.targets = targets;
        this.paired = new PairedMoments(targets.size());
        this.pairedTerms = new double[targets.size()];
        this.withBehaviour = new double[targets.size()];
    }

    /** Chooses the estimators that are compared, once the first pass is solved. */
    public void choose(EvaluationSettings settings, LogShape shape) {
        for (TargetState target : targets) {
            Estimator estimator = Recommendation.of(
                    target.solved(), settings, shape, target.ratioSums().effective());
            recommended.add(estimator);
            besideBehaviour.add(Recommendation.besideBehaviour(estimator, target.solved(), shape));
        }
        if (settings.range() != null && !shape.severalStarts) {
            behaviourGuaranteed = new GuaranteedEpisodes(settings.range(), shape.episodes);
        }
    }

    public void beginPart() {
        if (behaviourGuaranteed != null) {
            behaviourGuaranteed.beginPart();
        }
    }

    public void exchange(SumExchange sums) throws IOException {
        paired.exchange(sums);
        sums.totals(withBehaviour);
        if (behaviourGuaranteed != null) {
            behaviourGuaranteed.exchange(sums);
        }
    }

    /** The lives of a block whose terms are those of the targets. */
    public void add(EpisodeBlock done) {
        int at = 0;
        for (int i = 0; i < done.rows; i++) {
            if (done.has(EpisodeBlock.LAST, i)) {
                double behaviour = targets.get(0).terms()[at + Estimator.BEHAVIOUR.ordinal()];
                for (int k = 0; k < pairedTerms.length; k++) {
                    double[] terms = targets.get(k).terms();
                    Estimator estimator = recommended.get(k);
                    pairedTerms[k] = estimator == null ? 0 : terms[at + estimator.ordinal()];
                    Estimator beside = besideBehaviour.get(k);
                    withBehaviour[k] += beside == null ? 0 : terms[at + beside.ordinal()] * behaviour;
                }
                paired.add(pairedTerms);
                if (behaviourGuaranteed != null) {
                    behaviourGuaranteed.add(1, done.lifeReturn[i], done.has(EpisodeBlock.ENDED, i));
                }
                at += EvaluationConstants.TERMS;
            }
        }
    }

    public List<PolicyComparison> comparisons(EvaluationSettings settings, LogShape shape) {
        return new PolicyComparisons(settings, shape).all();
    }

    public List<Estimator> recommended() {
        return recommended;
    }

    /** The interval of the behaviour's value; null without. */
    public GuaranteedInterval behaviourGuaranteed() {
        return behaviourGuaranteed == null ? null : behaviourGuaranteed.interval();
    }

    /**
     * Which estimate of a target the verdict and the comparisons are about; decided between the passes, by what had the
     * least error and an interval that holds on the choosing half of {@code bench/referee}: {@code dr} where the log
     * can tell its many weights and the ratios are mild, {@code wdr} where it can tell the weights of the features,
     * else {@code cwpdis}.
     */
    static final class Recommendation {
        /** Lives for each weight of the action values. */
        private static final long LIVES_PER_ACTION_VALUE = 4;

        /** Lives for each weight of the state values. */
        private static final long LIVES_PER_VALUE = 5;

        /**
         * The least effective sample size, as a share of the episodes, for {@code dr}, whose weights are not
         * normalised.
         */
        private static final double MILD = 0.1;

        private static final List<Estimator> FROM_VALUES = List.of(Estimator.WDR, Estimator.VDR);
        private static final List<Estimator> FROM_RATIOS = List.of(Estimator.CWPDIS, Estimator.PDIS, Estimator.IS);

        private Recommendation() {}

        /**
         * The first that applies; null if none does.
         *
         * @param effective the effective sample size of whole episodes; 0 if it is not known
         */
        static Estimator of(
                Map<Estimator, Double> solved, EvaluationSettings settings, LogShape shape, double effective) {
            long features = settings.features();
            boolean mild = effective >= MILD * shape.episodes;
            if (solved.containsKey(Estimator.DR)
                    && mild
                    && shape.lives >= LIVES_PER_ACTION_VALUE * features * settings.actions()) {
                return Estimator.DR;
            }
            List<Estimator> first = shape.lives >= LIVES_PER_VALUE * features ? FROM_VALUES : List.of();
            return Stream.concat(first.stream(), FROM_RATIOS.stream())
                    .filter(solved::containsKey)
                    .findFirst()
                    .orElse(null);
        }

        /**
         * Which estimate is compared with what the behaviour earned. Its mean return has nothing of what was cut off,
         * so that an estimate that looks beyond a cut, or counts the remaining episodes for those that have left, would
         * be compared with something else: {@code pdis} then, which sees what the behaviour's return sees. Null if
         * there is nothing to compare.
         */
        static Estimator besideBehaviour(Estimator recommended, Map<Estimator, Double> solved, LogShape shape) {
            Estimator estimator = shape.leftOver > 0 ? Estimator.PDIS : recommended;
            boolean known =
                    estimator != null && solved.containsKey(estimator) && solved.containsKey(Estimator.BEHAVIOUR);
            return known ? estimator : null;
        }
    }

    /** Products of the terms of each two policies on the same lives, about their shifts. */
    static final class PairedMoments {
        private final int count;
        private final double[] products; // row by row, the upper triangle

        PairedMoments(int count) {
            this.count = count;
            this.products = new double[count * count];
        }

        /** @param terms one of each policy. Not modified. */
        void add(double[] terms) {
            for (int a = 0; a < count; a++) {
                double term = terms[a];
                if (term != 0) {
                    int row = a * count;
                    for (int b = a; b < count; b++) {
                        products[row + b] += term * terms[b];
                    }
                }
            }
        }

        void exchange(SumExchange sums) throws IOException {
            sums.totals(products);
        }

        double product(int a, int b) {
            return products[Math.min(a, b) * count + Math.max(a, b)];
        }
    }

    /** An estimate of a target's value, or of the behaviour's. */
    private record Compared(String name, TargetState state, Estimator estimator) {}

    /** Which policy earns more, by differences of terms on the same lives. */
    private final class PolicyComparisons {
        private final EvaluationSettings settings;
        private final LogShape.Clusters clusters;
        private final EstimateErrors errors;

        PolicyComparisons(EvaluationSettings settings, LogShape shape) {
            this.settings = settings;
            this.clusters = shape.clusters();
            this.errors = new EstimateErrors(shape);
        }

        /** Every target with each later one and with the behaviour. */
        List<PolicyComparison> all() {
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
}
