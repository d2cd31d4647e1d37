package io.emphatic.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A fixed number of threads for pieces of work whose results are wanted in order. */
public final class Threads implements AutoCloseable {
    private final ExecutorService pool;

    public Threads(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("the number of threads is not positive: " + threads);
        }
        this.pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "lab");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Does all pieces and returns their results in the order of the pieces. */
    public <T> List<T> map(IntStream pieces, IntFunction<T> work) {
        List<Future<T>> futures =
                pieces.mapToObj(piece -> pool.submit(() -> work.apply(piece))).toList();
        List<T> results = new ArrayList<>(futures.size());
        try {
            for (Future<T> future : futures) {
                results.add(future.get());
            }
        } catch (InterruptedException e) {
            futures.forEach(future -> future.cancel(true));
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException e) {
            futures.forEach(future -> future.cancel(true));
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
        return results;
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
