package io.emphatic.lab.study;

import io.emphatic.experience.Transition;

/** A walk as the learners of one question see it, with a λ. Not thread-safe. */
interface Passage {

    /** Whether a step is learned from. */
    boolean learns(int step);

    /** Starts the transition in the state in which a step begins, with nothing before it. */
    void start(int step, Transition t);

    /** The action of a step and the state it leads to. */
    void advance(int step, Transition t);

    /** Whether the episode ends with a step. */
    boolean ends(int step);
}
