package io.emphatic.cli;

import io.emphatic.logs.replay.TimedRows;
import io.emphatic.logs.replay.TimedRows.TimedRow;
import io.emphatic.serve.client.Posted;
import io.emphatic.serve.client.SeqGapException;
import io.emphatic.serve.client.ServiceClient;
import io.emphatic.serve.client.ServiceRefusalException;
import io.emphatic.serve.client.StepRow;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Posts rows when their time has come. Rows that a service has are passed over, so that a replay that was broken off
 * continues where it was; if the service turns out to have fewer than it said, the replay goes back to where it is.
 */
class Replay {
    private static final int MOST_ROWS = 1000; // in a post
    private static final int FORBIDDEN = 403;

    private final TimedRows rows;
    private final ServiceClient client;
    private final double speed;
    private final LongConsumer progress;
    private final List<StepRow> due = new ArrayList<>();
    private Map<String, Long> next = Map.of(); // what the service waits for
    private double origin; // the time of the first row that is posted
    private long start; // when it was
    private boolean isStarted;
    private long accepted;
    private long duplicates;
    private long known; // rows that were passed over
    private long gone; // accepted, when the last gap was found

    Replay(TimedRows rows, ServiceClient client, double speed, LongConsumer progress) {
        this.rows = rows;
        this.client = client;
        this.speed = speed;
        this.progress = progress;
    }

    void run() throws IOException {
        gone = -1;
        while (true) {
            try {
                pass();
                return;
            } catch (SeqGapException e) {
                if (accepted == gone) {
                    throw e;
                }
                gone = accepted;
            }
        }
    }

    long accepted() {
        return accepted;
    }

    /** Rows that the service had, posted or passed over. */
    long known() {
        return duplicates + known;
    }

    private void pass() throws IOException {
        due.clear();
        known = 0;
        isStarted = false;
        next = askNext();
        rows.each(this::take);
        post();
    }

    /** A token that may learn but not read gets no answer; then rows are posted again, which is harmless. */
    private Map<String, Long> askNext() throws IOException {
        Map<String, Long> answers = new HashMap<>();
        for (String stream : rows.streams()) {
            try {
                OptionalLong answer = client.nextSeq(stream);
                answer.ifPresent(seq -> answers.put(stream, seq));
            } catch (ServiceRefusalException e) {
                if (e.status() != FORBIDDEN) {
                    throw e;
                }
                return Map.of();
            }
        }
        return answers;
    }

    private void take(TimedRow row) throws IOException {
        if (row.seq() < next.getOrDefault(row.stream(), 0L)) {
            known++;
            progress.accept(done());
            return;
        }
        if (!isStarted) {
            isStarted = true;
            origin = row.seconds();
            start = nanos();
        }
        if (wait(row.seconds()) > 0 || due.size() == MOST_ROWS) {
            post();
            sleep(row.seconds());
        }
        due.add(new StepRow(row.stream(), row.seq(), row.columns()));
    }

    private double wait(double seconds) {
        return (seconds - origin) / speed - (nanos() - start) / 1e9;
    }

    private void sleep(double seconds) throws InterruptedIOException {
        try {
            double wait = wait(seconds);
            if (wait > 0) {
                sleepFor((long) (wait * 1e9));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the replay was interrupted");
        }
    }

    /** The time; tests have their own. */
    long nanos() {
        return System.nanoTime();
    }

    void sleepFor(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }

    private void post() throws IOException {
        if (!due.isEmpty()) {
            Posted posted = client.post(due);
            accepted += posted.accepted();
            duplicates += posted.duplicates();
            due.clear();
            progress.accept(done());
        }
    }

    private long done() {
        return accepted + duplicates + known;
    }
}
