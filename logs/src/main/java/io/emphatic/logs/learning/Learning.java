package io.emphatic.logs.learning;

import io.emphatic.logs.doctor.Diagnosis;
import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Watch;
import io.emphatic.logs.file.Checkpoint;
import io.emphatic.logs.file.Fingerprint;
import io.emphatic.logs.file.Model;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.file.PredictionsFile;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Learns predictions from a log in one pass, under the eyes of the doctor. */
public final class Learning {

    /**
     * What else to do; null for what is not wanted.
     *
     * @param predictions where each row's predictions go
     * @param model where what was learned goes
     * @param checkpoint the directory from which an interrupted run can go on
     * @param every how many rows lie between two checkpoints
     * @param resume whether to go on from the checkpoint if there is one
     * @param progress told of every row
     */
    public record Options(
            Path predictions, Path model, Path checkpoint, long every, boolean resume, Progress progress) {
        /** Only learn. */
        public static final Options NONE = new Options(null, null, null, 1, false, Progress.NONE);

        public Options {
            if (every < 1) {
                throw new IllegalArgumentException("the rows between two checkpoints are not at least 1: " + every);
            }
            if (resume && checkpoint == null) {
                throw new IllegalArgumentException(
                        "there is nothing to resume from: name the directory of the checkpoint");
            }
            if (predictions != null) {
                PredictionsFile.requireKnownEnding(predictions);
            }
        }

        /** The files that will be written. */
        public Outputs outputs() {
            return new Outputs().add("predictions", predictions).add("model", model);
        }
    }

    private Learning() {}

    /**
     * Learns.
     *
     * @throws IllegalArgumentException if the spec does not fit the log, or the doctor refuses the log
     */
    public static Report learn(Log log, Spec spec, Options options) throws IOException {
        requireOutputs(log, options);
        Plan plan = Plan.of(log, spec);
        RowOrder order = Doctor.order(plan);
        Watch watch = isWatched(order, options) ? new Watch(plan) : null;
        Diagnosis before = watch != null ? null : Doctor.examine(plan, order, null);
        if (before != null) {
            before.refuseErrors();
        }
        if (options.checkpoint() != null) {
            Files.createDirectories(options.checkpoint());
        }
        try (PredictionsFile predictions = predictionsFile(plan, order, options)) {
            Checkpoint checkpoint = options.checkpoint() == null
                    ? null
                    : new Checkpoint(options.checkpoint(), options.every(), Fingerprint.of(plan, order, predictions));
            LearningPass pass = begin(plan, order, predictions, checkpoint, options.resume());
            try {
                pass.run(options.progress(), checkpoint, watch);
            } catch (IllegalArgumentException | IOException e) {
                if (watch != null && !(e instanceof InterruptedIOException)) {
                    Doctor.examine(plan, order, null).refuseErrors(); // it knows better what is wrong with the row
                }
                throw e;
            }
            Diagnosis diagnosis = before;
            if (watch != null) {
                diagnosis = Doctor.examine(plan, order, watch.missesAny() ? null : watch.extremes());
                diagnosis.refuseErrors();
            }
            Report report = pass.report(diagnosis.findings());
            if (predictions != null) {
                predictions.publish();
            }
            if (options.model() != null) {
                Model.of(plan, report).write(options.model());
            }
            return report;
        }
    }

    private static void requireOutputs(Log log, Options options) throws IOException {
        Outputs outputs = options.outputs().requireWritable();
        for (Path file : log.files()) {
            outputs.requireNot("log", file);
        }
        Path checkpoint = options.checkpoint();
        if (checkpoint != null) {
            Outputs.requireDirectory("checkpoint", checkpoint);
            for (String name : Checkpoint.FILES) {
                outputs.requireNot("checkpoint", checkpoint.resolve(name));
            }
        }
    }

    /** Whether an earlier run left something to go on from in this directory. */
    public static boolean hasCheckpoint(Path directory) {
        return Files.isRegularFile(directory.resolve(Checkpoint.FILE));
    }

    /**
     * Whether values are judged while they are learned from, which spares a pass over the log. What was learned from a
     * log that is refused in the end is thrown away before anybody has seen it. A checkpoint is there to be seen, and
     * keys decide on the order of reading: both need the doctor first.
     */
    private static boolean isWatched(RowOrder order, Options options) {
        return options.checkpoint() == null && order.duplicated() == 0 && order.missing() == 0;
    }

    /**
     * The query whose rows {@link #learn} reads, over a view {@code log} of the file: for those who want to see it, or
     * time it alone.
     */
    public static String query(Log log, Spec spec) throws IOException {
        Plan plan = Plan.of(log, spec);
        return plan.query(plan.rowOrder(), plan.stream(), 0);
    }

    private static PredictionsFile predictionsFile(Plan plan, RowOrder order, Options options) throws IOException {
        if (options.predictions() == null) {
            return null;
        }
        List<String> columns = new ArrayList<>();
        for (Plan.Target target : plan.targets()) {
            columns.add(target.name());
            columns.add(target.name() + "_td_error");
        }
        return new PredictionsFile(
                options.predictions(), plan.log(), plan.stream(), plan.order(), order, columns, options.checkpoint());
    }

    private static LearningPass begin(
            Plan plan, RowOrder order, PredictionsFile predictions, Checkpoint checkpoint, boolean resume)
            throws IOException {
        long length = 0;
        LearningPass pass = new LearningPass(plan, order, predictions);
        if (resume) {
            length = checkpoint.read(pass);
        }
        if (predictions != null) {
            predictions.open(length);
        }
        return pass;
    }
}
