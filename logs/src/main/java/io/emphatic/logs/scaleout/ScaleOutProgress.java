package io.emphatic.logs.scaleout;

/**
 * How far a job is. After a restart the counts begin anew at the last checkpoint.
 *
 * @param state in the engine's words: RUNNING, RESTARTING
 * @param rows read so far
 * @param lastCheckpoint the number of the last complete one; 0 for none
 */
public record ScaleOutProgress(
        String state, long rows, double rowsPerSecond, long streams, long lastCheckpoint, int restarts) {}
