package io.emphatic.serve.service;

import io.emphatic.Config;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.logs.file.ShownRanges;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.LiveLearners;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.Bands;
import io.emphatic.serve.quality.PredictionQuality;
import io.emphatic.serve.quality.QualityDocument;
import io.emphatic.serve.quality.SettledPredictions;
import io.emphatic.serve.service.RecentAnswers.RecentAnswer;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What can be seen of a service, as documents. To be used on the learning thread alone. */
public final class ServiceView {
    static final int MOST_PREDICTIONS = 1000;

    private static final int MOST_LATEST = 16;

    private final LearnedState state;
    private final String version;

    ServiceView(LearnedState state, String version) {
        this.state = state;
        this.version = version;
    }

    public long rows() {
        return state.rows();
    }

    public int streams() {
        return state.streams.size();
    }

    public List<String> names() {
        return state.names();
    }

    public JsonObject race() {
        return QualityDocument.race(state.now().board());
    }

    private boolean isShared() {
        return !state.now().amended().spec().perStream();
    }

    private LiveLearners learners() {
        return state.now().learners();
    }

    /** The streams that have learners of their own; null, for all of them, where they share one. */
    private Stream<StreamKey> learning() {
        return isShared() ? Stream.of((StreamKey) null) : learners().streams().stream();
    }

    /** The step at which a prediction diverged; of a stream for which it did, where each stream has its learners. */
    public OptionalLong divergedAt(String name) {
        return learning()
                .map(stream -> learners().divergedAt(name, stream))
                .filter(OptionalLong::isPresent)
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    public long steps(String name) {
        return learning()
                .mapToLong(stream -> learners().stepsLearned(name, stream))
                .sum();
    }

    /** The weights that all streams share; null where each has its own. */
    public double[] weights(String name) {
        return isShared() ? learners().weights(name, null) : null;
    }

    public PredictionQuality quality(String name) {
        return state.now().board().get(state.names().indexOf(name));
    }

    private void requirePrediction(String name) {
        if (!state.names().contains(name)) {
            String off = switchedOff().get(name);
            throw Reason.NOT_FOUND.refusal(
                    "there is no prediction " + name + (off == null ? "" : ": it was switched off " + off));
        }
    }

    /** Predictions that had to be removed so that others could continue: when, and why. */
    public Map<String, String> switchedOff() {
        return state.switchedOff;
    }

    public JsonObject prediction(String name) {
        requirePrediction(name);
        return summary(name, true);
    }

    /** All predictions, without their weights. */
    public List<JsonObject> predictions() {
        return names().stream().map(name -> summary(name, false)).toList();
    }

    private JsonObject summary(String name, boolean weights) {
        Config config = state.now()
                .amended()
                .spec()
                .predictions()
                .get(names().indexOf(name))
                .config();
        OptionalLong diverged = divergedAt(name);
        Map<String, Double> parameters = new TreeMap<>(config.parameters());
        parameters.values().removeIf(value -> !Double.isFinite(value));
        JsonObject document = new JsonObject()
                .with("name", name)
                .with("algorithm", config.algorithm().name())
                .with("parameters", parameters)
                .with("steps", steps(name));
        if (weights) {
            document.with("weights", weights(name));
        }
        Bands bands = state.now().amended().spec().bands();
        if (bands != null) {
            String reason = learners().barRefusal(name);
            document.with("bands", new JsonObject().with("level", bands.level()).with("reason", reason));
        }
        return document.with("diverged_at", diverged.isPresent() ? diverged.getAsLong() : null)
                .with("diagnostics", QualityDocument.of(quality(name), diverged));
    }

    public JsonObject stream(String name) {
        StreamTable.Stream stream = state.streams.find(name);
        if (stream == null) {
            throw Reason.NOT_FOUND.refusal("there is no stream " + name);
        }
        JsonObject document = new JsonObject()
                .with("stream", name)
                .with("rows", stream.rows())
                .with("first_seq", stream.first)
                .with("next_seq", stream.next)
                .with("predictions", lastValues(state.now().answers().find(stream.number, stream.next - 1), true));
        return isShared() ? document : document.with("weights", streamWeights(stream));
    }

    private JsonObject streamWeights(StreamTable.Stream stream) {
        JsonObject weights = new JsonObject();
        names().forEach(name -> weights.with(name, learners().weights(name, stream.key())));
        return weights;
    }

    /** How many rows were beyond what the rows before had shown, and not learned from. */
    public long rowsBeyond() {
        return learners().ranges().rowsBeyond();
    }

    /** How many rows were beyond the range of each column that had any. */
    public Map<String, Long> beyondByColumn() {
        return learners().ranges().counts();
    }

    public List<ShownRanges.ColumnRange> columns() {
        return state.now().spec().isCompiled()
                ? learners().ranges().columns(state.now().spec().plan())
                : List.of();
    }

    /** The values between which rows are learned from, column by column. */
    public JsonObject ranges() {
        return new JsonObject()
                .with("rule", ShownRanges.RULE)
                .with("rows", rowsBeyond())
                .withAll("columns", columns(), column -> new JsonObject()
                        .with("column", column.name())
                        .with("low", column.low())
                        .with("high", column.high())
                        .with("declared", column.isDeclared())
                        .with("beyond", column.beyond()));
    }

    /** @param all also the ends of bars and bands */
    private JsonObject lastValues(RecentAnswer last, boolean all) {
        JsonObject document = new JsonObject();
        if (last != null) {
            Set<String> values = Set.copyOf(names());
            List<String> fields = state.now().fields();
            for (int f = 0; f < fields.size(); f++) {
                if (all || values.contains(fields.get(f))) {
                    document.with(fields.get(f), last.values()[f]);
                }
            }
        }
        return document;
    }

    public record LatestRow(String stream, long seq, JsonObject values) {
        public JsonObject document() {
            return new JsonObject().with("stream", stream).with("seq", seq).with("values", values);
        }
    }

    public List<LatestRow> latest() {
        List<LatestRow> latest = new ArrayList<>();
        for (RecentAnswer last : state.now().answers().lastOfStreams(MOST_LATEST)) {
            StreamTable.Stream stream = state.streams.get(last.stream());
            if (stream != null) {
                latest.add(new LatestRow(stream.name, last.seq(), lastValues(last, false)));
            }
        }
        return latest;
    }

    /** What is drawn of at most this many predictions over time, in the form of {@link #predictions}. */
    public List<JsonObject> courses(int most) {
        return names().stream()
                .limit(most)
                .map(name ->
                        new JsonObject().with("name", name).with("diagnostics", QualityDocument.course(quality(name))))
                .toList();
    }

    /** Predictions that were settled behind the first {@code since} of them, the last one first. */
    public List<JsonObject> settled(String name, long since) {
        requirePrediction(name);
        SettledPredictions settled = quality(name).settled();
        return settled.last().stream()
                .limit(Math.max(0, settled.count() - since))
                .map(one -> new JsonObject()
                        .with("stream", streamJson(one.stream()))
                        .withRecord(one, "stream"))
                .toList();
    }

    /** Null for a stream that was let go. */
    private Object streamJson(int number) {
        StreamTable.Stream stream = state.streams.get(number);
        return stream == null ? null : stream.key().json();
    }

    /** What {@code emphatic predict} reads. */
    public Model model() {
        if (!isShared() || state.rows() == 0) {
            throw Reason.NOT_FOUND.refusal(
                    isShared() ? "no row has come yet" : "each stream has its own weights: there is no model");
        }
        try {
            String time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
            return learners().model(version, time, "emphatic serve", streams());
        } catch (IOException e) {
            throw Reason.UNAVAILABLE.refusal("the model cannot be made: " + e.getMessage());
        }
    }
}
