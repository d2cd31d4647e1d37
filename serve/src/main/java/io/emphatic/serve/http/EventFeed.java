package io.emphatic.serve.http;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.RefusedRequestException;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.service.ServiceView;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Server-sent events: {@code history}, then a {@code tick} twice a second, and {@code diverged} once for each. */
final class EventFeed implements Closeable {
    private static final int MOST_LISTENERS = 32;
    private static final long PERIOD_MILLIS = 500;

    private final PredictionService service;
    private final Consumer<String> warn;
    private final Semaphore listeners = new Semaphore(MOST_LISTENERS);
    private final EventHistory history = new EventHistory();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "emphatic-events");
        made.setDaemon(true);
        return made;
    });
    private final Map<String, Long> settled = new HashMap<>(); // how many each prediction had when last looked at
    private boolean isFailing; // which is said once
    private boolean isClosed;
    private FeedTick last = new FeedTick(0, "", Map.of());

    /** What listeners get; the text is empty if there was none, and predictions have diverged at a step. */
    private record FeedTick(long number, String text, Map<String, Long> diverged) {}

    /** What is seen at once, on the learning thread; {@code tick} is null where nobody listens. */
    private record ServiceMoment(
            long rows,
            List<ServiceView.LatestRow> latest,
            JsonObject moment,
            JsonObject tick,
            Map<String, Long> diverged) {}

    EventFeed(PredictionService service, Consumer<String> warn) {
        this.service = service;
        this.warn = warn;
        thread.scheduleWithFixedDelay(this::look, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Sends events until the listener has gone, or the service ends. */
    void send(OutputStream out) throws IOException {
        if (!listeners.tryAcquire()) {
            throw Reason.TOO_MANY.refusal(MOST_LISTENERS + " listen to events already");
        }
        try {
            FeedTick past = past();
            write(past.text, out);
            long sent = past.number;
            Map<String, Long> announced = new HashMap<>(); // who is slow misses ticks, but nothing that diverged
            for (FeedTick tick = next(sent); tick != null; tick = next(sent)) {
                write(news(tick, announced) + tick.text, out);
                sent = tick.number;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            listeners.release();
        }
    }

    private static void write(String events, OutputStream out) throws IOException {
        out.write(events.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** What has diverged since the last message to this listener. One that was reset may diverge again. */
    private static String news(FeedTick tick, Map<String, Long> announced) {
        announced.keySet().retainAll(tick.diverged.keySet());
        StringBuilder events = new StringBuilder();
        tick.diverged.forEach((name, step) -> {
            if (!step.equals(announced.put(name, step))) {
                JsonObject one = new JsonObject().with("name", name).with("step", step);
                events.append(event(tick.number, "diverged", Json.line(one)));
            }
        });
        return events.toString();
    }

    private synchronized FeedTick past() {
        String past = "{\"ticks\":" + history.text() + "}";
        return new FeedTick(last.number, event(last.number, "history", past), Map.of());
    }

    /** The first tick behind one, once it is there; null if the service ends. */
    private synchronized FeedTick next(long sent) throws InterruptedException {
        while (!isClosed && (last.number == sent || last.text.isEmpty())) {
            wait();
        }
        return isClosed ? null : last;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
    }

    private void look() {
        try {
            boolean isHeard = listeners.availablePermits() < MOST_LISTENERS;
            ServiceMoment sight = service.ask(view -> see(view, isHeard));
            tell(
                    sight,
                    System.nanoTime() / 1e9,
                    Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
            isFailing = false;
        } catch (RefusedRequestException e) {
            // too much waits, or the service is about to end: there will be another moment
        } catch (RuntimeException e) {
            if (!isFailing) {
                warn.accept("events cannot be made: " + e);
            }
            isFailing = true;
        }
    }

    private synchronized void tell(ServiceMoment sight, double seconds, String time) {
        double rate = history.rate(seconds, sight.rows);
        history.add(time, rate, sight.latest, sight.moment);
        long number = last.number + 1;
        String text = "";
        if (sight.tick != null) {
            JsonObject tick = new JsonObject()
                    .with("time", time)
                    .with("rows_per_second", rate)
                    .with("last_row_age", service.secondsSinceLastRow())
                    .with("status", service.status())
                    .withAll(sight.tick);
            text = event(number, "tick", Json.line(tick));
        }
        last = new FeedTick(number, text, sight.diverged);
        notifyAll();
    }

    /** On the learning thread: everything that is needed is copied, and made a text later. */
    private ServiceMoment see(ServiceView view, boolean isHeard) {
        Map<String, Long> diverged = new LinkedHashMap<>();
        JsonObject tick = null;
        List<ServiceView.LatestRow> latest = view.latest();
        if (isHeard) {
            view.names().forEach(name -> view.divergedAt(name).ifPresent(step -> diverged.put(name, step)));
            tick = new JsonObject()
                    .with("rows", view.rows())
                    .with("streams", view.streams())
                    .with("rows_beyond", view.beyondByColumn())
                    .with("switched_off", new TreeMap<>(view.switchedOff()))
                    .withAll("latest", latest, ServiceView.LatestRow::document)
                    .with("predictions", predictions(view))
                    .with("race", view.race());
        }
        JsonObject moment = new JsonObject().with("predictions", view.courses(EventHistory.MOST_PREDICTIONS));
        return new ServiceMoment(view.rows(), latest, moment, tick, diverged);
    }

    private List<JsonObject> predictions(ServiceView view) {
        List<JsonObject> predictions = new ArrayList<>();
        List<JsonObject> summaries = view.predictions();
        for (int p = 0; p < summaries.size(); p++) {
            String name = view.names().get(p);
            Long before = settled.put(name, view.quality(name).settled().count());
            predictions.add(summaries.get(p).with("settled_since", view.settled(name, before == null ? 0 : before)));
        }
        return predictions;
    }

    private static String event(long number, String name, String data) {
        return "id: " + number + "\nevent: " + name + "\ndata: " + data + "\n\n";
    }

    /** What was to be seen in the last ten minutes, or less where it would take more than 2 MB. */
    static final class EventHistory {
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

        double rate(double seconds, long rows) {
            recent.addLast(new Moment(seconds, rows));
            while (recent.size() > 2 && seconds - recent.peekFirst().seconds > RATE_SECONDS) {
                recent.removeFirst();
            }
            Moment first = recent.peekFirst();
            return seconds > first.seconds ? (rows - first.rows) / (seconds - first.seconds) : 0;
        }

        /** Keeps a moment, but of a time in which nothing happens the first alone; and no row twice. */
        void add(String time, double rate, List<ServiceView.LatestRow> latest, JsonObject moment) {
            if (rate == 0 && wasStill) {
                return;
            }
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

        String text() {
            return "[" + String.join(",", moments) + "]";
        }
    }
}
