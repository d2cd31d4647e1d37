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

/**
 * What the second pass adds up beside the terms of each target: products of the terms of two targets, and of a target
 * and the behaviour, life by life, and the behaviour's interval.
 */
public final class ComparisonSums {
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
        return new PolicyComparisons(settings, shape, targets).of(recommended, paired, besideBehaviour, withBehaviour);
    }

    public List<Estimator> recommended() {
        return recommended;
    }

    /** The interval of the behaviour's value; null without. */
    public GuaranteedInterval behaviourGuaranteed() {
        return behaviourGuaranteed == null ? null : behaviourGuaranteed.interval();
    }
}
