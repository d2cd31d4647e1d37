package io.emphatic.serve.quality;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.live.RowOutcome.StepView;
import java.io.IOException;

/**
 * The returns that follow a few predictions for one stream, and what the score and the value of a life need of it.
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
 * {@value #SLOTS} of them be open at once: following all would cost a horizon of work per step.
 */
final class StreamReturns {
    static final int SLOTS = 8;

    private static final double SETTLED = 0.01;

    /** Takes predictions that are settled. */
    interface Settlement {
        void settled(long seq, double predicted, double realised);
    }

    private final double[] predicted = new double[SLOTS];
    private final double[] returned = new double[SLOTS]; // g
    private final double[] weight = new double[SLOTS]; // w
    private final double[] discount = new double[SLOTS]; // Π γ; 0 in a free slot
    private final long[] seqs = new long[SLOTS];
    private int open;
    private long stride = 1; // one of this many predictions is followed
    private long count; // of the predictions that could have been

    double value; // vₜ of the last row
    double interest; // iₜ
    double baseline; // bₜ
    long seq;
    boolean isOpen; // whether the row's step is not known yet
    double z; // zₜ of the score
    double gammaNext; // of the last step, γ of the last row
    double rho; // of the last step
    double lifeWeight = 1; // Π ρ since the life began
    double lifeDiscount = 1;
    double lifeReturn;

    /**
     * The step of the last row is known.
     *
     * @param tail b of the state it led to; 0 where what is left beyond it is not added
     */
    void step(StepView step, double tail, Settlement settlement) {
        follow();
        double gain = (1 - step.ratio()) * baseline + step.ratio() * step.cumulant();
        double decay = step.ratio() * step.discount();
        for (int k = 0; k < SLOTS; k++) {
            if (discount[k] > 0) {
                // g ← g + w ((1 − ρ) b + ρ R)
                returned[k] += weight[k] * gain;
                weight[k] *= decay;
                discount[k] *= step.discount();
                if (discount[k] < SETTLED) {
                    settlement.settled(seqs[k], predicted[k], returned[k] + weight[k] * tail);
                    discount[k] = 0;
                    open--;
                }
            }
        }
        lifeReturn += lifeDiscount * step.cumulant();
        lifeWeight *= step.ratio();
        lifeDiscount *= step.discount();
    }

    private void follow() {
        if (count++ % stride != 0) {
            return;
        }
        if (open == SLOTS) {
            stride *= 2;
            return;
        }
        int free = 0;
        while (discount[free] > 0) {
            free++;
        }
        predicted[free] = value;
        returned[free] = 0;
        weight[free] = 1;
        discount[free] = 1;
        seqs[free] = seq;
        open++;
    }

    /** A life begins. What is open will never be settled. */
    void begin() {
        for (int k = 0; k < SLOTS; k++) {
            discount[k] = 0;
        }
        open = 0;
        isOpen = false;
        z = 0;
        rho = 0;
        lifeWeight = 1;
        lifeDiscount = 1;
        lifeReturn = 0;
    }

    void exchange(SavedState state) throws IOException {
        state.numbers(predicted, SLOTS);
        state.numbers(returned, SLOTS);
        state.numbers(weight, SLOTS);
        state.numbers(discount, SLOTS);
        for (int k = 0; k < SLOTS; k++) {
            seqs[k] = state.whole(seqs[k]);
        }
        open = state.count(open);
        stride = state.whole(stride);
        count = state.whole(count);
        value = state.number(value);
        baseline = state.number(baseline);
        z = state.number(z);
        gammaNext = state.number(gammaNext);
        rho = state.number(rho);
        lifeWeight = state.number(lifeWeight);
        lifeDiscount = state.number(lifeDiscount);
        lifeReturn = state.number(lifeReturn);
        interest = state.number(interest);
        seq = state.whole(seq);
        isOpen = state.flag(isOpen);
    }
}
