package io.emphatic.lab.study;

/**
 * The learning curves of settings that share their trace, from one walk: the error of each at each point of the
 * learning curve, averaged over the questions of the problem.
 *
 * @param errors {@code errors[point][setting]}; NaN from where the setting has diverged
 * @param divergedAt the step of the walk, counted from 0, at which the setting diverged on any question; {@link #NEVER}
 *     if it did not
 */
public record LearningCurves(double[][] errors, long[] divergedAt) {
    static final long NEVER = -1;
}
