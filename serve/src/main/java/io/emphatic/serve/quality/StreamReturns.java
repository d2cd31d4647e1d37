package io.emphatic.serve.quality;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.live.RowOutcome.StepView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The returns that follow a few predictions for one stream, and what the score and the value of an episode need of it.
 *
 * <p>With a baseline b that is known before the action is, the doubly robust return of {@code docs/EVALUATION.md} §5 is
 *
 * <pre>
 *   Gₜ = (1 − ρₜ) bₜ + ρₜ (Rₜ₊₁ + γₜ₊₁ Gₜ₊₁)
 * </pre>
 *
 * forwards, for each prediction that is followed: g ← g + w ((1 − ρ) b + ρ R), w ← w ρ γ'. Where target and behaviour
 * are the same, ρ = 1 and that is the return itself. A prediction is settled when Π γ is below 1 %, or at an end; what
 * is left then is w b, and nothing for a return that really followed. Predictions are followed at a distance that lets
 * {@value #SLOTS} of them be open at once: following all would cost a horizon of work per step. Of the first 65,536
 * streams all are followed, of the next as many one in two, then one in three, and so on.
 */
final class StreamReturns {
    static final int SLOTS = 8;

    private static final double SETTLED = 0.01;

    interface Settlement {
        void settled(FollowedPrediction one, double realised);
    }

    /** A prediction that is followed. */
    static final class FollowedPrediction {
        double predicted;
        double followed; // Σ Π γ R: what really followed
        double ratio = 1; // Π ρ
        long seq;
        long announcement; // of the band around it
        private double returned; // g
        private double weight = 1; // w
        private double discount = 1; // Π γ

        void exchange(SavedState state) throws IOException {
            predicted = state.number(predicted);
            followed = state.number(followed);
            ratio = state.number(ratio);
            returned = state.number(returned);
            weight = state.number(weight);
            discount = state.number(discount);
            seq = state.whole(seq);
            announcement = state.whole(announcement);
        }
    }

    final int stream; // its number
    private final List<FollowedPrediction> open = new ArrayList<>(0);
    private long stride = 1; // one of this many predictions is followed
    private long count; // of the predictions that could have been

    double value; // vₜ of the last row
    double interest; // iₜ
    double baseline; // bₜ
    long seq;
    long announcement; // of the band around it
    long episode = -1; // its number in the race of its question; 0 before it begins, −1 for one begun unseen
    boolean isOpen; // whether the row's step is not known yet
    double z; // zₜ of the score
    double gammaNext; // of the last step, γ of the last row
    double rho; // of the last step
    double episodeWeight = 1; // Π ρ since the episode began
    double lifeDiscount = 1;
    double lifeReturn;

    StreamReturns(int stream) {
        this.stream = stream;
    }

    /** @param tail b of the state that the last row led to; 0 where what is left beyond it is not added */
    void step(StepView step, double tail, Settlement settlement) {
        follow();
        double gain = (1 - step.ratio()) * baseline + step.ratio() * step.cumulant();
        double decay = step.ratio() * step.discount();
        for (FollowedPrediction one : open) {
            // g ← g + w ((1 − ρ) b + ρ R)
            one.returned += one.weight * gain;
            one.weight *= decay;
            one.followed += one.discount * step.cumulant();
            one.ratio *= step.ratio();
            one.discount *= step.discount();
            if (one.discount < SETTLED) {
                settlement.settled(one, one.returned + one.weight * tail);
            }
        }
        open.removeIf(one -> one.discount < SETTLED);
        lifeReturn += lifeDiscount * step.cumulant();
        episodeWeight *= step.ratio();
        lifeDiscount *= step.discount();
    }

    private void follow() {
        if (stream % (1 + (stream >> 16)) != 0 || count++ % stride != 0) {
            return;
        }
        if (open.size() == SLOTS) {
            stride *= 2;
            return;
        }
        FollowedPrediction one = new FollowedPrediction();
        one.predicted = value;
        one.seq = seq;
        one.announcement = announcement;
        open.add(one);
    }

    /** An episode begins. What is open will never be settled. */
    void begin() {
        open.clear();
        isOpen = false;
        episode = 0;
        z = 0;
        rho = 0;
        episodeWeight = 1;
        lifeDiscount = 1;
        lifeReturn = 0;
    }

    void exchange(SavedState state) throws IOException {
        int followed = state.count(open.size());
        while (open.size() < followed) {
            open.add(new FollowedPrediction());
        }
        for (FollowedPrediction one : open) {
            one.exchange(state);
        }
        stride = state.whole(stride);
        count = state.whole(count);
        value = state.number(value);
        baseline = state.number(baseline);
        z = state.number(z);
        gammaNext = state.number(gammaNext);
        rho = state.number(rho);
        episodeWeight = state.number(episodeWeight);
        lifeDiscount = state.number(lifeDiscount);
        lifeReturn = state.number(lifeReturn);
        interest = state.number(interest);
        seq = state.whole(seq);
        announcement = state.whole(announcement);
        episode = state.whole(episode);
        isOpen = state.flag(isOpen);
    }
}
