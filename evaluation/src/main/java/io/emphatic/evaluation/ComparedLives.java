package io.emphatic.evaluation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the second pass adds up beside the terms of each target: products of the terms of two targets, and of a target
 * and the behaviour, life by life, and the behaviour's interval.
 */
final class ComparedLives {
    private final List<TargetState> targets;
    private final List<Estimator> recommended = new ArrayList<>();
    private final List<Estimator> besideBehaviour = new ArrayList<>();
    private final PairedMoments paired;
    private final double[] pairedTerms;
    private final double[] withBehaviour; // Σ over lives of the terms of a target and of the behaviour
    private GuaranteedInterval behaviourGuaranteed;

    ComparedLives(List<TargetState> targets) {
        this.targets = targets;
        this.paired = new PairedMoments(targets.size());
        this.pairedTerms = new double[targets.size()];
        this.withBehaviour = new double[targets.size()];
    }

    /** Chooses the estimators that are compared, once the first pass is solved. */
    void choose(EvaluationSettings settings, LogShape shape) {
        for (TargetState target : targets) {
            Estimator estimator = Recommendation.of(
                    target.solved(), settings, shape, target.ratioSums().effective());
            recommended.add(estimator);
            besideBehaviour.add(Recommendation.besideBehaviour(estimator, target.solved(), shape));
        }
        if (settings.range() != null && !shape.severalStarts) {
            behaviourGuaranteed = new GuaranteedInterval(settings.range(), shape.episodes);
        }
    }

    void beginPart() {
        if (behaviourGuaranteed != null) {
            behaviourGuaranteed.keepEpisodes();
        }
    }

    void exchange(SumExchange sums) throws IOException {
        paired.exchange(sums);
        sums.totals(withBehaviour);
        if (behaviourGuaranteed != null) {
            behaviourGuaranteed.exchange(sums);
        }
    }

    /** The lives of a block whose terms are those of the targets. */
    void add(EpisodeBlock done) {
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
                at += TargetGroup.TERMS;
            }
        }
    }

    List<PolicyComparison> comparisons(EvaluationSettings settings, LogShape shape) {
        return new PolicyComparisons(settings, shape, targets).of(recommended, paired, besideBehaviour, withBehaviour);
    }

    List<Estimator> recommended() {
        return recommended;
    }

    /** The interval of the behaviour's value; null without. */
    GuaranteedInterval behaviourGuaranteed() {
        return behaviourGuaranteed;
    }
}
