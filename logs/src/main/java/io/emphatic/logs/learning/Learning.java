package io.emphatic.logs.learning;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.Checkpoint;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.file.PredictionsFile;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.file.StreamModels;
import io.emphatic.logs.learning.PredictionRun.StreamSharing;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSettings;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Learns predictions from a log in one pass, and lets the log doctor judge the log, as the page of the package shows.
 * Threads may learn at once, each from a log that it has opened.
 */
public final class Learning {
    /** Outputs beside the report, and what to continue from; null for those that are not wanted. */
    public record Options(
            Path predictions,
            Path model,
            Path checkpoint, // the directory from which an interrupted run can be resumed
            long every, // how many rows lie between two checkpoints
            boolean resume,
            Path from, // the model to continue from
            boolean keepOpen, // whether open streams are kept in the model
            String version,
            ProgressListener progress,
            boolean asLogged, // whether rows are taken as they lie, with a trace for each stream
            Path models // of streams that have their own learners
            ) {
        /** A report alone. */
        public static final Options NONE = new Options(null, null, null, 1, false, ProgressListener.NONE);

        /** Of one log by itself: nothing to continue from, and streams are not kept open. */
        public Options(
                Path predictions, Path model, Path checkpoint, long every, boolean resume, ProgressListener progress) {
            this(predictions, model, checkpoint, every, resume, null, false, "", progress, false, null);
        }

        public Options {
            Checkpoint.require(checkpoint, every, resume);
            Outputs.requireTable(predictions);
            if (keepOpen && model == null) {
                throw new IllegalArgumentException("open streams are kept in a model: name its file with --model");
            }
            if (keepOpen && checkpoint != null) {
                throw new IllegalArgumentException(
                        "open streams are not part of a checkpoint: give --keep-open or --checkpoint, not both"
                                + "\nLearn shorter logs one after the other (--from): each model is a place to continue from.");
            }
            if (asLogged && checkpoint != null) {
                throw new IllegalArgumentException("streams that are interleaved are not part of a checkpoint:"
                        + " give --as-logged or --checkpoint, not both");
            }
            if (asLogged && keepOpen) {
                throw new IllegalArgumentException("streams that are interleaved are not kept open: give"
                        + " --as-logged or --keep-open, not both");
            }
        }

        void requireFor(Spec spec) throws IOException {
            if (!spec.perStream() && models != null) {
                throw new IllegalArgumentException("--models has a line for each stream and prediction, and streams"
                        + " share their weights\nGive --per stream (in a spec, per: stream), or --model.");
            }
            if (spec.perStream() && model != null) {
                throw new IllegalArgumentException("--model is a model of all streams, and each has its own"
                        + "\nGive --models FILE.jsonl instead.");
            }
            if (spec.perStream() && keepOpen) {
                throw new IllegalArgumentException(
                        "--keep-open keeps streams in a model of all: it does not go with" + " --per stream");
            }
            if (from != null && spec.perStream() != StreamModels.isOne(from)) {
                throw new IllegalArgumentException(
                        spec.perStream()
                                ? from + " is not a file of models by stream, which --per stream continues from"
                                : from + " has a model for each stream: give --per stream to continue from it");
            }
        }

        /** The files that are written. */
        public Outputs outputs() {
            return new Outputs()
                    .add("predictions", predictions)
                    .add("model", model)
                    .add("models", models);
        }
    }

    private static final String STREAM = "stream";

    private Learning() {}

    /** @throws IllegalArgumentException if the spec does not fit the log, or the doctor refuses the log */
    public static LearningReport learn(Log log, Spec spec, Options options) throws IOException {
        options.outputs().requireFor(log, options.checkpoint());
        Outputs.Locks locks = options.outputs().lock(options.checkpoint());
        try (locks) {
            return learnLocked(log, spec, options);
        }
    }

    /** Learns from a log that is opened when no other run writes the outputs: that may take long. */
    public static LearningReport learn(LogSource source, LogSettings settings, Spec spec, Options options)
            throws IOException {
        options.outputs().requireWritable();
        Outputs.Locks locks = options.outputs().lock(options.checkpoint());
        try (locks;
                Log log = Log.open(source, settings)) {
            options.outputs().requireFor(log, options.checkpoint());
            return learnLocked(log, spec, options);
        }
    }

    /** For a caller that holds the locks of the outputs. */
    public static LearningReport learnLocked(Log log, Spec written, Options options) throws IOException {
        Spec spec = options.asLogged() ? withStream(log, written) : written;
        // A stream with its own learners does not depend on how the rows of others lie between its own.
        boolean asLogged = options.asLogged() && !spec.perStream();
        options.requireFor(spec);
        Model from = options.from() == null || spec.perStream() ? null : Model.read(options.from());
        if (from != null) {
            requireSameSpec(from.origin().spec(), spec, options.from());
        } else if (options.from() != null) {
            spec.requireDeclaredFeatures(options.from());
        }
        Plan plan = Plan.of(log, spec, from == null ? null : from.features());
        RowOrder order = Doctor.order(plan, asLogged);
        if (asLogged) {
            requireRoomForTraces(plan, order, Runtime.getRuntime().maxMemory());
        }
        return learn(plan, order, from, options);
    }

    private static LearningReport learn(Plan plan, RowOrder order, Model from, Options options) throws IOException {
        boolean perStream = plan.spec().perStream();
        try (PredictionsFile predictions = predictionsFile(plan, order, options);
                StreamOutput streams = perStream
                        ? new StreamOutput(plan, options.from(), options.models(), options.checkpoint())
                        : null) {
            LearningPass pass = new LearningPass(plan, order, predictions, sharing(perStream, from, options), streams);
            if (from != null) {
                resume(pass, from, options);
            }
            String origin = from != null
                    ? from.checksum()
                    : options.from() == null ? null : Checkpoint.Fingerprint.ofFiles(List.of(options.from()));
            Doctor.Diagnosis diagnosis = Doctor.examine(plan, order).refuseErrors();
            Checkpoint checkpoint = open(plan, order, predictions, origin, pass, options);
            if (streams != null) {
                streams.open();
            }
            pass.run(options.progress(), checkpoint);
            List<Finding> findings = new ArrayList<>(diagnosis.findings());
            if (predictions != null) {
                findings.addAll(LearnerRun.SolvingInterval.notes(plan));
            }
            LearningReport report = pass.report(findings);
            try {
                if (predictions != null) {
                    predictions.publish();
                }
                if (streams != null) {
                    streams.publish();
                }
                if (options.model() != null) {
                    ModelWriter.write(plan, pass, report, origin, options);
                }
            } catch (IOException e) {
                throw new UnwrittenException(report, e);
            }
            return report;
        }
    }

    private static StreamSharing sharing(boolean perStream, Model from, Options options) {
        if (perStream || options.asLogged()) {
            return perStream ? StreamSharing.NOTHING : StreamSharing.WEIGHTS;
        }
        if (options.keepOpen()) {
            return StreamSharing.KEPT;
        }
        return from != null && LearningPass.isKept(from.state()) ? StreamSharing.RESUMED : StreamSharing.TRACE;
    }

    /** Each stream has a trace for each prediction, of all features where these are numbers. */
    static void requireRoomForTraces(Plan plan, RowOrder order, long memory) {
        double traces = (double) order.streams() * plan.predictions().size();
        double bytes = Double.BYTES * traces * plan.features().size();
        if (plan.featureMap().isNumeric() && bytes > 0.8 * memory) {
            throw new IllegalArgumentException("the traces of " + Numbers.count(order.streams(), "stream") + ", "
                    + Numbers.count(plan.predictions().size(), "prediction") + " and "
                    + Numbers.count(plan.features().size(), "feature") + " need " + Math.round(bytes / 1e6)
                    + " MB, and Java has " + Math.round(memory / 1e6)
                    + "\nWithout --as-logged, or with --per stream, one stream is in memory at a time.");
        }
    }

    /** Rows as they lie are those of a service where nothing else is said: its column of streams is called so. */
    private static Spec withStream(Log log, Spec spec) {
        boolean isNamed = spec.stream() != null || !log.columns().containsKey(STREAM);
        return isNamed ? spec : spec.withStream(STREAM);
    }

    /** Opens the predictions file and returns the checkpoint, or null; {@code pass} continues from it on resuming. */
    private static Checkpoint open(
            Plan plan, RowOrder order, PredictionsFile predictions, String from, LearningPass pass, Options options)
            throws IOException {
        Checkpoint checkpoint = null;
        if (options.checkpoint() != null) {
            Files.createDirectories(options.checkpoint());
            List<String> others = new ArrayList<>(predictions == null ? List.of() : predictions.names());
            if (from != null) {
                others.add("model " + from);
            }
            if (plan.spec().perStream()) {
                others.add("per stream");
            }
            checkpoint = new Checkpoint(
                    options.checkpoint(), options.every(), Checkpoint.Fingerprint.of(plan, order, others));
        }
        long length = options.resume() ? checkpoint.read(pass) : 0;
        if (predictions != null) {
            predictions.open(length);
        }
        return checkpoint;
    }

    private static void resume(LearningPass pass, Model from, Options options) throws IOException {
        if (LearningPass.isKept(from.state()) && options.checkpoint() != null) {
            throw new IllegalArgumentException(
                    options.from() + " has open streams, which are not part of a checkpoint: leave out --checkpoint");
        }
        try {
            pass.resume(from.state());
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(options.from() + " cannot be continued from: " + e.getMessage(), e);
        }
    }

    private static void requireSameSpec(Spec learned, Spec wanted, Path file) {
        if (!wanted.equals(learned)) {
            throw new IllegalArgumentException("the spec differs from the one of " + file
                    + ", from which learning should continue\nWeights mean something for the same features and"
                    + " predictions only. Give --from without a spec: the model knows its own.");
        }
    }

    private static PredictionsFile predictionsFile(Plan plan, RowOrder order, Options options) throws IOException {
        if (options.predictions() == null) {
            return null;
        }
        List<String> columns = new ArrayList<>();
        for (PlannedPrediction prediction : plan.predictions()) {
            columns.add(prediction.name());
            if (plan.spec().bands() != null) {
                columns.add(prediction.name() + Model.LOW);
                columns.add(prediction.name() + Model.HIGH);
            }
            if (!options.asLogged()
                    || plan.spec().perStream()) { // a row is written when it comes, and its error is known later
                columns.add(prediction.name() + "_td_error");
            }
        }
        Path file = options.predictions();
        return new PredictionsFile(
                file, plan.log(), plan.stream(), plan.order(), order.isGathered(), columns, options.checkpoint());
    }

    /** Everything was learned, and then an output could not be written. The report is not lost. */
    public static final class UnwrittenException extends IOException {
        private static final long serialVersionUID = 1;

        private final transient LearningReport report;

        UnwrittenException(LearningReport report, IOException cause) {
            super(cause.getMessage(), cause);
            this.report = report;
        }

        /** What was learned. */
        public LearningReport report() {
            return report;
        }
    }
}
