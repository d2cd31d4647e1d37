package io.emphatic.evaluation.internal.episodes;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.log.EvaluationSettings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** A few blocks that are filled one after the other, while tasks work on those that are full, in their order. */
public final class BlockQueue {
    private static final int BLOCKS = 4; // with two, each thread would often wait for the other

    private final Executor helper;
    private final Deque<EpisodeBlock> free = new ArrayDeque<>();
    private final Deque<DispatchedBlock> dispatched = new ArrayDeque<>();

    /** A block that is worked on. */
    private record DispatchedBlock(EpisodeBlock block, CompletableFuture<Void> work) {}

    /** @param helper works while the calling thread reads; null: all is done on the calling thread */
    public BlockQueue(EvaluationSettings settings, Executor helper) {
        this.helper = helper == null ? Runnable::run : helper;
        for (int k = helper == null ? 2 : BLOCKS; k > 0; k--) {
            free.add(new EpisodeBlock(settings, EvaluationConstants.MOST_OPEN_EPISODES));
        }
    }

    /** Lets independent tasks, and then the last, work on a full block, after those on the block before are done. */
    public void add(EpisodeBlock full, List<Runnable> tasks, Runnable last) {
        CompletableFuture<Void> before = dispatched.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : dispatched.getLast().work();
        dispatched.add(new DispatchedBlock(
                full, before.thenCompose(done -> begin(tasks)).thenRun(last)));
    }

    private CompletableFuture<Void> begin(List<Runnable> tasks) {
        return CompletableFuture.allOf(tasks.stream()
                .map(task -> CompletableFuture.runAsync(task, helper))
                .toArray(CompletableFuture[]::new));
    }

    /** An empty block, when there is one. */
    public EpisodeBlock take() {
        if (free.isEmpty()) {
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
        await(oldest.work());
        free.add(oldest.block());
    }

    /** Does independent tasks that are about no block. */
    public void run(List<Runnable> tasks) {
        await(begin(tasks));
    }

    private static void await(CompletableFuture<Void> work) {
        try {
            work.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }
}
