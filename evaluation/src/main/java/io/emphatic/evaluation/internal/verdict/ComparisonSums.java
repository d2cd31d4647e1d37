package io.emphatic.evaluation.internal.verdict;

import io.emphatic.bands.LargestNumbers;
import io.emphatic.bands.ParetoTail;
import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.internal.targets.TermMoments;
import io.emphatic.evaluation.internal.weights.GuaranteedEpisodes;
import io.emphatic.evaluation.internal.weights.GuaranteedEpisodes.Episode;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.result.GuaranteedInterval;
import io.emphatic.evaluation.result.PolicyComparison;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What the second pass adds up beside the terms of each target: products of the terms of two targets, and of a target
 * and the behaviour, cluster by cluster, the largest terms of each target, and the behaviour's interval.
 */
public final class ComparisonSums {

    /** Outcomes at one end of the returns are rare if the mean is this share of all away from the other. */
    private static final double RARE_SHARE = 0.05;

    private final List<TargetState> targets;
    private final EvaluationSettings settings;
    private final List<Estimator> recommended = new ArrayList<>(); // whose terms are added up
    private final List<LargestNumbers> largestTerms = new ArrayList<>(); // of these, without their sign
    private LargestNumbers largestReturns; // their distances from the mean
    private final List<Estimator> besideBehaviour = new ArrayList<>();
    private final double[][] paired; // Σ over clusters of the terms of two targets, the later one second
    private final double[] pairedTerms; // of the cluster so far
    private final double[] besideTerms;
    private double behaviourTerm;
    private boolean isOpen;
    private final double[] withBehaviour; // Σ over clusters of the terms of a target and of the behaviour
    private final TermMoments differences; // from the behaviour's terms, by target; null without a gate
    private final LifeTable lives; // null: none
    private GuaranteedEpisodes behaviourGuaranteed;
    private AnytimeSums anytime; // null where nothing is guaranteed

    public ComparisonSums(List<TargetState> targets, EvaluationSettings settings) {
        this.targets = targets;
        this.settings = settings;
        this.differences = settings.gate() == null ? null : new TermMoments(new double[targets.size()]);
        this.lives = LifeTable.of(settings);
        this.paired = new double[targets.size()][targets.size()];
        this.pairedTerms = new double[targets.size()];
        this.besideTerms = new double[targets.size()];
        this.withBehaviour = new double[targets.size()];
    }

    /** Chooses the estimators that are compared, once the first pass is solved. */
    public void choose(LogShape shape) {
        largestReturns = new LargestNumbers(ParetoTail.size(shape.clusters) + 1);
        for (TargetState target : targets) {
            Estimator estimator = Recommendation.of(Recommendation.plausible(target, shape), settings, shape);
            recommended.add(estimator);
            largestTerms.add(new LargestNumbers(ParetoTail.size(shape.clusters) + 1));
            besideBehaviour.add(Recommendation.besideBehaviour(estimator, target.solved(), shape));
        }
        if (settings.range() != null && !shape.severalStarts && !shape.weighted && shape.clusters == shape.lives) {
            behaviourGuaranteed = new GuaranteedEpisodes(settings.range(), shape.episodes);
        }
        if (behaviourGuaranteed != null
                && targets.stream().limit(settings.asked()).allMatch(target -> target.guaranteedEpisodes() != null)) {
            anytime = new AnytimeSums(settings);
        }
    }

    public void beginPart() {
        if (behaviourGuaranteed != null) {
            behaviourGuaranteed.beginPart();
        }
    }

    public void exchange(SumExchange sums) throws IOException {
        for (double[] row : paired) {
            sums.totals(row);
        }
        sums.totals(withBehaviour);
        if (differences != null) {
            differences.exchange(sums);
        }
        if (lives != null) {
            lives.exchange(sums);
        }
        for (LargestNumbers largest : largestTerms) {
            sums.largest(largest);
        }
        sums.largest(largestReturns);
        if (behaviourGuaranteed != null) {
            behaviourGuaranteed.exchange(sums);
        }
        for (int j = 0; anytime != null && j < behaviourGuaranteed.added().size(); j++) {
            int episode = j;
            Episode one = behaviourGuaranteed.added().get(j);
            anytime.add(
                    k -> targets.get(k)
                            .guaranteedEpisodes()
                            .added()
                            .get(episode)
                            .weight(),
                    one.returned(),
                    one.ended());
        }
    }

    /** The lives of a block whose terms are those of the targets. */
    public void add(EpisodeBlock done) {
        int at = 0;
        for (int i = 0; i < done.rows; i++) {
            if (lives != null) {
                lives.follow(done, i);
            }
            if (done.has(EpisodeBlock.LAST, i)) {
                if (!done.lifeJoins[i]) {
                    closeCluster();
                }
                add(at);
                if (lives != null) {
                    lives.add(done.lifeStarts[i], done.lifeJoins[i], targets, at);
                }
                if (behaviourGuaranteed != null) {
                    behaviourGuaranteed.add(1, done.lifeReturn[i], done.has(EpisodeBlock.ENDED, i));
                }
                if (anytime != null) {
                    int weight = at + EvaluationConstants.WEIGHT; // of the one episode of the life
                    anytime.add(
                            k -> targets.get(k).terms()[weight], done.lifeReturn[i], done.has(EpisodeBlock.ENDED, i));
                }
                at += EvaluationConstants.TERMS;
            }
        }
    }

    /** What may be looked at whenever the log has grown; null where nothing is guaranteed. */
    AnytimeSums anytime() {
        return anytime;
    }

    private void add(int at) {
        behaviourTerm += targets.get(0).terms()[at + Estimator.BEHAVIOUR.ordinal()];
        for (int k = 0; k < pairedTerms.length; k++) {
            double[] terms = targets.get(k).terms();
            Estimator estimator = recommended.get(k);
            pairedTerms[k] += estimator == null ? 0 : terms[at + estimator.ordinal()];
            Estimator beside = besideBehaviour.get(k);
            besideTerms[k] += beside == null ? 0 : terms[at + beside.ordinal()];
        }
        isOpen = true;
    }

    /** No further life is of the same cluster. */
    public void closeCluster() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        largestReturns.offer(Math.abs(behaviourTerm));
        for (int k = 0; k < pairedTerms.length; k++) {
            for (int b = k; b < pairedTerms.length && pairedTerms[k] != 0; b++) {
                paired[k][b] += pairedTerms[k] * pairedTerms[b];
            }
            withBehaviour[k] += besideTerms[k] * behaviourTerm;
            largestTerms.get(k).offer(Math.abs(pairedTerms[k]));
        }
        if (differences != null) {
            Arrays.setAll(besideTerms, k -> besideTerms[k] - behaviourTerm);
            differences.add(besideTerms, 0, 1, false);
            differences.closeCluster();
        }
        Arrays.fill(pairedTerms, 0);
        Arrays.fill(besideTerms, 0);
        behaviourTerm = 0;
    }

    /** Whether an estimate of a target is not the one whose terms were added up: that cannot be. */
    boolean isReplaced(int target, Estimator last) {
        return last != recommended.get(target);
    }

    /** The shape of the tail of the terms that were added up; null where no tail is to be seen. */
    Double tailOfTerms(int target, LogShape shape) {
        return ParetoTail.shape(largestTerms.get(target).sorted(), shape.clusters);
    }

    Double tailOfReturns(LogShape shape) {
        return ParetoTail.shape(largestReturns.sorted(), shape.clusters);
    }

    PolicyComparisons comparisons(LogShape shape) {
        return new PolicyComparisons(shape);
    }

    /** The interval of the behaviour's value; null without. */
    public GuaranteedInterval behaviourGuaranteed() {
        return behaviourGuaranteed == null ? null : behaviourGuaranteed.interval();
    }

    /** An estimate of a target's value, or of the behaviour's. */
    private record Compared(String name, int index, TargetState state, Estimator estimator) {}

    /** Which policy earns more, by differences of terms on the same clusters. */
    final class PolicyComparisons {
        private final LogShape.Clusters clusters;
        final EstimateErrors errors;
        final List<Estimator> last = new ArrayList<>(); // the estimates that the verdict is about

        private PolicyComparisons(LogShape shape) {
            clusters = shape.clusters();
            errors = new EstimateErrors(settings, shape);
            for (int k = 0; k < targets.size(); k++) {
                Estimator chosen = recommended.get(k);
                TargetState target = targets.get(k);
                boolean fromValues = chosen != null && chosen.ordinal() > Estimator.CWPDIS.ordinal();
                boolean isOutside = fromValues
                        && (Recommendation.isOutside(target, errors.value(target, chosen), shape)
                                || errors.isOutsideGuarantee(target, chosen));
                last.add(isOutside ? Recommendation.fromRatios(Recommendation.plausible(target, shape)) : chosen);
            }
        }

        /** Every target with each later one and with the behaviour. */
        List<PolicyComparison> all() {
            List<ValueDifference> all = new ArrayList<>();
            int count = settings.asked();
            for (int a = 0; a < count; a++) {
                for (int b = a + 1; b < count; b++) {
                    all.add(difference(a, b, false));
                }
                all.add(difference(a, -1, false));
            }
            double gamma = settings.declared().probabilityError();
            return all.stream()
                    .filter(Objects::nonNull)
                    .map(pair -> pair.comparison(gamma))
                    .toList();
        }

        ValueDifference difference(int a, int b, boolean skewed) {
            Estimator ofA = b >= 0 ? last.get(a) : besideBehaviour.get(a);
            Estimator ofB = b >= 0 ? last.get(b) : Estimator.BEHAVIOUR;
            if (ofA == null || ofB == null) {
                return null;
            }
            if (b >= 0) {
                double product =
                        isReplaced(a, ofA) || isReplaced(b, ofB) ? Double.NaN : paired[Math.min(a, b)][Math.max(a, b)];
                return difference(target(a, ofA), target(b, ofB), product, 0);
            }
            boolean isKept = ofA != recommended.get(a) || !isReplaced(a, last.get(a));
            double skewness = skewed ? differences.shape(a, clusters).skewness() : 0;
            return difference(
                    target(a, isKept ? ofA : last.get(a)),
                    new Compared(Estimator.BEHAVIOUR.label(), 0, targets.get(0), ofB),
                    isKept ? withBehaviour[a] : Double.NaN,
                    skewness);
        }

        /** An estimate beside nothing, by the terms of every life. */
        ValueDifference alone(int k, Estimator estimator) {
            TargetState state = targets.get(k);
            IntervalRule rule = errors.interval(state, estimator);
            return paired(target(k, estimator), "", errors.value(state, estimator), rule, lives.unmoved(false));
        }

        /** @param second how far wrong probabilities move the other estimate; null if that is not known */
        private ValueDifference paired(
                Compared a, String b, double value, IntervalRule rule, WrongProbabilities second) {
            return new ValueDifference(a.name(), b, value, rule, clusters, lives, wrong(a), second);
        }

        private WrongProbabilities wrong(Compared of) {
            if (lives == null || of.estimator() == Estimator.BEHAVIOUR) {
                return lives == null ? null : lives.unmoved(true);
            }
            double shift = of.state().moments().shift(of.estimator().ordinal());
            return lives.of(of.index(), of.estimator(), shift, clusters.weight());
        }

        private Compared target(int index, Estimator estimator) {
            return new Compared(settings.targets().get(index).name(), index, targets.get(index), estimator);
        }

        /** @param products Σ over clusters; NaN if not known, and then the standard errors are added up */
        private ValueDifference difference(Compared a, Compared b, double products, double skewness) {
            double both = deviations(a) + deviations(b);
            double codeviations =
                    Double.isNaN(products) ? -Math.sqrt(deviations(a) * deviations(b)) : codeviations(a, b, products);
            double deviations = both - 2 * codeviations;
            double stderr = clusters.error(deviations > Recommendation.ROUNDING * both ? deviations : 0);
            IntervalRule interval = errors.interval(a.state(), a.estimator())
                    .minus(errors.interval(b.state(), b.estimator()), stderr, skewness)
                    .withRare(rare(a, true) + rare(b, false), rare(a, false) + rare(b, true));
            double valueA = errors.value(a.state(), a.estimator());
            double valueB = errors.value(b.state(), b.estimator());
            double apart = valueA - valueB;
            double difference = Math.abs(apart) > Recommendation.ROUNDING * Math.max(Math.abs(valueA), Math.abs(valueB))
                    ? apart
                    : 0;
            return paired(a, b.name(), difference, interval, wrong(b));
        }

        /** How far an outcome that is rare, at the bad or the good end of the returns, moves a target, over n. */
        private double rare(Compared policy, boolean isBad) {
            double low = policy.state().ratioSums().lowest();
            double high = policy.state().ratioSums().highest();
            double mean = errors.value(targets.get(0), Estimator.BEHAVIOUR);
            double near = isBad ? high - mean : mean - low;
            return policy.estimator() != Estimator.BEHAVIOUR && near <= RARE_SHARE * (high - low)
                    ? (high - low) / errors.effective(policy.state(), policy.estimator())
                    : 0;
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
