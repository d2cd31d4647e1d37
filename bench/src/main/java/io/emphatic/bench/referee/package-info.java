/**
 * The referee of off-policy evaluation: logs whose truth is known exactly, and how often the evaluation of such a log
 * was right.
 *
 * <p>Read {@link io.emphatic.bench.referee.World} first (an MDP in which logs are written, with the exact values of its
 * targets), then {@link io.emphatic.bench.referee.Recorder} (who acts and what is written down),
 * {@link io.emphatic.bench.referee.LogKind}, {@link io.emphatic.bench.referee.Family} and the two tables of them,
 * {@link io.emphatic.bench.referee.ChoosingHalf} and {@link io.emphatic.bench.referee.HeldOutHalf},
 * {@link io.emphatic.bench.referee.DrawnLog} (one log), {@link io.emphatic.bench.referee.Trial} (one target on one log)
 * and {@link io.emphatic.bench.referee.RefereeReport} (the page). {@link io.emphatic.bench.referee.RefereeTables} is
 * what {@code bench/referee} runs.
 */
package io.emphatic.bench.referee;
