package io.emphatic.evaluation;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.EpisodeReader;
import io.emphatic.evaluation.internal.targets.TargetGroup;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.internal.values.ValueSums;
import io.emphatic.evaluation.internal.verdict.ComparisonSums;
import io.emphatic.evaluation.internal.verdict.ResultAssembly;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.evaluation.result.EvaluationResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/**
 * Off-policy evaluation of a log, row by row. The source replays the log, in the same order, once per pass:
 *
 * <pre>
 *   Evaluation evaluation = Evaluation.of(settings);
 *   while (evaluation.needsAnotherPass()) {
 *       evaluation.begin();
 *       for each row: evaluation.accept(row);
 *       evaluation.endPass();
 *   }
 *   EvaluationResult result = evaluation.result();
 * </pre>
 *
 * The first pass collects the sums of all estimators, the second the terms of their standard errors. Memory does not
 * grow with the rows; it is proportional to the longest episode and to n². A gate, and probabilities that may be wrong,
 * need some numbers of each episode. One thread at a time may use it.
 */
public final class Evaluation {
    private static final int PASSES = 2;

    private final EvaluationSettings settings;
    private final EpisodeReader reader;
    private final TargetGroup group;
    private final List<TargetState> targets;
    private final BlockQueue blocks;
    private int passes;
    private boolean inPass;
    private final ComparisonSums compared;
    private final List<String> doubts = new ArrayList<>();

    private Evaluation(EvaluationSettings settings, ExecutorService helper) {
        this.settings = settings;
        this.reader = new EpisodeReader(settings);
        this.blocks = new BlockQueue(settings, helper);
        int count = settings.targets().size();
        boolean withValues =
                settings.features() > 0 && count * ValueSums.size(settings) <= EvaluationConstants.MOST_SYSTEM_NUMBERS;
        this.group = new TargetGroup(settings, blocks.block().capacity + 1, withValues);
        this.targets = group.targets();
        this.compared = new ComparisonSums(targets, settings);
    }

    /** On the calling thread alone. */
    public static Evaluation of(EvaluationSettings settings) {
        return of(settings, null);
    }

    /**
     * @param helper works while the calling thread reads, with as many threads as it has; results are the same. Not
     *     shut down. Or null
     */
    public static Evaluation of(EvaluationSettings settings, ExecutorService helper) {
        return new Evaluation(settings, helper);
    }

    /** Whether the log has to be replayed, from the beginning, before there is a result. */
    public boolean needsAnotherPass() {
        return passes < PASSES;
    }

    /** A pass begins. */
    public void begin() {
        if (inPass || !needsAnotherPass()) {
            throw new IllegalStateException(inPass ? "a pass is under way" : "no further pass is needed");
        }
        inPass = true;
        reader.restart(0);
        blocks.block().clear();
    }

    /**
     * A pass begins over a part of the log only, which ends with {@link #writePart}.
     *
     * @param clustersBefore how many clusters come before the part; in the first pass that does not matter
     */
    public void beginPart(long clustersBefore) {
        begin();
        reader.restart(passes == 0 ? 0 : clustersBefore); // folds of sums are counted on when parts are added
        targets.forEach(TargetState::beginPart);
        compared.beginPart();
    }

    /**
     * Writes what this pass has summed up so far, after which no more rows come: what has not ended is cut.
     *
     * @param out gets numbers that {@link #addPart} reads
     */
    public void writePart(DataOutput out) throws IOException {
        finishRows();
        exchange(SumExchange.writing(out));
    }

    /**
     * Adds what another evaluation with the same settings has summed up in this pass, over the rows that follow those
     * added before. The sums of parts that are added in the same order are the same bits.
     */
    public void addPart(DataInput in) throws IOException {
        exchange(SumExchange.adding(in, clusters()));
    }

    /** How many clusters this pass has seen. */
    public long clusters() {
        return reader.shape().clusters;
    }

    private void exchange(SumExchange sums) throws IOException {
        if (!inPass) {
            throw new IllegalStateException("no pass is under way");
        }
        reader.shape().exchange(sums);
        if (passes == 0) {
            group.exchangeSums(sums);
            return;
        }
        for (TargetState target : targets) {
            target.exchangeTerms(sums);
        }
        compared.exchange(sums);
    }

    /**
     * The next row.
     *
     * @param row not modified, not kept
     * @throws IllegalArgumentException if a number is unusable or a return is outside the declared range; the message
     *     says which, the caller adds where
     */
    public void accept(LoggedRow row) {
        reader.read(row, blocks.block());
        if (blocks.block().isFull()) {
            dispatch();
        }
    }

    /** The pass is over: what has not ended is cut. */
    public void endPass() {
        if (!inPass) {
            throw new IllegalStateException("no pass is under way");
        }
        finishRows();
        inPass = false;
        passes++;
        if (reader.shape().episodes == 0) {
            throw new IllegalArgumentException("the log has no episode: no row is a start");
        }
        if (passes == 1) {
            group.solve(reader.shape());
            compared.choose(reader.shape());
        }
    }

    private void finishRows() {
        reader.finish(blocks.block());
        if (blocks.block().rows > 0) {
            dispatch();
        }
        blocks.finish();
        if (passes == 1) {
            targets.forEach(target -> target.moments().closeCluster());
            compared.closeCluster();
        }
    }

    private void dispatch() {
        EpisodeBlock full = blocks.block();
        full.complete();
        if (passes == 0) {
            blocks.next(group.sumTasks(full), () -> {});
        } else {
            blocks.next(List.of(() -> group.addTerms(full)), () -> compared.add(full));
        }
        if (reader.isPending()) {
            blocks.block().take(full, full.rows);
        }
    }

    /**
     * The result after the last pass.
     *
     * @throws IllegalStateException before
     */
    public EvaluationResult result() {
        if (needsAnotherPass()) {
            throw new IllegalStateException("the log has to be replayed before there is a result");
        }
        return new ResultAssembly(settings, reader.shape(), targets, compared, group.features(), doubts).assemble();
    }

    /** Something about the log: no verdict is better than {@code care}, no gate passes, nothing is guaranteed. */
    public void doubt(String sentence) {
        doubts.add(sentence);
    }

    /** Two blocks: one is filled, while tasks work on the other. */
    private static final class BlockQueue {
        private final Executor helper;
        private EpisodeBlock filled;
        private EpisodeBlock other;
        private CompletableFuture<Void> work = CompletableFuture.completedFuture(null); // on the other

        /** @param helper works while the calling thread reads; null: all is done on the calling thread */
        BlockQueue(EvaluationSettings settings, Executor helper) {
            this.helper = helper == null ? Runnable::run : helper;
            this.filled = new EpisodeBlock(settings);
            this.other = new EpisodeBlock(settings);
        }

        EpisodeBlock block() {
            return filled;
        }

        /** Lets independent tasks, and then the last, work on the block that is full. The other one is filled next. */
        void next(List<Runnable> tasks, Runnable last) {
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

        void finish() {
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
}
