package io.emphatic.logs.scaleout;

import io.emphatic.logs.evaluating.EvaluationReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Learns from many streams on an engine that keeps state, checkpoints and rescales. A service of the class path. */
public interface ScaleOut {
    /**
     * Refuses what the engine cannot run before anything starts, then runs until all rows have come.
     *
     * @param progress called every half second or so
     * @throws IllegalArgumentException if the spec, the log or an option cannot be used; the message says why
     * @throws IOException if the job failed
     */
    ScaleOutReport learn(ScaleOutJob job, Consumer<ScaleOutProgress> progress) throws IOException;

    /** The checkpoint from which a job would resume; null where there is none. */
    Path saved(ScaleOutJob job) throws IOException;

    /**
     * Evaluates policies on all streams at once: sums of ranges of streams, added in the order of the streams.
     *
     * @param progress called every half second or so, of each of several jobs
     * @throws IllegalArgumentException if the spec, the log or an option cannot be used; the message says why
     * @throws IOException if a job failed
     */
    EvaluationReport evaluate(ScaleOutEvaluation evaluation, Consumer<ScaleOutProgress> progress) throws IOException;
}
