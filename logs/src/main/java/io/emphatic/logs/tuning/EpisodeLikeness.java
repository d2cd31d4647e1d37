package io.emphatic.logs.tuning;

import io.emphatic.experience.Transition;
import io.emphatic.logs.file.SavedState;
import java.io.IOException;

/**
 * Whether neighbouring episodes are alike beyond what the features say, as those of one user are: then a learner that
 * follows the last ones predicts this order of the log well, and no other. With rⱼ = Σ ρₜ δₜ(b) of episode j, less
 * their mean,
 *
 * <pre>
 *   z = Σ rⱼ rⱼ₋₁ / √(Σ rⱼ² rⱼ₋₁²)
 * </pre>
 *
 * is about standard normal where they are not.
 */
final class EpisodeLikeness {
    private static final double LIMIT = 4;
    private static final int FEWEST = 30;

    private double now; // rⱼ so far
    private double before; // rⱼ₋₁
    private double sum; // of the r of whole episodes
    private double products; // Σ rⱼ rⱼ₋₁
    private double squares; // Σ rⱼ² rⱼ₋₁²
    private long episodes; // that have begun

    void add(Transition step, double delta) {
        if (step.gamma() == 0 && step.rhoPrev() == 0) {
            begin();
        }
        now += step.rho() * delta;
    }

    private void begin() {
        if (episodes > 1) {
            products += now * before;
            squares += now * now * before * before;
        }
        sum += now;
        before = now;
        now = 0;
        episodes++;
    }

    boolean isSeen() {
        long whole = episodes - 1;
        // Σ (rⱼ − r̄)(rⱼ₋₁ − r̄) is smaller by r̄² a pair
        double mean = sum / whole;
        return whole >= FEWEST && products - whole * mean * mean > LIMIT * Math.sqrt(squares);
    }

    void exchange(SavedState state) throws IOException {
        now = state.number(now);
        before = state.number(before);
        sum = state.number(sum);
        products = state.number(products);
        squares = state.number(squares);
        episodes = state.whole(episodes);
    }
}
