package io.emphatic.evaluation.internal.episodes;

import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.NumberStore;
import java.io.IOException;

/**
 * The rows of a first pass, block by block, from which the second pass takes them: what was given with each row, not
 * what follows from it.
 */
public final class StoredRows {
    private final NumberStore store;
    private final boolean eachLambda;
    private final double[] whole; // whole numbers on their way
    private boolean failed;
    private long blocks; // written, then left to read

    public StoredRows(NumberStore store, EvaluationSettings settings, int length) {
        this.store = store;
        this.eachLambda = settings.lambda() == null;
        this.whole = new double[length];
    }

    /** Whether all blocks so far can be read. */
    public boolean isWhole() {
        return !failed;
    }

    /** Keeps a complete block, and the row behind it. No block is kept once there is no room for one. */
    public void write(EpisodeBlock block) {
        if (failed) {
            return;
        }
        try {
            int count = withNext(block.rows, block);
            whole[0] = block.rows;
            store.write(whole, 1);
            exchange(block, count, true);
            blocks++;
        } catch (IOException e) {
            giveUp();
        }
    }

    /** All blocks are written; what follows is read, if there was room for them. */
    public void rewind() {
        try {
            if (!failed) {
                store.rewind();
            }
        } catch (IOException e) {
            giveUp();
        }
    }

    private void giveUp() {
        failed = true;
        store.clear();
    }

    /**
     * Reads the next block.
     *
     * @return how many rows it has, without the one behind them; 0 after the last block
     */
    public int read(EpisodeBlock block) throws IOException {
        if (blocks == 0) {
            return 0;
        }
        blocks--;
        store.read(whole, 1);
        int rows = (int) whole[0];
        int count = withNext(rows, block);
        exchange(block, count, false);
        return rows;
    }

    /** There may be no place for a row behind the last one, and then there is none. */
    private static int withNext(int rows, EpisodeBlock block) {
        return Math.min(rows + 1, block.flags.length);
    }

    /** Writes or reads the columns, in one order for both. */
    private void exchange(EpisodeBlock block, int count, boolean writes) throws IOException {
        exchange(block.flags, count, writes);
        exchange(block.reward, count, writes);
        exchange(block.gamma, count, writes);
        exchange(block.weight, count, writes);
        if (eachLambda) {
            exchange(block.lambda, count, writes);
        }
        exchange(block.phi, count * block.features, writes);
        for (int k = 0; k < block.ratio.length; k++) {
            exchange(block.ratio[k], count, writes);
            if (block.policy[k] != null) {
                exchange(block.policy[k], count * block.actions, writes);
            }
        }
        if (block.actions > 0) {
            exchange(block.action, count, writes);
        }
    }

    private void exchange(double[] numbers, int count, boolean writes) throws IOException {
        if (writes) {
            store.write(numbers, count);
        } else {
            store.read(numbers, count);
        }
    }

    private void exchange(int[] numbers, int count, boolean writes) throws IOException {
        for (int i = 0; i < count && writes; i++) {
            whole[i] = numbers[i];
        }
        exchange(whole, count, writes);
        for (int i = 0; i < count && !writes; i++) {
            numbers[i] = (int) whole[i];
        }
    }
}
