package io.emphatic.logs.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reads ahead while workers work side by side; each sees every row in order and shares nothing that changes. */
public final class Pipeline implements AutoCloseable {
    /** How many chunks there are: with fewer, a thread that falls behind for a moment stops the others. */
    public static final int DEPTH = 8;

    /** Works on the chunks of a log, in their order, on one thread at a time. */
    public interface Worker {
        /** @param learnFrom rows before this one only lead up to where an interrupted run was */
        void run(RowChunk chunk, long learnFrom);
    }

    /** A chunk that was read, or the failure; {@code collected} completes when it may be filled again. */
    private record Filled(
            RowChunk chunk, Throwable failure, List<CompletableFuture<Void>> done, CompletableFuture<Void> collected) {}

    private final ChunkReader reader;
    private final long learnFrom;
    private final List<? extends Worker> workers;
    private final ExecutorService reading;
    private final ExecutorService working;
    private final BlockingQueue<RowChunk> free = new LinkedBlockingQueue<>();
    private final BlockingQueue<Filled> filled = new LinkedBlockingQueue<>();
    private Filled handedOut; // null before the first
    private volatile boolean closed;

    /** @param workers not to be used by others, but between a chunk at a barrier and the next call of {@link #next} */
    public Pipeline(ChunkReader reader, long learnFrom, List<? extends Worker> workers) {
        this.reader = reader;
        this.learnFrom = learnFrom;
        this.workers = workers;
        for (int k = 0; k < DEPTH; k++) {
            free.add(reader.newChunk());
        }
        // Twice as many as there are processors: where other programs run, more threads get more of them.
        int most = reader.threads() > 0
                ? reader.threads()
                : 2 * Runtime.getRuntime().availableProcessors();
        this.working = threads("emphatic-learn", Math.max(1, Math.min(workers.size(), most)));
        this.reading = threads("emphatic-read", 1);
        reading.execute(this::read);
    }

    /** Threads that do not keep the program from ending. */
    public static ExecutorService threads(String name, int count) {
        return Executors.newFixedThreadPool(count, work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The next chunk that all workers are done with, valid until this is called again; null at the end. */
    public RowChunk next() throws IOException {
        try {
            if (handedOut != null) {
                if (handedOut.chunk.size() == 0) {
                    return null;
                }
                free.add(handedOut.chunk);
                handedOut.collected.complete(null);
            }
            handedOut = filled.take();
            if (handedOut.failure != null) {
                throw failure(handedOut.failure);
            }
            for (CompletableFuture<Void> one : handedOut.done) {
                one.get();
            }
            return handedOut.chunk;
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while learning");
        }
    }

    private static IOException failure(Throwable cause) throws IOException {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return (IOException) cause;
    }

    private void read() {
        CompletableFuture<Void> open = CompletableFuture.completedFuture(null); // whether workers may continue
        List<CompletableFuture<Void>> before = new ArrayList<>();
        workers.forEach(worker -> before.add(CompletableFuture.completedFuture(null)));
        boolean any = true;
        try {
            while (any) {
                RowChunk chunk = free.take();
                if (closed) {
                    return;
                }
                any = reader.read(chunk);
                for (int k = 0; k < before.size(); k++) {
                    Worker worker = workers.get(k);
                    before.set(
                            k,
                            before.get(k)
                                    .thenCombine(open, (a, b) -> a)
                                    .thenRunAsync(() -> work(worker, chunk), working));
                }
                Filled next = new Filled(chunk, null, List.copyOf(before), new CompletableFuture<>());
                open = reader.isAtBarrier() ? next.collected : open;
                filled.add(next);
            }
        } catch (InterruptedException e) { // close() does not
            filled.add(failed(new IllegalStateException("a thread that learns from the log was interrupted", e)));
        } catch (IOException | RuntimeException | Error e) {
            filled.add(failed(e));
        }
    }

    private static Filled failed(Throwable failure) {
        return new Filled(null, failure, List.of(), new CompletableFuture<>());
    }

    private void work(Worker worker, RowChunk chunk) {
        if (!closed) {
            worker.run(chunk, learnFrom);
        }
    }

    /** Waits until every thread has ended, though this one be interrupted: none may read when the rows are closed. */
    @Override
    public void close() {
        closed = true;
        free.add(RowChunk.ofOneRow(0, 0, false)); // wakes the thread that reads
        boolean interrupted = false;
        for (ExecutorService threads : List.of(reading, working)) {
            threads.shutdown();
            while (!threads.isTerminated()) {
                try {
                    threads.awaitTermination(1, TimeUnit.HOURS);
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
