package io.emphatic.flink;

import io.emphatic.logs.scaleout.ScaleOutJob;

/** What cannot run on Flink, with the reason and what to use instead. */
final class Refusals {
    private Refusals() {}

    static void check(ScaleOutJob job) {
        if (job.parallelism() > JobConfiguration.KEY_GROUPS) {
            throw new IllegalArgumentException("the parallelism is above " + JobConfiguration.KEY_GROUPS + ": "
                    + job.parallelism() + "\nStreams are spread over " + JobConfiguration.KEY_GROUPS + " groups.");
        }
        if (job.cluster() != null && !job.cluster().matches("[^:/]+:\\d{1,5}")) {
            throw new IllegalArgumentException("the cluster is not HOST:PORT: " + job.cluster());
        }
        if (job.source().query() != null) {
            throw new IllegalArgumentException(
                    "a log that is a query cannot be read line by line\nName its files, or learn with `emphatic learn`.");
        }
        String name = job.source().name();
        if (!KafkaAddress.is(name) && FileKind.of(name) == FileKind.PARQUET) {
            throw new IllegalArgumentException(name + " is Parquet, which Flink reads only with Hadoop's jars"
                    + "\n`emphatic learn` reads it; for Flink, write it as CSV or JSON lines.");
        }
        if (job.spec().stream() == null) {
            throw new IllegalArgumentException("the spec has no stream: Flink learns from many streams at once"
                    + "\nName what rows of one stream share (stream), or learn with `emphatic learn`.");
        }
    }
}
