package io.emphatic.serve.http;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.serve.service.ServiceView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was to be seen in the last ten minutes, for who begins to listen now. It takes 2 MB at most: where there are
 * many predictions it reaches back less far. One thread at a time.
 */
final class EventHistory {
    private static final int MOST_MOMENTS = 1200;
    private static final long MOST_CHARACTERS = 2 << 20;
    private static final int MOST_PREDICTIONS = 32;
    private static final double RATE_SECONDS = 5; // that a rate is of
    private static final int MOST_STREAMS = 1 << 12;

    private record Moment(double seconds, long rows) {}

    private final Deque<String> moments = new ArrayDeque<>();
    private final Deque<Moment> recent = new ArrayDeque<>(); // those that a rate is of
    private final Map<String, Long> seqs = new HashMap<>(); // of the last row of each stream that was kept
    private long characters;
    private boolean wasStill; // whether no row had come before the last moment that was kept

    /**
     * Rows per second in the last five seconds.
     *
     * @param seconds of any clock that never goes back
     */
    double rate(double seconds, long rows) {
        recent.addLast(new Moment(seconds, rows));
        while (recent.size() > 2 && seconds - recent.peekFirst().seconds > RATE_SECONDS) {
            recent.removeFirst();
        }
        Moment first = recent.peekFirst();
        return seconds > first.seconds ? (rows - first.rows) / (seconds - first.seconds) : 0;
    }

    /** Whether a moment is worth keeping: of a time in which nothing happens the first is enough. */
    boolean isOfInterest(double rate) {
        return rate > 0 || !wasStill;
    }

    /** What is kept of a tick beside its rows. On the learning thread. */
    static JsonObject moment(ServiceView view) {
        return new JsonObject().with("predictions", view.courses(MOST_PREDICTIONS));
    }

    /** Keeps a moment. Rows of {@code latest} that were kept before are left out. */
    void add(String time, double rate, List<ServiceView.LatestRow> latest, JsonObject moment) {
        List<JsonObject> news = latest.stream()
                .filter(row -> !Long.valueOf(row.seq()).equals(seqs.put(row.stream(), row.seq())))
                .map(ServiceView.LatestRow::document)
                .toList();
        if (seqs.size() > MOST_STREAMS) {
            seqs.clear();
        }
        String text = Json.line(
                moment.with("time", time).with("rows_per_second", rate).with("latest", news));
        wasStill = rate == 0;
        moments.addLast(text);
        characters += text.length();
        while (moments.size() > MOST_MOMENTS || characters > MOST_CHARACTERS) {
            characters -= moments.removeFirst().length();
        }
    }

    /** All of it, as a JSON array. */
    String text() {
        return "[" + String.join(",", moments) + "]";
    }
}
