package io.emphatic.lab.study;

import io.emphatic.experience.Features;
import java.util.List;

/**
 * A walk through a simulated problem.
 *
 * @param starts for each step the state it begins in, where that is a start; else null
 * @param arrivals for each step its action and the state it leads to
 * @param densities whether actions have densities, which may exceed one, and not probabilities
 */
record DrawnWalk(List<Visited> starts, List<Taken> arrivals, boolean densities) implements Walk {

    /** A state as a learner sees it; {@code features} of the end are none. */
    record Visited(Features features, double discount, double lambda, double interest) {}

    record Taken(double target, double behaviour, double reward, Visited next, boolean ends) {
        private boolean hasDensity() {
            return target > 1 || behaviour > 1;
        }
    }

    /** A single density above one tells that none of the walk's numbers is a probability. */
    static DrawnWalk of(List<Visited> starts, List<Taken> arrivals) {
        return new DrawnWalk(starts, arrivals, arrivals.stream().anyMatch(Taken::hasDensity));
    }

    @Override
    public int steps() {
        return arrivals.size();
    }

    @Override
    public DrawnWalk first(int steps) {
        return new DrawnWalk(starts.subList(0, steps), arrivals.subList(0, steps), densities);
    }
}
