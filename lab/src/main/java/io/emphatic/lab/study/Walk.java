package io.emphatic.lab.study;

/** The experience of one run, the same for every setting. */
public sealed interface Walk permits EdgeWalk, DrawnWalk {
    int steps();

    /** Its beginning. */
    Walk first(int steps);
}
