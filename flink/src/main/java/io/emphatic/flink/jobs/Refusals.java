package io.emphatic.flink.jobs;

import io.emphatic.Algorithms;
import io.emphatic.LeastSquares;
import io.emphatic.flink.source.KafkaAddress;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.LogFiles;
import io.emphatic.logs.sql.LogSource;
import java.nio.file.Path;
import java.util.List;

/** What cannot run on Flink, with the reason and what to use instead. */
public final class Refusals {
    private Refusals() {}

    public static void check(ScaleOutJob job) {
        checkSpec(job);
        checkEngine(job.parallelism(), job.cluster());
        checkSource(job.source(), "learn");
    }

    public static void check(ScaleOutEvaluation job) {
        Spec spec = job.spec().spec();
        if (spec.stream() == null || spec.order() == null) {
            throw new IllegalArgumentException("the spec has no " + (spec.stream() == null ? "stream" : "order")
                    + ": Flink sorts rows by stream and time before it sums them up"
                    + "\nName what rows of one stream share (stream) and what orders them (order), or use"
                    + " `emphatic evaluate`, which takes rows in the order of the log.");
        }
        if (job.spec().isBehaviourEstimated()) {
            throw new IllegalArgumentException("the behaviour is estimated by counting over the whole log, which rows"
                    + " on their way through Flink do not know\nUse `emphatic evaluate`, or write the frequencies into"
                    + " a column of the log.");
        }
        EvaluationSpec.RowNotes notes = job.spec().notes();
        if (notes.weight() != null || notes.matureAfter() != null) {
            throw new IllegalArgumentException("jobs on Flink do not know "
                    + (notes.weight() != null ? "weight" : "mature_after") + "\nUse `emphatic evaluate`, which does.");
        }
        checkEngine(job.parallelism(), job.cluster());
        checkSource(job.source(), "evaluate");
    }

    /** Streams are summed up in their order, which has to be that of `emphatic evaluate`. */
    public static void checkStreams(List<Expression> streams) {
        for (Expression stream : streams) {
            if (!stream.sortsAsKey()) {
                throw new IllegalArgumentException("stream: " + stream.text() + " is " + stream.type()
                        + ", which Flink would sort as text and `emphatic evaluate` does not"
                        + "\nCast it in the spec, to BIGINT if it is a whole number and to VARCHAR otherwise, as stream:"
                        + " CAST(" + stream.text() + " AS VARCHAR).");
            }
        }
    }

    private static void checkEngine(int parallelism, String cluster) {
        if (parallelism > JobConfiguration.KEY_GROUPS) {
            throw new IllegalArgumentException("the parallelism is above " + JobConfiguration.KEY_GROUPS + ": "
                    + parallelism + "\nStreams are spread over " + JobConfiguration.KEY_GROUPS + " groups.");
        }
        if (cluster != null && !cluster.matches("[^:/]+:\\d{1,5}")) {
            throw new IllegalArgumentException("the cluster is not HOST:PORT: " + cluster);
        }
    }

    private static void checkSource(LogSource source, String verb) {
        if (source.query() != null) {
            throw new IllegalArgumentException("a log that is a query cannot be read line by line\nName its files, or "
                    + verb + " with `emphatic " + verb + "`.");
        }
        String name = source.name();
        if (!KafkaAddress.is(name) && LogFiles.kind(Path.of(name)).equals(LogFiles.PARQUET)) {
            throw new IllegalArgumentException(name + " is Parquet, which Flink reads only with Hadoop's jars"
                    + "\n`emphatic " + verb + "` reads it; for Flink, write it as CSV or JSON lines.");
        }
    }

    private static void checkSpec(ScaleOutJob job) {
        Spec spec = job.spec();
        if (spec.stream() == null) {
            throw new IllegalArgumentException("the spec has no stream: Flink learns from many streams at once"
                    + "\nName what rows of one stream share (stream), or learn with `emphatic learn`.");
        }
        if (spec.bands() != null) {
            throw new IllegalArgumentException("bands are not for Flink, whose streams learn apart: leave them out");
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
