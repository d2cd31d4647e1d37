package io.emphatic.lab.study;

/**
 * What settings that share their trace learned from one walk: the error of each at each point of the learning curve,
 * averaged over the predictions of the problem.
 *
 * @param errors {@code errors[point][setting]}; NaN from where the setting has diverged
 * @param divergedAt the step of the walk, counted from 0, at which any prediction of the setting diverged;
 *     {@link #NEVER} if none did
 */
record Lesson(double[][] errors, long[] divergedAt) {
    static final long NEVER = -1;
}
