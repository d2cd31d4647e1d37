package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.internal.weights.GuaranteedEpisodes;
import io.emphatic.evaluation.internal.weights.LargestWeights;
import io.emphatic.evaluation.internal.weights.ParetoTail;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.result.GuaranteedInterval;
import io.emphatic.evaluation.result.PolicyComparison;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the second pass adds up beside the terms of each target: products of the terms of two targets, and of a target
 * and the behaviour, cluster by cluster, the largest terms of each target, and the behaviour's interval.
 */
public final class ComparisonSums {
    /** Below this share of both, a difference, or its variance, is rounding. */
    static final double ROUNDING = 1e-12;

    private final List<TargetState> targets;
    private final List<Estimator> recommended = new ArrayList<>(); // whose terms are added up
    private final List<LargestWeights> largestTerms = new ArrayList<>(); // of these, without their sign
    private LargestWeights largestReturns; // their distances from the mean
    private final List<Estimator> besideBehaviour = new ArrayList<>();
    private final PairedMoments paired;
    private final double[] pairedTerms; // of the cluster so far
    private final double[] besideTerms;
    private double behaviourTerm;
    private boolean isOpen;
    private final double[] withBehaviour; // Σ over clusters of the terms of a target and of the behaviour
    private GuaranteedEpisodes behaviourGuaranteed;

    public ComparisonSums(List<TargetState> targets) {
        this.targets = targets;
        this.paired = new PairedMoments(targets.size());
        this.pairedTerms = new double[targets.size()];
        this.besideTerms = new double[targets.size()];
        this.withBehaviour = new double[targets.size()];
    }

    /** Chooses the estimators that are compared, once the first pass is solved. */
    public void choose(EvaluationSettings settings, LogShape shape) {
        largestReturns = new LargestWeights(ParetoTail.size(shape.clusters) + 1);
        for (TargetState target : targets) {
            Estimator estimator = Recommendation.of(Recommendation.plausible(target, shape), settings, shape);
            recommended.add(estimator);
            largestTerms.add(new LargestWeights(ParetoTail.size(shape.clusters) + 1));
            besideBehaviour.add(Recommendation.besideBehaviour(estimator, target.solved(), shape));
        }
        if (settings.range() != null && !shape.severalStarts && shape.clusters == shape.lives) {
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
        for (LargestWeights largest : largestTerms) {
            largest.exchange(sums);
        }
        largestReturns.exchange(sums);
        if (behaviourGuaranteed != null) {
            behaviourGuaranteed.exchange(sums);
        }
    }

    /** The lives of a block whose terms are those of the targets. */
    public void add(EpisodeBlock done) {
        int at = 0;
        for (int i = 0; i < done.rows; i++) {
            if (done.has(EpisodeBlock.LAST, i)) {
                if (!done.lifeJoins[i]) {
                    closeCluster();
                }
                behaviourTerm += targets.get(0).terms()[at + Estimator.BEHAVIOUR.ordinal()];
                for (int k = 0; k < pairedTerms.length; k++) {
                    double[] terms = targets.get(k).terms();
                    Estimator estimator = recommended.get(k);
                    pairedTerms[k] += estimator == null ? 0 : terms[at + estimator.ordinal()];
                    Estimator beside = besideBehaviour.get(k);
                    besideTerms[k] += beside == null ? 0 : terms[at + beside.ordinal()];
                }
                isOpen = true;
                if (behaviourGuaranteed != null) {
                    behaviourGuaranteed.add(1, done.lifeReturn[i], done.has(EpisodeBlock.ENDED, i));
                }
                at += EvaluationConstants.TERMS;
            }
        }
    }

    /** No further life is of the same cluster. */
    public void closeCluster() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        paired.add(pairedTerms);
        largestReturns.offer(Math.abs(behaviourTerm));
        for (int k = 0; k < pairedTerms.length; k++) {
            withBehaviour[k] += besideTerms[k] * behaviourTerm;
            largestTerms.get(k).offer(Math.abs(pairedTerms[k]));
        }
        Arrays.fill(pairedTerms, 0);
        Arrays.fill(besideTerms, 0);
        behaviourTerm = 0;
    }

    /** Whether an estimate of a target is not the one whose terms were added up: that was outside of all returns. */
    boolean isReplaced(int target, Estimator last) {
        return last != recommended.get(target);
    }

    /** The shape of the tail of the terms that were added up; null where no tail is to be seen. */
    Double tailOfTerms(int target, LogShape shape) {
        return ParetoTail.shape(largestTerms.get(target).sorted(), shape.clusters);
    }

    /** The same of the returns, whatever the target. */
    Double tailOfReturns(LogShape shape) {
        return ParetoTail.shape(largestReturns.sorted(), shape.clusters);
    }

    public List<PolicyComparison> comparisons(EvaluationSettings settings, LogShape shape) {
        return new PolicyComparisons(settings, shape).all();
    }

    /**
     * The estimates that the verdict is about. Where one from values turns out to be outside of all returns, another
     * takes its place.
     */
    public List<Estimator> recommended(EvaluationSettings settings, LogShape shape) {
        EstimateErrors errors = new EstimateErrors(settings, shape);
        List<Estimator> last = new ArrayList<>();
        for (int k = 0; k < targets.size(); k++) {
            Estimator chosen = recommended.get(k);
            TargetState target = targets.get(k);
            boolean fromValues = chosen != null && chosen.ordinal() > Estimator.CWPDIS.ordinal();
            boolean isOutside = fromValues && Recommendation.isOutside(target, errors.value(target, chosen), shape);
            last.add(isOutside ? Recommendation.fromRatios(Recommendation.plausible(target, shape)) : chosen);
        }
        return last;
    }

    /** The interval of the behaviour's value; null without. */
    public GuaranteedInterval behaviourGuaranteed() {
        return behaviourGuaranteed == null ? null : behaviourGuaranteed.interval();
    }

    /** Products of the terms of each two policies on the same clusters, about their shifts. */
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

    /** Which policy earns more, by differences of terms on the same clusters. */
    private final class PolicyComparisons {
        private final EvaluationSettings settings;
        private final LogShape.Clusters clusters;
        private final EstimateErrors errors;
        private final List<Estimator> last;

        PolicyComparisons(EvaluationSettings settings, LogShape shape) {
            this.settings = settings;
            this.clusters = shape.clusters();
            this.errors = new EstimateErrors(settings, shape);
            this.last = recommended(settings, shape);
        }

        /** Every target with each later one and with the behaviour. */
        List<PolicyComparison> all() {
            List<PolicyComparison> comparisons = new ArrayList<>();
            Compared behaviour = new Compared(Estimator.BEHAVIOUR.label(), targets.get(0), Estimator.BEHAVIOUR);
            for (int a = 0; a < targets.size(); a++) {
                for (int b = a + 1; b < targets.size(); b++) {
                    if (last.get(a) != null && last.get(b) != null) {
                        double product = isReplaced(a, last.get(a)) || isReplaced(b, last.get(b))
                                ? Double.NaN
                                : paired.product(a, b);
                        comparisons.add(comparison(target(a, last.get(a)), target(b, last.get(b)), product));
                    }
                }
                if (besideBehaviour.get(a) != null) {
                    boolean isKept = besideBehaviour.get(a) != recommended.get(a) || !isReplaced(a, last.get(a));
                    Estimator beside = isKept ? besideBehaviour.get(a) : last.get(a);
                    comparisons.add(comparison(target(a, beside), behaviour, isKept ? withBehaviour[a] : Double.NaN));
                }
            }
            return List.copyOf(comparisons);
        }

        private Compared target(int index, Estimator estimator) {
            return new Compared(settings.targets().get(index).name(), targets.get(index), estimator);
        }

        /** @param products Σ over clusters; NaN if not known, and then the standard errors are added up */
        private PolicyComparison comparison(Compared a, Compared b, double products) {
            double both = deviations(a) + deviations(b);
            double codeviations =
                    Double.isNaN(products) ? -Math.sqrt(deviations(a) * deviations(b)) : codeviations(a, b, products);
            double deviations = both - 2 * codeviations;
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

        /** Σ over clusters of the products of deviations from both means. */
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
