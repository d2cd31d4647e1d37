package io.emphatic.flink;

import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob.JobOutputs;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Jobs of tests: all their files are in one directory. */
record ScaleOutRuns(Spec spec, String log, Path directory) {
    private static final Duration EVERY = Duration.ofMillis(200);

    Path models(String name) {
        return directory.resolve(name + ".jsonl");
    }

    Path rejected() {
        return directory.resolve("rejected.jsonl");
    }

    Path checkpoint() {
        return directory.resolve("checkpoints");
    }

    /** Without checkpoints, in this process. */
    ScaleOutJob plain(String name, int parallelism, long tolerated) {
        return job(name, true, parallelism, tolerated, null, null, null, false);
    }

    /** With checkpoints; in this process where the cluster is null. */
    ScaleOutJob saved(String name, int parallelism, String cluster, boolean resume) {
        return job(name, true, parallelism, 0, cluster, null, checkpoint(), resume);
    }

    /** Goes on after the end of a topic and writes its models with every checkpoint. */
    ScaleOutJob endless(String name, int parallelism, String cluster, boolean resume) {
        return job(name, false, parallelism, 0, cluster, EVERY, checkpoint(), resume);
    }

    /** Tells its predictions, and nothing else. */
    ScaleOutJob predicting(String predictions) {
        return new ScaleOutJob(
                spec,
                LogSource.files(log),
                true,
                null,
                new JobOutputs(null, null, null, predictions, rejected()),
                0,
                2,
                null,
                checkpoint(),
                EVERY,
                false,
                "test");
    }

    private ScaleOutJob job(
            String name,
            boolean untilEnd,
            int parallelism,
            long tolerated,
            String cluster,
            Duration modelsEvery,
            Path checkpoint,
            boolean resume) {
        return new ScaleOutJob(
                spec,
                LogSource.files(log),
                untilEnd,
                null,
                new JobOutputs(models(name), modelsEvery, null, null, rejected()),
                tolerated,
                parallelism,
                cluster,
                checkpoint,
                EVERY,
                resume,
                "test");
    }

    static ScaleOutReport run(ScaleOutJob job) throws IOException {
        return new FlinkScaleOut().learn(job, progress -> {});
    }
}
