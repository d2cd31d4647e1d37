package io.emphatic.evaluation.internal.episodes;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Independent tasks on one block, shared out between a helper and the thread that waits for the result. The helper has
 * blocks in order, and begins with none before the one before it is done: each task sees every block in order.
 */
public final class BlockWork {
    private final List<Runnable> tasks;
    private final Runnable last;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger open;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile Throwable failure; // of a task

    /**
     * @param tasks at least one
     * @param last follows when all tasks are done
     * @param before the work on the block before; null if that is done
     * @param helper null: all is done when asked for
     */
    public BlockWork(List<Runnable> tasks, Runnable last, BlockWork before, ExecutorService helper) {
        this.tasks = tasks;
        this.last = last;
        this.open = new AtomicInteger(tasks.size());
        if (helper != null) {
            helper.execute(() -> {
                if (before != null) {
                    before.await();
                }
                work();
            });
        }
    }

    private void work() {
        for (int task = next.getAndIncrement(); task < tasks.size(); task = next.getAndIncrement()) {
            try {
                tasks.get(task).run();
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            if (open.decrementAndGet() == 0) {
                complete();
            }
        }
    }

    private void complete() {
        try {
            if (failure == null) {
                last.run();
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            done.countDown();
        }
    }

    private void await() {
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a log was evaluated", e);
        }
    }

    /** Does what nothing else is at work on, and waits for the rest. The work on blocks before has to be finished. */
    public void finish() {
        work();
        await();
        if (failure instanceof RuntimeException cause) {
            throw cause;
        }
        if (failure instanceof Error cause) {
            throw cause;
        }
    }
}
