package io.emphatic.serve.http;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.RefusedRequestException;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.service.ServiceView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Server-sent events: a {@code tick} twice a second with the state of everything, and {@code diverged} once for each
 * prediction. What is sent is made once for all listeners, by whoever of them finds that it is due.
 */
final class EventFeed {
    private static final int MOST_LISTENERS = 32;
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(500);

    private final PredictionService service;
    private final Semaphore listeners = new Semaphore(MOST_LISTENERS);
    private volatile boolean isClosed;
    private long number; // of the last tick
    private long made; // when it was
    private long rows;
    private double rate;
    private String text = "";
    private final Map<String, Long> settled = new HashMap<>(); // how many each prediction had then
    private final Set<String> diverged = new HashSet<>();

    EventFeed(PredictionService service) {
        this.service = service;
    }

    /** Sends events until the listener has gone, or the service ends. */
    void send(OutputStream out) throws IOException {
        if (!listeners.tryAcquire()) {
            throw new RefusedRequestException(Reason.TOO_MANY, MOST_LISTENERS + " listen to events already");
        }
        try {
            long sent = -1;
            while (!isClosed) {
                FeedTick tick = tick();
                if (tick.number != sent) {
                    out.write(tick.text.getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    sent = tick.number;
                }
                TimeUnit.NANOSECONDS.sleep(PERIOD / 5);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            listeners.release();
        }
    }

    void close() {
        isClosed = true;
    }

    private record FeedTick(long number, String text) {}

    private synchronized FeedTick tick() {
        long now = System.nanoTime();
        if (number == 0 || now - made >= PERIOD) {
            double seconds = number == 0 ? 0 : (now - made) / 1e9;
            made = now;
            number++;
            text = service.ask(view -> events(view, seconds));
        }
        return new FeedTick(number, text);
    }

    /** On the learning thread. */
    private String events(ServiceView view, double seconds) {
        StringBuilder events = new StringBuilder();
        List<JsonObject> predictions = new ArrayList<>();
        List<JsonObject> summaries = view.predictions();
        for (int p = 0; p < summaries.size(); p++) {
            String name = view.names().get(p);
            Long before = settled.put(name, view.quality(name).settled().count());
            predictions.add(summaries.get(p).with("settled_since", view.settled(name, before == null ? 0 : before)));
            if (view.divergedAt(name).isPresent() && diverged.add(name)) {
                JsonObject event = new JsonObject()
                        .with("name", name)
                        .with("step", view.divergedAt(name).getAsLong());
                append("diverged", event, events);
            }
        }
        rate = seconds > 0 ? (view.rows() - rows) / seconds : 0;
        rows = view.rows();
        append(
                "tick",
                new JsonObject()
                        .with(
                                "time",
                                Instant.now().truncatedTo(ChronoUnit.MILLIS).toString())
                        .with("rows", rows)
                        .with("rows_per_second", rate)
                        .with("streams", view.streams())
                        .with("status", service.status())
                        .with("latest", view.latest())
                        .with("predictions", predictions),
                events);
        return events.toString();
    }

    private void append(String name, JsonObject data, StringBuilder events) {
        events.append("id: ").append(number).append('\n');
        events.append("event: ").append(name).append('\n');
        events.append("data: ").append(Json.line(data)).append("\n\n");
    }
}
