package io.emphatic.evaluation;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Independent tasks on one block, shared out between a helper and the thread that waits for the result. */
final class BlockWork {
    private final List<Runnable> tasks;
    private final AtomicInteger next = new AtomicInteger();
    private final Future<?> helping;

    /** @param helper null: all is done when asked for */
    BlockWork(List<Runnable> tasks, ExecutorService helper) {
        this.tasks = tasks;
        this.helping = helper == null ? null : helper.submit(this::work);
    }

    private void work() {
        int task = next.getAndIncrement();
        while (task < tasks.size()) {
            tasks.get(task).run();
            task = next.getAndIncrement();
        }
    }

    /** Does what nothing else is at work on, and waits for the rest. */
    void finish() {
        work();
        if (helping == null) {
            return;
        }
        try {
            helping.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a log was evaluated", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
