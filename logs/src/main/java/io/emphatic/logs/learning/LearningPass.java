package io.emphatic.logs.learning;

import io.emphatic.Learner;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.ChunkReader.Reading;
import io.emphatic.logs.file.LogStreams;
import io.emphatic.logs.file.PredictionsFile;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.learning.PredictionRun.RunSettings;
import io.emphatic.logs.learning.PredictionRun.StreamSharing;
import io.emphatic.logs.learning.Quantiles.Precision;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import io.emphatic.logs.spec.RowOrder;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The pass that learns predictions, records them row by row if that is wanted, and collects diagnostics. */
final class LearningPass extends RowPass {
    private final List<PredictionRun> runs = new ArrayList<>();
    private final List<RunningPrediction> running = new ArrayList<>(); // in the order of the plan
    private final Map<PolicyColumns, RatioDiagnostics> policies = new LinkedHashMap<>();
    private final PredictionsFile predictions; // null when rows are not recorded
    private final double[] line; // value, bar and error of each prediction in one row
    private final ConvergenceCheck convergence;
    private final StreamSharing sharing;
    private final StreamOutput perStream; // where each stream has its own learners; null where they share weights
    private final LogStreams streams;
    private int learning; // how many of the runs belong to the predictions
    private boolean waits; // whether the last row collected waits for the next of its stream
    private long terminated;
    private long followed; // rows whose next row came

    LearningPass(
            Plan plan, RowOrder order, PredictionsFile predictions, StreamSharing sharing, StreamOutput perStream) {
        super(plan, order);
        this.sharing = sharing;
        this.perStream = perStream;
        this.predictions = predictions;
        int columns = (sharing == StreamSharing.WEIGHTS ? 1 : 2) + (plan.spec().bands() == null ? 0 : 2);
        this.line = new double[columns * plan.predictions().size()];
        int features = plan.features().size();
        this.convergence = new ConvergenceCheck(
                plan.predictions(), features, sharing.continues() || perStream != null ? Long.MAX_VALUE : order.rows());
        Precision precision = Precision.among(plan.policies().size());
        for (PolicyColumns policy : plan.policies()) {
            boolean interleaved = sharing == StreamSharing.WEIGHTS;
            policies.put(policy, new RatioDiagnostics(policies.size(), precision, interleaved));
        }
        createRuns();
        this.streams = placeInStreams();
    }

    /** Which predictions learn in a horde depends on the plan alone. */
    private void createRuns() {
        List<List<PlannedPrediction>> groups =
                sharing == StreamSharing.TRACE && plan.spec().bands() == null ? HordeRun.groups(plan) : List.of();
        Set<PlannedPrediction> inHordes = groups.stream().flatMap(List::stream).collect(Collectors.toSet());
        List<PlannedPrediction> others = new ArrayList<>(plan.predictions());
        others.removeIf(inHordes::contains);
        Precision precision = Precision.among(groups.size() + others.size());
        RunSettings settings = new RunSettings(
                plan,
                precision,
                order.rows(),
                predictions != null,
                sharing,
                plan.spec().bands());
        groups.forEach(group -> runs.add(new HordeRun(settings, group)));
        others.forEach(one -> runs.add(new LearnerRun(settings, one)));
        learning = runs.size();
        RunSettings unrecorded = new RunSettings(plan, precision, order.rows(), false, sharing, null);
        convergence.planned().forEach(one -> runs.add(new LearnerRun(unrecorded, one)));
        Map<String, RunningPrediction> byName = new HashMap<>();
        runs.forEach(run -> run.predictions().forEach(one -> byName.put(one.plan.name(), one)));
        plan.predictions().forEach(prediction -> running.add(byName.get(prediction.name())));
        convergence.follow(byName);
    }

    /** Streams have a time line for each run, and traces or learners for each prediction. */
    private LogStreams placeInStreams() {
        if (sharing == StreamSharing.TRACE) {
            return new LogStreams.OneAfterAnother();
        }
        List<PlannedPrediction> all = Stream.concat(plan.predictions().stream(), convergence.planned().stream())
                .toList();
        for (int k = 0; k < runs.size(); k++) {
            ((LearnerRun) runs.get(k)).setPlace(k, all);
        }
        if (perStream != null) {
            return perStream.streams();
        }
        StreamState.Layout layout = new StreamState.Layout(
                IntStream.range(0, runs.size()).mapToObj(String::valueOf).toList(),
                all.stream().map(PlannedPrediction::name).toList(),
                plan.ends().timeStep() == null ? 0 : plan.ends().timeStep().origin());
        return sharing == StreamSharing.WEIGHTS
                ? new LogStreams.Interleaved(layout)
                : new LogStreams.Kept(sharing == StreamSharing.KEPT, layout);
    }

    @Override
    protected LogStreams streams() {
        return streams;
    }

    @Override
    protected Reading reading(long from, long every) {
        return predictions == null
                ? new Reading(plan.stream(), from, every, 0)
                : new Reading(predictions.keys(), from, every, line.length);
    }

    @Override
    protected List<PredictionRun> workers() {
        return runs;
    }

    @Override
    protected void collect(RowChunk chunk, long learnFrom) throws IOException {
        addRows(chunk, learnFrom);
        policies.values().forEach(ratios -> ratios.add(chunk, learnFrom));
        if (predictions != null) {
            record(chunk, learnFrom);
        }
        if (perStream != null) {
            perStream.collect(chunk, learnFrom);
        }
    }

    @Override
    protected long recordedLength() throws IOException {
        return predictions == null ? 0 : predictions.force();
    }

    private void addRows(RowChunk chunk, long learnFrom) {
        for (int row = (int) Math.max(0, learnFrom - chunk.firstRow()); row < chunk.size(); row++) {
            if (chunk.has(RowChunk.BEYOND, row)) {
                continue;
            }
            convergence.add(chunk.features(row));
            terminated += chunk.has(RowChunk.TERMINATES, row) ? 1 : 0;
            followed += chunk.has(RowChunk.STARTS, row) || chunk.has(RowChunk.RESUMES, row) ? 0 : 1;
        }
    }

    /** Rows that neither ended nor were followed by another, but for those that are kept open. */
    private long truncated() {
        return plan.next() != null ? 0 : rows - ranges.rowsBeyond() - terminated - followed - streams.keptOpen();
    }

    /** Writes the rows whose errors are known: those that wait for the next row are written with it. */
    private void record(RowChunk chunk, long learnFrom) throws IOException {
        for (int row = 0; row < chunk.size(); row++) {
            boolean counts = chunk.firstRow() + row >= learnFrom;
            if (waits && counts) {
                write(chunk, row - 1);
            }
            waits = sharing != StreamSharing.WEIGHTS && !chunk.isComplete(row);
            if (!waits && counts) {
                write(chunk, row);
            }
        }
        if (waits && chunk.size() == 0) {
            write(chunk, -1);
        }
    }

    private void write(RowChunk chunk, int row) throws IOException {
        int column = 0;
        for (RunningPrediction prediction : running) {
            double value = prediction.recorded(RunningPrediction.VALUE, chunk, row);
            line[column++] = value;
            if (plan.spec().bands() != null) {
                double bar = prediction.recorded(RunningPrediction.BAR, chunk, row);
                line[column++] = value - bar;
                line[column++] = value + bar;
            }
            if (sharing != StreamSharing.WEIGHTS) {
                line[column++] = prediction.recorded(RunningPrediction.ERROR, chunk, row);
            }
        }
        predictions.write(chunk.firstRow() + row, chunk.key(row), line);
    }

    /** The learners as bytes, from which another run continues. */
    byte[] state() throws IOException {
        if (sharing == StreamSharing.WEIGHTS) {
            runs.forEach(StepWalk::rest);
        }
        return SavedState.written(this::exchangeLearned);
    }

    private Map<String, Learner> sharedLearners() {
        Map<String, Learner> learners = new LinkedHashMap<>();
        for (RunningPrediction one : running) {
            learners.put(one.plan.name(), ((LearnerRun.LearnerPrediction) one).learner());
        }
        return learners;
    }

    /** Continues from the {@link #state} of another run of the same spec and features. */
    void resume(byte[] state) throws IOException {
        if (ModelWriter.isShared(state) != (sharing == StreamSharing.WEIGHTS)) {
            throw new IllegalArgumentException(
                    ModelWriter.isShared(state)
                            ? "its streams were interleaved: give --as-logged, too"
                            : "its streams came one after another: leave out --as-logged");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(state));
        exchangeLearned(new SavedState(in));
        if (in.read() >= 0) {
            throw new IOException("the state of its learners has bytes behind its end");
        }
        ranges.forgetCounts();
        running.forEach(RunningPrediction::resume);
    }

    /** Whether streams may be open in a {@link #state}. */
    static boolean isKept(byte[] state) {
        return state.length > 0 && state[0] == 1;
    }

    private void exchangeLearned(SavedState state) throws IOException {
        if (sharing == StreamSharing.WEIGHTS) {
            ModelWriter.exchangeShared(state, sharedLearners(), ranges);
            return;
        }
        boolean wasKept = state.flag(sharing.continues());
        ranges.exchange(state);
        try {
            if (wasKept != sharing.continues() && !HordeRun.groups(plan).isEmpty()) {
                throw new IOException("its predictions learned together, and with --keep-open each has a learner");
            }
            for (PredictionRun run : runs.subList(0, learning)) {
                run.exchangeLearners(state);
                run.leaveLines();
            }
        } catch (IOException e) {
            throw wasKept == sharing.continues()
                    ? e
                    : new IOException(e.getMessage() + "\nLearn the first log with --keep-open, too.", e);
        }
        if (wasKept && streams instanceof LogStreams.Kept kept) {
            kept.exchange(state);
            for (PredictionRun run : state.isRead() && kept.learned() != null ? runs : List.<PredictionRun>of()) {
                run.turn(kept.learned());
            }
        }
    }

    LearningReport report(List<Finding> findings) {
        policies.values().forEach(ratios -> ratios.endEpisodes(streams.held()));
        List<LearningReport.LearnedPrediction> learned = running.stream()
                .map(prediction -> prediction.report(
                        policies,
                        convergence,
                        perStream == null ? null : perStream.summary(running.indexOf(prediction))))
                .toList();
        List<Finding> found = new ArrayList<>(withRows(findings));
        long length = rows / Math.max(1, order.streams());
        if (terminated == 0 && order.streams() > 1 && learned.stream().anyMatch(one -> one.isBeyond(length))) {
            found.add(Finding.of(
                    Finding.Severity.WARNING,
                    "no-ends",
                    "no episode ends here, and predictions are larger than what a stream of " + length
                            + " rows brings: if its last row is the end, say so with terminated"));
        }
        return new LearningReport(
                plan.log().name(),
                rows,
                order.streams(),
                terminated,
                truncated(),
                streams.keptOpen(),
                plan.featureMap().names(),
                ranges.rowsBeyond(),
                ranges.columns(plan),
                learned,
                found);
    }

    @Override
    public void exchange(SavedState state) throws IOException {
        super.exchange(state);
        if (perStream != null) {
            perStream.exchange(state);
        }
        StreamState present = perStream == null ? streams.held().iterator().next() : perStream.present();
        for (PredictionRun run : runs) {
            run.exchange(state);
        }
        for (RatioDiagnostics ratios : policies.values()) {
            ratios.exchange(state, present);
        }
        exchangeRanges(state, present);
        terminated = state.whole(terminated);
        followed = state.whole(followed);
        convergence.exchange(state);
    }
}
