package io.emphatic.evaluation.internal.episodes;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.log.EvaluationSettings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;

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
}
