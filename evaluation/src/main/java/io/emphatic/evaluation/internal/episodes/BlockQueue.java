package io.emphatic.evaluation.internal.episodes;

import io.emphatic.evaluation.log.EvaluationSettings;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** Two blocks: one is filled, while tasks work on the other. */
public final class BlockQueue {
    private final Executor helper;
    private EpisodeBlock filled;
    private EpisodeBlock other;
    private CompletableFuture<Void> work = CompletableFuture.completedFuture(null); // on the other

    /** @param helper works while the calling thread reads; null: all is done on the calling thread */
    public BlockQueue(EvaluationSettings settings, Executor helper) {
        this.helper = helper == null ? Runnable::run : helper;
        this.filled = new EpisodeBlock(settings);
        this.other = new EpisodeBlock(settings);
    }

    public EpisodeBlock block() {
        return filled;
    }

    /** Lets independent tasks, and then the last, work on the block that is full. The other one is filled next. */
    public void next(List<Runnable> tasks, Runnable last) {
        finish();
        EpisodeBlock full = filled;
        filled = other;
        other = full;
        filled.clear();
        work = begin(tasks).thenRun(last);
    }

    private CompletableFuture<Void> begin(List<Runnable> tasks) {
        return CompletableFuture.allOf(tasks.stream()
                .map(task -> CompletableFuture.runAsync(task, helper))
                .toArray(CompletableFuture[]::new));
    }

    public void finish() {
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
