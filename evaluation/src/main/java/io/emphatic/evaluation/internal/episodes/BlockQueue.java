package io.emphatic.evaluation.internal.episodes;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.log.EvaluationSettings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/** A few blocks that are filled one after the other, while tasks work on those that are full. */
public final class BlockQueue {
    private static final int BLOCKS = 4; // with two, each thread would often wait for the other

    private final ExecutorService helper;
    private final Deque<EpisodeBlock> free = new ArrayDeque<>();
    private final Deque<DispatchedBlock> dispatched = new ArrayDeque<>();

    /** A block that is worked on. */
    private record DispatchedBlock(EpisodeBlock block, BlockWork work) {}

    /** @param helper works beside the calling thread; or null */
    public BlockQueue(EvaluationSettings settings, ExecutorService helper) {
        this.helper = helper;
        for (int k = helper == null ? 2 : BLOCKS; k > 0; k--) {
            free.add(new EpisodeBlock(settings, EvaluationConstants.MOST_OPEN_EPISODES));
        }
    }

    /**
     * Lets tasks work on a full block, after those on the block before are done.
     *
     * @param last follows them
     */
    public void add(EpisodeBlock full, List<Runnable> tasks, Runnable last) {
        BlockWork before = dispatched.isEmpty() ? null : dispatched.getLast().work();
        dispatched.add(new DispatchedBlock(full, new BlockWork(tasks, last, before, helper)));
    }

    /** An empty block, when there is one; the calling thread works until then. */
    public EpisodeBlock take() {
        if (!dispatched.isEmpty() && (free.isEmpty() || helper == null)) {
            finishOldest();
        }
        EpisodeBlock empty = free.remove();
        empty.clear();
        return empty;
    }

    /** All tasks are done. */
    public void finish() {
        while (!dispatched.isEmpty()) {
            finishOldest();
        }
    }

    private void finishOldest() {
        DispatchedBlock oldest = dispatched.remove();
        oldest.work().finish();
        free.add(oldest.block());
    }

    /** Does independent tasks that are about no block. */
    public void run(List<Runnable> tasks) {
        new BlockWork(tasks, () -> {}, null, helper).finish();
    }

    /**
     * Independent tasks on one block, shared out between a helper and the thread that waits for the result. The helper
     * has blocks in order, and begins with none before the one before it is done: each task sees every block in order.
     */
    private static final class BlockWork {
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
        BlockWork(List<Runnable> tasks, Runnable last, BlockWork before, ExecutorService helper) {
            this.tasks = tasks;
            this.last = last;
            this.open = new AtomicInteger(tasks.size());
            if (helper != null) {
                helper.execute(() -> help(before));
            }
        }

        /** On the helper's thread. Once it is interrupted it leaves the rest to the thread that waits. */
        private void help(BlockWork before) {
            try {
                if (before != null) {
                    before.done.await();
                }
                work();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
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

        /**
         * Does what nothing else is at work on, and waits for the rest. The work on blocks before has to be finished.
         */
        void finish() {
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
}
