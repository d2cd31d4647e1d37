package io.emphatic.logs.learning;

import io.emphatic.logs.doctor.Watch;
import io.emphatic.logs.file.Batch;
import io.emphatic.logs.file.Rows;
import io.emphatic.logs.spec.Plan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads ahead while predictions learn side by side, each at its own pace: a thread reads batches, some threads live
 * through them in order, and whoever calls {@link #next} gets each batch when all of them are through with it. Each
 * prediction sees every row in order and shares nothing that changes, so results do not depend on the number of
 * threads. At most {@link #DEPTH} batches are under way.
 *
 * <p>What goes wrong comes out of {@link #next} where it would have come out without threads: behind every batch that
 * went well.
 */
final class Pipeline implements AutoCloseable {
    /** How many batches there are: with fewer, a thread that falls behind for a moment stops the others. */
    static final int DEPTH = 4;

    private final Plan plan;
    private final Watch watch;
    private final Rows rows;
    private final long learnFrom;
    private final long every;
    private final boolean recorded;
    private final Batch.Waiting waiting;
    private final List<Course> courses;
    private final long totalRows;
    private final List<Thread> threads = new ArrayList<>();
    private final Batch[] batches = new Batch[DEPTH];
    private long place; // of the next row to read; the reading thread's own

    // Guarded by this. Batches are numbered from 0; each of the next four is how many have come so far.
    private long filled;
    private final long[] learned; // by group of courses
    private long handedOut;
    private long collected;
    private final boolean[] rests = new boolean[DEPTH]; // whether nobody goes on before the batch is collected
    private boolean ended; // the last batch filled is that of the end
    private boolean closed;
    private Throwable readingFailure;
    private final Failure[] learningFailures;

    /**
     * Starts to read and to learn.
     *
     * @param place of the first row, from 0
     * @param learnFrom rows before this one are not learned from
     * @param every a batch ends wherever the number of rows can be divided by this, and nobody goes on until it is
     *     collected
     * @param recorded whether somebody wants to know which rows were settled, and what was predicted for them
     * @param watch sees all rows; null where nobody wants it
     * @param courses nobody else may touch them but between a call of {@link #next} that returns a batch of such an
     *     end, and the next call
     * @param totalRows how many the log has
     */
    Pipeline(
            Plan plan,
            Rows rows,
            long place,
            long learnFrom,
            long every,
            int keys,
            boolean recorded,
            Watch watch,
            List<Course> courses,
            long totalRows) {
        this.plan = plan;
        this.watch = watch;
        this.rows = rows;
        this.place = place;
        this.learnFrom = learnFrom;
        this.every = every;
        this.recorded = recorded;
        this.waiting = new Batch.Waiting(keys);
        this.courses = courses;
        this.totalRows = totalRows;
        int slots = plan.slots().size();
        Arrays.setAll(batches, k -> new Batch(slots, plan.policies().size(), keys, recorded));
        // Twice as many as there are processors, so that three predictions on two of them take one and a half times as
        // long as one.
        int groups = Math.min(courses.size(), 2 * Runtime.getRuntime().availableProcessors());
        this.learned = new long[groups];
        this.learningFailures = new Failure[groups];
        try {
            start("emphatic-read", this::read);
            for (int group = 0; group < groups; group++) {
                int own = group;
                start("emphatic-learn-" + group, () -> learn(own));
            }
        } catch (Error e) {
            close(); // there may be a limit on the number of threads; those that there are must not outlive the rows
            throw e;
        }
    }

    /**
     * What a group of courses failed with in its last batch.
     *
     * @param course the first of the group that failed
     */
    private record Failure(int course, Throwable cause) {}

    private void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
    }

    /** The next batch when everybody has lived through it, valid until this is called again; null at the end. */
    synchronized Batch next() throws IOException {
        collected = handedOut;
        notifyAll();
        while (true) {
            if (handedOut == filled && readingFailure != null) {
                throw failure(readingFailure);
            }
            if (handedOut == filled && ended) {
                return null;
            }
            if (handedOut < filled && isThrough(handedOut)) {
                Failure first = firstFailure();
                if (first != null) {
                    throw failure(first.cause());
                }
                return batches[(int) (handedOut++ % DEPTH)];
            }
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while learning");
            }
        }
    }

    /** Whether each group has lived through the batch, or failed there. */
    private boolean isThrough(long batch) {
        for (int group = 0; group < learned.length; group++) {
            if (learned[group] <= batch && learningFailures[group] == null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Of the batch to hand out next, which everybody is through with: that of the first course, however they are
     * grouped.
     */
    private Failure firstFailure() {
        Failure first = null;
        for (int group = 0; group < learned.length; group++) {
            Failure failure = learned[group] == handedOut ? learningFailures[group] : null;
            if (failure != null && (first == null || failure.course() < first.course())) {
                first = failure;
            }
        }
        return first;
    }

    private static IOException failure(Throwable cause) throws IOException {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw (IOException) cause;
    }

    /** The work of the thread that reads. */
    private void read() {
        try {
            for (long batch = 0; awaitRoom(batch); batch++) {
                Batch free = batches[(int) (batch % DEPTH)];
                boolean any = fill(free);
                synchronized (this) {
                    rests[(int) (batch % DEPTH)] = recorded || place % every == 0;
                    filled++;
                    ended = !any;
                    notifyAll();
                    if (ended) {
                        return;
                    }
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            synchronized (this) {
                readingFailure = e;
                notifyAll();
            }
        }
    }

    /** Waits until this batch's place is free; false when it is all over. */
    private synchronized boolean awaitRoom(long batch) {
        while (!closed && batch - collected >= DEPTH) {
            await();
        }
        return !closed;
    }

    /** Whether there was any row; the batch behind the last one is empty and ends the log. */
    private boolean fill(Batch batch) throws IOException {
        int most = (int) Math.min(batch.capacity(), every - place % every);
        if (batch.read(rows, plan, place, most, learnFrom, waiting, watch)) {
            place += batch.size();
            return true;
        }
        batch.end(place, waiting);
        return false;
    }

    /** The work of a thread that learns. */
    private void learn(int group) {
        int course = group;
        try {
            for (long number = 0; awaitBatch(number); number++) {
                Batch batch = batches[(int) (number % DEPTH)];
                for (int p = group; p < courses.size(); p += learned.length) {
                    course = p;
                    courses.get(p).run(batch, plan, totalRows, learnFrom);
                }
                synchronized (this) {
                    learned[group]++;
                    notifyAll();
                }
            }
        } catch (RuntimeException | Error e) {
            synchronized (this) {
                learningFailures[group] = new Failure(course, e);
                notifyAll();
            }
        }
    }

    /** Waits until this batch may be learned from; false when there is none, or it is all over. */
    private synchronized boolean awaitBatch(long batch) {
        while (!closed && !(batch < filled ? mayBeLearned(batch) : ended)) {
            await();
        }
        return !closed && batch < filled;
    }

    /** A batch behind one at which everybody rests has to wait until that one is collected. */
    private boolean mayBeLearned(long batch) {
        for (long before = collected; before < batch; before++) {
            if (rests[(int) (before % DEPTH)]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Nobody should interrupt these threads, as {@link #close} tells them; if somebody does, that is a failure like any
     * other.
     */
    private void await() {
        try {
            wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException("a thread that learns from the log was interrupted", e);
        }
    }

    /** Waits until every thread has ended: nobody may read on when the rows are closed. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
