package io.emphatic.logs.scaleout;

import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.sql.LogSource;
import java.nio.file.Path;

/**
 * Which policies are evaluated on what, and how it runs.
 *
 * @param source files, a directory, or {@code kafka://HOST:PORT/TOPIC}, which is read to where it ends now
 * @param rejected for lines and rows that are left out
 * @param tolerated how many malformed lines may come
 * @param parallelism 0 for as many as there are processors
 * @param cluster HOST:PORT of a JobManager; null for this process
 * @param parts a directory for partial sums, which a cluster has to see; null for a temporary one
 */
public record ScaleOutEvaluation(
        EvaluationSpec spec,
        LogSource source,
        Path rejected,
        long tolerated,
        int parallelism,
        String cluster,
        Path parts) {
    public ScaleOutEvaluation {
        ScaleOutJob.requireCounts(parallelism, tolerated);
    }
}
