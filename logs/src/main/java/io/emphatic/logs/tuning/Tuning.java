package io.emphatic.logs.tuning;

import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.Checkpoint;
import io.emphatic.logs.file.ChunkReader.Reading;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.RowPass;
import io.emphatic.logs.learning.TimeLine;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.TuningSpec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets candidates learn from a log and ranks them by how well they predicted it, in one pass, as the page of the
 * package shows. Threads may tune at once, each by a log that it has opened.
 */
public final class Tuning {
    /** Outputs beside the report, of which the caller writes the page; null for those that are not wanted. */
    public record TuningOptions(
            Path model,
            Path page,
            Path checkpoint,
            long every,
            boolean resume,
            String version,
            ProgressListener progress) {
        /** A report alone. */
        public static final TuningOptions NONE =
                new TuningOptions(null, null, null, 1, false, "", ProgressListener.NONE);

        public TuningOptions {
            Checkpoint.require(checkpoint, every, resume);
        }

        /** The files that are written. */
        public Outputs outputs() {
            return new Outputs().add("model", model).add("page", page);
        }

        /** Takes the right to write the outputs: to be done before the log is opened, which may take long. */
        public Outputs.Locks lock() throws IOException {
            return outputs().lock(checkpoint);
        }
    }

    private Tuning() {}

    /**
     * Tunes, and writes the model if one is wanted; the caller holds the locks of the outputs.
     *
     * @throws IllegalArgumentException if the spec does not fit the log, or the doctor refuses the log
     */
    public static TuningReport tune(Log log, TuningSpec spec, TuningOptions options) throws IOException {
        options.outputs().requireFor(log, options.checkpoint());
        if (options.model() != null) {
            requireOneFeatureSet(spec);
        }
        TuningPlan tuning = TuningPlan.of(log, spec);
        RowOrder order = Doctor.order(tuning.plan());
        TuningPass pass = new TuningPass(tuning, order);
        Doctor.Diagnosis diagnosis = Doctor.examine(tuning.plan(), order).refuseErrors();
        pass.solveBaselines();
        Checkpoint checkpoint = checkpoint(tuning, order, options);
        if (options.resume()) {
            checkpoint.read(pass);
        }
        pass.run(options.progress(), checkpoint);
        TuningReport report = pass.report(diagnosis.findings());
        if (options.model() != null) {
            learnWinners(log, spec.spec(), report, options);
        }
        return report;
    }

    private static Checkpoint checkpoint(TuningPlan tuning, RowOrder order, TuningOptions options) throws IOException {
        if (options.checkpoint() == null) {
            return null;
        }
        Files.createDirectories(options.checkpoint());
        List<String> candidates = new ArrayList<>();
        tuning.predictions().forEach(prediction -> prediction.candidates().forEach(candidate -> {
            candidates.add(candidate + " " + candidate.config().parameters());
        }));
        Checkpoint.Fingerprint fingerprint = Checkpoint.Fingerprint.of(tuning.plan(), order, candidates);
        return new Checkpoint(options.checkpoint(), options.every(), fingerprint);
    }

    /** Refuses what would end as no model and no spec, which have one set of features for all predictions. */
    public static void requireOneFeatureSet(TuningSpec spec) {
        long sets = spec.predictions().stream()
                .flatMap(tuned -> tuned.grids().isEmpty()
                        ? tuned.features().stream()
                        : tuned.grids().stream().flatMap(grid -> grid.features().stream()))
                .map(TuningSpec.FeatureSet::blocks)
                .distinct()
                .count();
        if (sets > 1 && spec.predictions().size() > 1) {
            throw new IllegalArgumentException(
                    "the best candidates of several predictions may have different features, and a model has one set, as"
                            + " a spec has\nTune one prediction at a time, or tune without --model and --spec.");
        }
    }

    /** What was chosen for each prediction, as {@code learn} learns it: to the bit. */
    private static void learnWinners(Log log, Spec spec, TuningReport report, TuningOptions tuning) throws IOException {
        List<Spec.Prediction> winners = new ArrayList<>();
        List<FeatureBlock> features = List.of();
        for (TuningReport.PredictionRanking ranking : report.predictions()) {
            TuningSpec.Candidate chosen = ranking.chosen()
                    .orElseThrow(() -> new IllegalArgumentException("every candidate of " + ranking.name()
                            + " diverged: there is no best one to write a model of\nTry smaller step sizes."));
            winners.add(chosen.prediction());
            features = chosen.features().blocks();
        }
        Learning.Options options = new Learning.Options(
                null,
                tuning.model(),
                null,
                1,
                false,
                null,
                false,
                tuning.version(),
                ProgressListener.NONE,
                false,
                null);
        Learning.learnLocked(log, spec.with(features, winners), options);
    }

    /** Lets candidates learn, group by group on a few threads, and scores them as chunks are collected. */
    private static final class TuningPass extends RowPass {
        private final TuningPlan tuning;
        private final List<CandidateGroup> groups = new ArrayList<>();
        private final List<Scoreboard> scoreboards = new ArrayList<>();

        TuningPass(TuningPlan tuning, RowOrder order) throws IOException {
            super(tuning.plan(), order);
            this.tuning = tuning;
            for (TuningPlan.PlannedTuning prediction : tuning.predictions()) {
                List<CandidateGroup> own = tuning.groups(prediction);
                groups.addAll(own);
                scoreboards.add(new Scoreboard(plan, order, tuning.line(prediction), own));
            }
        }

        void solveBaselines() throws IOException {
            List<TimeLine> lines =
                    tuning.predictions().stream().map(tuning::line).toList();
            List<HalfBaseline> baselines = HalfBaseline.of(plan, order, lines);
            for (int p = 0; p < baselines.size(); p++) {
                scoreboards.get(p).compareWith(baselines.get(p));
            }
        }

        @Override
        protected Reading reading(long from, long every) {
            int beside = groups.stream().mapToInt(CandidateGroup::count).sum();
            return new Reading(plan.stream(), from, every, beside);
        }

        @Override
        protected List<CandidateGroup> workers() {
            return groups;
        }

        @Override
        protected void collect(RowChunk chunk, long learnFrom) {
            scoreboards.forEach(scoreboard -> scoreboard.run(chunk, learnFrom));
        }

        TuningReport report(List<Finding> findings) {
            List<TuningReport.PredictionRanking> rankings = new ArrayList<>();
            for (int p = 0; p < scoreboards.size(); p++) {
                rankings.add(scoreboards.get(p).ranking(tuning.predictions().get(p)));
            }
            return new TuningReport(plan.log().name(), rows, order.streams(), rankings, withRows(findings));
        }

        @Override
        public void exchange(SavedState state) throws IOException {
            super.exchange(state);
            exchangeRanges(state, null);
            for (CandidateGroup group : groups) {
                group.exchange(state);
            }
            for (Scoreboard scoreboard : scoreboards) {
                scoreboard.exchange(state);
            }
        }
    }
}
