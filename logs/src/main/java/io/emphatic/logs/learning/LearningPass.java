package io.emphatic.logs.learning;

import io.emphatic.Learner;
import io.emphatic.logs.doctor.ColumnExtremes;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.ChunkReader;
import io.emphatic.logs.file.OpenStreams;
import io.emphatic.logs.file.PredictionsFile;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.LearnerRun.LearnerPrediction;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.learning.PredictionRun.RunSettings;
import io.emphatic.logs.learning.PredictionRun.StreamSharing;
import io.emphatic.logs.learning.Quantiles.Precision;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PolicyColumns;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Expression;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pass that learns predictions, records them row by row if that is wanted, and collects diagnostics. */
final class LearningPass extends RowPass {
    private final List<PredictionRun> runs = new ArrayList<>();
    private final List<RunningPrediction> running = new ArrayList<>(); // in the order of the plan
    private final Map<PolicyColumns, RatioDiagnostics> policies = new LinkedHashMap<>();
    private final PredictionsFile predictions; // null when rows are not recorded
    private final double[] line; // value and error of each prediction in one row
    private final FeatureMoments moments;
    private final FixedPointReference reference;
    private final boolean oneByOne;
    private final StreamSharing sharing;
    private final StreamOutput alone; // where each stream learns alone; null where they do not
    private final OpenStreams open;
    private int learning; // how many of the runs belong to the predictions
    private long terminated;
    private long truncated;
    private long keptOpen;

    /**
     * @param oneByOne whether streams are kept open or gone on with, for which each prediction has a learner
     * @param keepOpen whether streams that are open at the end are kept
     * @param alone where each stream learns alone; null where they do not
     */
    LearningPass(
            Plan plan,
            RowOrder order,
            PredictionsFile predictions,
            boolean oneByOne,
            boolean keepOpen,
            StreamSharing sharing,
            StreamOutput alone) {
        super(plan, order);
        this.oneByOne = oneByOne;
        this.sharing = sharing;
        this.alone = alone;
        this.open = new OpenStreams(keepOpen);
        this.predictions = predictions;
        int columns = sharing == StreamSharing.WEIGHTS ? 1 : 2;
        this.line = new double[columns * plan.predictions().size()];
        int features = plan.features().size();
        this.moments = new FeatureMoments(features);
        this.reference = new FixedPointReference(
                plan.predictions(), features, oneByOne || alone != null ? Long.MAX_VALUE : order.rows());
        Precision precision = Precision.among(plan.policies().size());
        for (PolicyColumns policy : plan.policies()) {
            policies.put(policy, new RatioDiagnostics(policies.size(), precision));
        }
        createRuns();
    }

    /** Which predictions learn in a horde depends on the plan alone. */
    private void createRuns() {
        Plan plan = plan();
        boolean together = !oneByOne && sharing == StreamSharing.TRACE;
        List<List<PlannedPrediction>> groups = together ? HordeRun.groups(plan) : List.of();
        List<PlannedPrediction> inHordes = groups.stream().flatMap(List::stream).toList();
        List<PlannedPrediction> others = new ArrayList<>(plan.predictions());
        others.removeAll(Set.copyOf(inHordes));
        int traces = groups.size() + inHordes.size() / HordeRun.MOST + others.size(); // a group may be cut into several
        Precision precision = Precision.among(traces);
        RunSettings settings = new RunSettings(plan, precision, order().rows(), predictions != null, sharing);
        runs.addAll(HordeRun.of(settings, inHordes));
        runs.addAll(LearnerRun.of(settings, others));
        learning = runs.size();
        for (int k = 0; k < learning; k++) {
            runs.get(k).number(k);
        }
        RunSettings unrecorded = new RunSettings(plan, precision, order().rows(), false, sharing);
        runs.addAll(LearnerRun.of(unrecorded, reference.planned()));
        Map<String, RunningPrediction> byName = new HashMap<>();
        runs.forEach(run -> run.predictions().forEach(one -> byName.put(one.plan.name(), one)));
        plan.predictions().forEach(prediction -> running.add(byName.get(prediction.name())));
        reference.follow(byName);
    }

    @Override
    protected ChunkReader reader(long from, long learnFrom, long every, ColumnExtremes extremes) throws IOException {
        List<Expression> keys = predictions == null ? plan().stream() : predictions.keys();
        ChunkReader reader =
                new ChunkReader(plan(), order(), keys, predictions != null, from, learnFrom, every, extremes);
        if (predictions != null) {
            reader.keepBeside(line.length);
        }
        if (oneByOne) {
            reader.goOnWith(open);
        }
        if (sharing == StreamSharing.WEIGHTS) {
            reader.interleave();
        }
        if (alone != null) {
            reader.begin(alone.earlier());
        }
        return reader;
    }

    @Override
    protected List<PredictionRun> workers() {
        return runs;
    }

    @Override
    protected void collect(RowChunk chunk, long learnFrom) throws IOException {
        addFeatures(chunk, learnFrom);
        addRatios(chunk, learnFrom);
        record(chunk);
        if (alone != null) {
            alone.collect(chunk, learners());
        }
    }

    /** Of the predictions, in their order; not in a horde. */
    private List<LearnerPrediction> learners() {
        return running.stream().map(LearnerPrediction.class::cast).toList();
    }

    @Override
    protected long recordedLength() throws IOException {
        return predictions == null ? 0 : predictions.force();
    }

    private void addFeatures(RowChunk chunk, long learnFrom) {
        for (int row = (int) Math.max(0, learnFrom - chunk.firstRow()); row < chunk.size(); row++) {
            moments.add(chunk.features(row));
            reference.add(chunk.features(row));
        }
    }

    private void addRatios(RowChunk chunk, long learnFrom) {
        for (RunningPrediction prediction : running) {
            long end = prediction.endedAt();
            if (end >= 0) {
                policies.get(prediction.plan.steps().policy()).endAt(end);
            }
        }
        policies.values().forEach(ratios -> ratios.add(chunk, learnFrom));
    }

    private void record(RowChunk chunk) throws IOException {
        terminated += chunk.terminatedCount();
        truncated += chunk.truncatedCount();
        keptOpen += chunk.keptOpenCount();
        for (int k = 0; predictions != null && k < chunk.completedCount(); k++) {
            for (int p = 0; p < running.size() && line.length == running.size(); p++) {
                line[p] = running.get(p).value(chunk, k);
            }
            for (int p = 0; p < running.size() && line.length > running.size(); p++) {
                line[2 * p] = running.get(p).value(chunk, k);
                line[2 * p + 1] = running.get(p).error(chunk, k);
            }
            predictions.write(chunk.completedRow(k), chunk.completedKey(k), line);
        }
    }

    /** The learners as bytes, from which another run goes on. */
    byte[] state() throws IOException {
        if (sharing == StreamSharing.WEIGHTS) {
            runs.forEach(run -> ((LearnerRun) run).rest());
            return SharedState.of(sharedLearners());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        exchangeLearners(new SavedState(new DataOutputStream(bytes)));
        return bytes.toByteArray();
    }

    private Map<String, Learner> sharedLearners() {
        Map<String, Learner> learners = new LinkedHashMap<>();
        learners().forEach(one -> learners.put(one.plan.name(), one.learner()));
        return learners;
    }

    /** Goes on from the {@link #state} of another run of the same spec and features. */
    void goOn(byte[] state) throws IOException {
        if (SharedState.isOne(state) != (sharing == StreamSharing.WEIGHTS)) {
            throw new IllegalArgumentException(
                    SharedState.isOne(state)
                            ? "its streams lay among each other: give --as-logged, too"
                            : "its streams came one after another: leave out --as-logged");
        }
        if (sharing == StreamSharing.WEIGHTS) {
            SharedState.read(state, sharedLearners());
            running.forEach(RunningPrediction::goOn);
            return;
        }
        InputStream bytes = new BufferedInputStream(new ByteArrayInputStream(state));
        exchangeLearners(new SavedState(new DataInputStream(bytes)));
        if (bytes.read() >= 0) {
            throw new IOException("the state of its learners goes on behind its end");
        }
        running.forEach(RunningPrediction::goOn);
    }

    /** Whether the predictions of a {@link #state} learned one by one, so that streams may be open. */
    static boolean isOneByOne(byte[] state) {
        return state.length > 0 && state[0] == 1;
    }

    /** Whether a stream of the model is still to be gone on with. */
    boolean hasOpenStreams() {
        return !open.isEmpty();
    }

    private void exchangeLearners(SavedState state) throws IOException {
        if (state.flag(oneByOne) != oneByOne && !HordeRun.groups(plan()).isEmpty()) {
            throw new IOException("its predictions learned together, and with --keep-open each learns alone"
                    + "\nLearn the first log with --keep-open, too.");
        }
        List<PredictionRun> own = runs.subList(0, learning);
        for (PredictionRun run : own) {
            run.exchangeLearners(state);
        }
        open.exchange(state, own);
    }

    LearningReport report(List<Finding> findings) {
        List<LearnedPrediction> learned = running.stream()
                .map(prediction -> alone == null
                        ? prediction.report(moments, policies, reference)
                        : prediction.reportOfStreams(policies))
                .toList();
        List<String> features = plan().featureMap().names();
        String log = plan().log().name();
        return new LearningReport(
                log, rows(), order().streams(), terminated, truncated, keptOpen, features, learned, findings);
    }

    @Override
    public void exchange(SavedState state) throws IOException {
        for (PredictionRun run : runs) {
            run.exchange(state);
        }
        for (RatioDiagnostics ratios : policies.values()) {
            ratios.exchange(state);
        }
        super.exchange(state);
        terminated = state.whole(terminated);
        truncated = state.whole(truncated);
        moments.exchange(state);
        reference.exchange(state);
        if (alone != null) {
            alone.exchange(state);
        }
    }
}
