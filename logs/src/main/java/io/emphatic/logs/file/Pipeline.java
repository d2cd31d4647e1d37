package io.emphatic.logs.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads ahead while workers (runs of predictions, or an evaluation) work side by side, each at its own pace: one thread
 * reads chunks, some threads take turns in having the run that is furthest behind learn from its next chunk, and the
 * caller of {@link #next} gets each chunk when all runs have learned from it. Each run sees every row in order, on one
 * thread at a time, and shares nothing that changes, so results do not depend on the number of threads. At most
 * {@link #DEPTH} chunks are in use.
 *
 * <p>A failure is thrown by {@link #next} where it would have been thrown without threads: after every chunk that did
 * not fail.
 */
public final class Pipeline implements AutoCloseable {
    /** How many chunks there are: with fewer, a thread that falls behind for a moment stops the others. */
    public static final int DEPTH = 8;

    private final ChunkReader reader;
    private final long learnFrom;
    private final List<? extends ChunkWorker> runs;
    private final List<Thread> threads = new ArrayList<>();
    private final RowChunk[] chunks = new RowChunk[DEPTH];

    // Guarded by this. Chunks are numbered from 0; each of the next four counts them.
    private long filled;
    private final long[] learned; // by run
    private final boolean[] busy; // by run: a thread has it
    private long handedOut;
    private long collected;
    private final boolean[] barriers = new boolean[DEPTH]; // whether later chunks wait until this one is collected
    private boolean ended; // the last chunk filled is the empty one at the end
    private boolean closed;
    private Throwable readingFailure;
    private final Throwable[] learningFailures; // by run: in its last chunk

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
        this.learned = new long[runs.size()];
        this.busy = new boolean[runs.size()];
        this.learningFailures = new Throwable[runs.size()];
        // Unless told otherwise twice as many as there are processors: where other programs run, more threads get more.
        int most = reader.threads() > 0
                ? reader.threads()
                : 2 * Runtime.getRuntime().availableProcessors();
        try {
            start("emphatic-read", this::read);
            for (int thread = 0; thread < Math.min(runs.size(), most); thread++) {
                start("emphatic-learn-" + thread, this::learn);
            }
        } catch (Error e) {
            close(); // there may be a limit on the number of threads; those started must not outlive the reader
            throw e;
        }
    }

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
                Throwable first = firstFailure();
                if (first != null) {
                    throw failure(first);
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

    /** Whether each run has learned from the chunk, or failed. */
    private boolean isLearned(long chunk) {
        return IntStream.range(0, learned.length)
                .allMatch(run -> learned[run] > chunk || learningFailures[run] != null);
    }

    /** The failure in the chunk to hand out next, of the first run that failed; null if there is none. */
    private Throwable firstFailure() {
        return IntStream.range(0, learned.length)
                .filter(run -> learned[run] == handedOut)
                .mapToObj(run -> learningFailures[run])
                .findFirst()
                .orElse(null);
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

    private void learn() {
        try {
            for (int run = takeRun(); run >= 0; run = takeRun()) {
                Throwable failure = null;
                try {
                    runs.get(run).run(chunks[(int) (learned[run] % DEPTH)], learnFrom);
                } catch (RuntimeException | Error e) {
                    failure = e;
                }
                giveBack(run, failure);
            }
        } catch (IllegalStateException e) {
            failAll(e);
        }
    }

    /** The run that is furthest behind of those that may go on, once there is one; -1 at the end, or when closed. */
    private synchronized int takeRun() {
        while (!closed) {
            int behind = furthestBehind();
            if (behind >= 0) {
                busy[behind] = true;
                return behind;
            }
            if (ended && isLearned(filled - 1)) {
                return -1;
            }
            await();
        }
        return -1;
    }

    /** Of the runs that may go on; -1 if there is none. */
    private int furthestBehind() {
        long end = firstClosed();
        int behind = -1;
        for (int run = 0; run < learned.length; run++) {
            if (!busy[run]
                    && learningFailures[run] == null
                    && learned[run] < end
                    && (behind < 0 || learned[run] < learned[behind])) {
                behind = run;
            }
        }
        return behind;
    }

    /** The first chunk that may not be learned from: not filled, or after a barrier that is not yet collected. */
    private long firstClosed() {
        for (long chunk = collected; chunk < filled; chunk++) {
            if (barriers[(int) (chunk % DEPTH)]) {
                return chunk + 1;
            }
        }
        return filled;
    }

    private synchronized void giveBack(int run, Throwable failure) {
        busy[run] = false;
        if (failure == null) {
            learned[run]++;
        } else {
            learningFailures[run] = failure;
        }
        notifyAll();
    }

    /** A thread that could take any run has failed: none goes on. */
    private synchronized void failAll(Throwable failure) {
        for (int run = 0; run < learned.length; run++) {
            learningFailures[run] = learningFailures[run] == null ? failure : learningFailures[run];
        }
        notifyAll();
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
