package io.emphatic.flink;

import io.emphatic.Algorithms;
import io.emphatic.LeastSquares;
import io.emphatic.logs.scaleout.ScaleOutJob;
import io.emphatic.logs.spec.Spec;

/** What cannot run on Flink, with the reason and what to use instead. */
final class Refusals {
    private Refusals() {}

    static void check(ScaleOutJob job) {
        checkSpec(job);
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
    }

    private static void checkSpec(ScaleOutJob job) {
        Spec spec = job.spec();
        if (spec.stream() == null) {
            throw new IllegalArgumentException("the spec has no stream: Flink learns from many streams at once"
                    + "\nName what rows of one stream share (stream), or learn with `emphatic learn`.");
        }
        if (spec.perStream() && job.outputs().model() != null) {
            throw new IllegalArgumentException(
                    "--model is one model of all streams, and here each stream has its own: use --models");
        }
        if (spec.perStream()) {
            return;
        }
        for (Spec.Prediction prediction : spec.predictions()) {
            String algorithm = prediction.algorithm() == null ? "etd" : prediction.algorithm();
            if (!(Algorithms.named(algorithm).configure(prediction.parameters()) instanceof LeastSquares)) {
                throw new IllegalArgumentException(prediction.name() + ": one " + algorithm
                        + " cannot learn from all streams at once on several machines, since each of its steps needs"
                        + " the weights that the step before left"
                        + "\nLearn a model for each stream (per: stream), or one from sums, which add up (lstd, elstd),"
                        + " or use `emphatic learn`.");
            }
        }
        if (job.outputs().models() != null || job.from() != null) {
            throw new IllegalArgumentException("models of each stream are for `per: stream`: here all streams make one"
                    + " model, which goes to --model");
        }
    }
}
