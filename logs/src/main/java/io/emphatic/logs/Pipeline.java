package io.emphatic.logs;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads the next batch while one is learned from, and lets predictions learn side by side. Each prediction sees every row in order and shares
 * nothing that changes, so results do not depend on the number of threads.
 */
final class Pipeline implements AutoCloseable {
    private final Plan plan;
    private final Watch watch;
    private final Rows rows;
    private final long learnFrom;
    private final long every;
    private final Batch.Waiting waiting;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "emphatic-learn");
        thread.setDaemon(true);
        return thread;
    });
    // Twice as many as there are processors, so that three predictions on two of them take one and a half times as long
    // as one.
    private final int learners = 2 * Runtime.getRuntime().availableProcessors();
    private long place;
    private boolean ended;
    private Batch inUse;
    private Batch spare;
    private Future<Batch> coming;

    /**
     * @param place of the first row, from 0
     * @param learnFrom rows before this one are not learned from
     * @param every a batch ends wherever the number of rows can be divided by this
     * @param recorded whether somebody wants to know which rows were settled
     * @param watch sees all rows; null where nobody wants it
     */
    Pipeline(Plan plan, Rows rows, long place, long learnFrom, long every, int keys, boolean recorded, Watch watch) {
        this.plan = plan;
        this.watch = watch;
        this.rows = rows;
        this.place = place;
        this.learnFrom = learnFrom;
        this.every = every;
        this.waiting = new Batch.Waiting(keys);
        this.inUse = new Batch(plan.slots().size(), keys, recorded);
        this.spare = new Batch(plan.slots().size(), keys, recorded);
        this.coming = threads.submit(() -> fill(spare));
    }

    /** The batch, filled; the last one is empty and ends the log, and null comes behind it. Only one thread is ever in here. */
    private Batch fill(Batch batch) throws IOException {
        if (ended) {
            return null;
        }
        int most = (int) Math.min(Batch.CAPACITY, every - place % every);
        if (batch.read(rows, plan, place, most, learnFrom, waiting, watch)) {
            place += batch.size();
        } else {
            batch.end(place, waiting);
            ended = true;
        }
        return batch;
    }

    /** The next batch, valid until this is called again; null at the end. */
    Batch next() throws IOException {
        Batch next = await(coming);
        if (next != null) {
            spare = inUse;
            inUse = next;
            Batch free = spare;
            coming = threads.submit(() -> fill(free));
        }
        return next;
    }

    /** Lets every prediction live through the batch. */
    void learn(List<Course> courses, Batch batch, long totalRows) throws IOException {
        int groups = Math.min(courses.size(), learners);
        List<Future<?>> others = new ArrayList<>();
        for (int group = 1; group < groups; group++) {
            int first = group;
            others.add(threads.submit(() -> learn(courses, first, groups, batch, totalRows)));
        }
        learn(courses, 0, groups, batch, totalRows);
        for (Future<?> other : others) {
            await(other);
        }
    }

    private void learn(List<Course> courses, int first, int step, Batch batch, long totalRows) {
        for (int p = first; p < courses.size(); p += step) {
            courses.get(p).run(batch, plan, totalRows, learnFrom);
        }
    }

    private static <T> T await(Future<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while learning");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        try {
            coming.get(); // nobody may read on when the rows are closed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            // What went wrong with a batch that nobody wants any more does not matter.
        }
        threads.shutdownNow();
    }
}
