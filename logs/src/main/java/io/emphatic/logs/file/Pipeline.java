package io.emphatic.logs.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Reads ahead while workers (runs of predictions, or an evaluation) work side by side, each at its own pace: one thread
 * reads chunks, some threads learn from them in order, and the caller of {@link #next} gets each chunk when all of them
 * have learned from it. Each worker sees every row in order and shares nothing that changes, so results do not depend
 * on the number of threads. At most {@link #DEPTH} chunks are in use.
 *
 * <p>A failure is thrown by {@link #next} where it would have been thrown without threads: after every chunk that did
 * not fail.
 */
public final class Pipeline implements AutoCloseable {
    /** How many chunks there are: with fewer, a thread that falls behind for a moment stops the others. */
    public static final int DEPTH = 4;

    private final ChunkReader reader;
    private final long learnFrom;
    private final List<? extends ChunkWorker> runs;
    private final List<Thread> threads = new ArrayList<>();
    private final RowChunk[] chunks = new RowChunk[DEPTH];

    // Guarded by this. Chunks are numbered from 0; each of the next four counts them.
    private long filled;
    private final long[] learned; // by group of runs
    private long handedOut;
    private long collected;
    private final boolean[] barriers = new boolean[DEPTH]; // whether later chunks wait until this one is collected
    private boolean ended; // the last chunk filled is the empty one at the end
    private boolean closed;
    private Throwable readingFailure;
    private final LearningFailure[] learningFailures;

    /**
     * @param learnFrom rows before this one are not learned from
     * @param runs must not be used by others, except between a call of {@link #next} that returns a chunk at a barrier
     *     ({@link ChunkReader#isAtBarrier}) and the next call
     */
    public Pipeline(ChunkReader reader, long learnFrom, List<? extends ChunkWorker> runs) {
        this.reader = reader;
        this.learnFrom = learnFrom;
        this.runs = runs;
        Arrays.setAll(chunks, k -> reader.newChunk());
        // Unless told otherwise twice as many as there are processors, so that three runs on two processors take one
        // and a half times as long
        // as one.
        int most = reader.threads() > 0
                ? reader.threads()
                : 2 * Runtime.getRuntime().availableProcessors();
        int groups = Math.min(runs.size(), most);
        this.learned = new long[groups];
        this.learningFailures = new LearningFailure[groups];
        try {
            start("emphatic-read", this::read);
            for (int group = 0; group < groups; group++) {
                int own = group;
                start("emphatic-learn-" + group, () -> learn(own));
            }
        } catch (Error e) {
            close(); // there may be a limit on the number of threads; those started must not outlive the reader
            throw e;
        }
    }

    /** The failure of a group of runs in its last chunk; {@code run} is the first run of the group that failed. */
    private record LearningFailure(int run, Throwable cause) {}

    private void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
    }

    /** The next chunk that all runs have learned from, valid until this is called again; null at the end. */
    public synchronized RowChunk next() throws IOException {
        collected = handedOut;
        notifyAll();
        while (true) {
            if (handedOut == filled && readingFailure != null) {
                throw failure(readingFailure);
            }
            if (handedOut == filled && ended) {
                return null;
            }
            if (handedOut < filled && isLearned(handedOut)) {
                LearningFailure first = firstFailure();
                if (first != null) {
                    throw failure(first.cause());
                }
                return chunks[(int) (handedOut++ % DEPTH)];
            }
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while learning");
            }
        }
    }

    /** Whether each group has learned from the chunk, or failed. */
    private boolean isLearned(long chunk) {
        return IntStream.range(0, learned.length)
                .allMatch(group -> learned[group] > chunk || learningFailures[group] != null);
    }

    /** The failure in the chunk to hand out next; of the first run that failed, however runs are grouped. */
    private LearningFailure firstFailure() {
        LearningFailure first = null;
        for (int group = 0; group < learned.length; group++) {
            LearningFailure failure = learned[group] == handedOut ? learningFailures[group] : null;
            if (failure != null && (first == null || failure.run() < first.run())) {
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

    private void read() {
        try {
            for (long chunk = 0; awaitRoom(chunk); chunk++) {
                boolean any = reader.read(chunks[(int) (chunk % DEPTH)]);
                synchronized (this) {
                    barriers[(int) (chunk % DEPTH)] = reader.isAtBarrier();
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

    /** Waits until the memory of this chunk is free; false when closed. */
    private synchronized boolean awaitRoom(long chunk) {
        while (!closed && chunk - collected >= DEPTH) {
            await();
        }
        return !closed;
    }

    private void learn(int group) {
        int run = group;
        try {
            for (long number = 0; awaitChunk(number); number++) {
                for (run = group; run < runs.size(); run += learned.length) {
                    runs.get(run).run(chunks[(int) (number % DEPTH)], learnFrom);
                }
                synchronized (this) {
                    learned[group]++;
                    notifyAll();
                }
            }
        } catch (RuntimeException | Error e) {
            synchronized (this) {
                learningFailures[group] = new LearningFailure(run, e);
                notifyAll();
            }
        }
    }

    /** Waits until this chunk may be learned from; false when there is none, or when closed. */
    private synchronized boolean awaitChunk(long chunk) {
        while (!closed && !(chunk < filled ? mayBeLearned(chunk) : ended)) {
            await();
        }
        return !closed && chunk < filled;
    }

    /** A chunk after a barrier has to wait until the chunk at the barrier is collected. */
    private boolean mayBeLearned(long chunk) {
        return LongStream.range(collected, chunk).noneMatch(before -> barriers[(int) (before % DEPTH)]);
    }

    /** Nothing interrupts these threads, since {@link #close} notifies them; an interrupt is a failure. */
    private void await() {
        try {
            wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException("a thread that learns from the log was interrupted", e);
        }
    }

    /** Waits until every thread has ended: none may read when the rows are closed. */
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
