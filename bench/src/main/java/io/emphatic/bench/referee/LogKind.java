package io.emphatic.bench.referee;

import java.util.function.Supplier;

/**
 * A kind of log: where it comes from, who writes it and what it shows.
 *
 * @param recorder makes the recorder of a log
 * @param everyAction whether the targets' probabilities of all actions are given
 * @param sizes how many episodes a log has; the logs of a kind take turns
 */
record LogKind(
        String name, WorldSource worlds, Sight sight, boolean everyAction, Supplier<Recorder> recorder, int... sizes) {
    private static final int[] USUAL_SIZES = {50, 100, 200, 500, 1_000, 5_000};

    /** The features. All but {@code NONE} have a bias among them or sum to one. */
    enum Sight {
        NONE,
        BIAS,
        /** One feature for each state that can be told apart. */
        TABULAR,
        /** One feature for each of four groups of states. */
        GROUPS,
        /** A bias and five uniform random numbers for each state that can be told apart. */
        RANDOM,
        /** Those of the problem, and a bias. */
        OWN
    }

    static LogKind of(String name, WorldSource worlds, Sight sight) {
        return new LogKind(name, worlds, sight, false, Recorder::new, USUAL_SIZES);
    }

    /** With the targets' probabilities of all actions. */
    LogKind map() {
        return new LogKind(name, worlds, sight, true, recorder, sizes);
    }

    LogKind by(Supplier<Recorder> writer) {
        return new LogKind(name, worlds, sight, everyAction, writer, sizes);
    }

    LogKind sizes(int... episodes) {
        return new LogKind(name, worlds, sight, everyAction, recorder, episodes);
    }

    int size(int log) {
        return sizes[log % sizes.length];
    }

    /** Whether a log declares what is so, as what a return can be: every second round of sizes does. */
    boolean isDeclaring(int log) {
        return log / sizes.length % 2 == 1;
    }
}
