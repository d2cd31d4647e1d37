/**
 * The referee of off-policy evaluation: logs whose truth is known exactly, and how often the evaluation of such a log
 * was right.
 *
 * <p>Read {@link io.emphatic.lab.referee.World} first (an MDP in which logs are written, with the exact values of its
 * targets), then {@link io.emphatic.lab.referee.LogKind} and its list {@link io.emphatic.lab.referee.LogKinds},
 * {@link io.emphatic.lab.referee.DrawnLog} (one log), {@link io.emphatic.lab.referee.Trial} (one target on one log),
 * {@link io.emphatic.lab.referee.RefereeRun} (all of them, resumable) and {@link io.emphatic.lab.referee.RefereeReport}
 * (the tables). May use {@code problems}, {@code simulation}, {@code theory} and the module {@code evaluation}; knows
 * nothing of studies and reports.
 */
package io.emphatic.lab.referee;
