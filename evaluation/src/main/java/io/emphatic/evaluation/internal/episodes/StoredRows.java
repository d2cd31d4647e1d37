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
            write(block.flags, count);
            store.write(block.reward, count);
            store.write(block.gamma, count);
            if (eachLambda) {
                store.write(block.lambda, count);
            }
            store.write(block.phi, count * block.features);
            for (int k = 0; k < block.ratio.length; k++) {
                store.write(block.ratio[k], count);
                if (block.policy[k] != null) {
                    store.write(block.policy[k], count * block.actions);
                }
            }
            if (block.actions > 0) {
                write(block.action, count);
            }
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
        read(block.flags, count);
        store.read(block.reward, count);
        store.read(block.gamma, count);
        if (eachLambda) {
            store.read(block.lambda, count);
        }
        store.read(block.phi, count * block.features);
        for (int k = 0; k < block.ratio.length; k++) {
            store.read(block.ratio[k], count);
            if (block.policy[k] != null) {
                store.read(block.policy[k], count * block.actions);
            }
        }
        if (block.actions > 0) {
            read(block.action, count);
        }
        return rows;
    }

    /** There may be no place for a row behind the last one, and then there is none. */
    private static int withNext(int rows, EpisodeBlock block) {
        return Math.min(rows + 1, block.flags.length);
    }

    private void write(int[] numbers, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            whole[i] = numbers[i];
        }
        store.write(whole, count);
    }

    private void read(int[] numbers, int count) throws IOException {
        store.read(whole, count);
        for (int i = 0; i < count; i++) {
            numbers[i] = (int) whole[i];
        }
    }
}
