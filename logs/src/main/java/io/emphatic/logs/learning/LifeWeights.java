package io.emphatic.logs.learning;

import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.LearningReport.WholeLives;
import java.io.IOException;
import java.util.Arrays;

/**
 * How many whole lives a log is worth under a policy: w = Π ρ over all rows of a life, from a start to the last row
 * before the next, and (Σw)²/Σw² lives of weight 1 would say as much. Weights are kept relative to the largest, since
 * products of a thousand ratios leave the range of numbers.
 */
final class LifeWeights {
    private static final double SMALL = 1e-150;
    private static final double LARGE = 1e150;

    private final int policy;
    private double product = 1; // of the present life, apart from exp(logProduct)
    private double logProduct;
    private boolean open;
    private int present = -1; // the stream whose life it is, where streams lie among each other
    private double[][] parked = {}; // the product and its logarithm of the other streams' lives; null for none
    private long lives;
    private double largest = Double.NEGATIVE_INFINITY; // ln of the largest weight
    private double sum; // Σ w/exp(largest)
    private double squares;

    /** @param policy its index in the plan */
    LifeWeights(int policy) {
        this.policy = policy;
    }

    /** Adds the rows of a chunk from {@code learnFrom} on. */
    void add(RowChunk chunk, long learnFrom) {
        double[] ratios = chunk.ratios(policy);
        for (int row = (int) Math.max(0, learnFrom - chunk.firstRow()); row < chunk.size(); row++) {
            if (chunk.isInterleaved()) {
                turnTo(chunk.stream(row));
            }
            if (chunk.has(RowChunk.STARTS, row) || chunk.has(RowChunk.RESUMES, row)) {
                end();
            }
            open = true;
            product *= ratios[row];
            if (product < SMALL || product > LARGE) {
                logProduct += Math.log(product);
                product = 1;
            }
        }
    }

    /** Goes on with the life of another stream. */
    private void turnTo(int stream) {
        if (stream == present) {
            return;
        }
        int most = Math.max(stream, present) + 1;
        if (most > parked.length) {
            parked = Arrays.copyOf(parked, Math.max(most, 2 * parked.length));
        }
        if (present >= 0) {
            parked[present] = open ? new double[] {product, logProduct} : null;
        }
        double[] life = parked[stream];
        open = life != null;
        product = open ? life[0] : 1;
        logProduct = open ? life[1] : 0;
        parked[stream] = null;
        present = stream;
    }

    private void end() {
        if (open) {
            double weight = logProduct + Math.log(product);
            lives++;
            if (weight > largest) {
                double shrink = Math.exp(largest - weight);
                sum = sum * shrink + 1;
                squares = squares * shrink * shrink + 1;
                largest = weight;
            } else if (weight > Double.NEGATIVE_INFINITY) {
                sum += Math.exp(weight - largest);
                squares += Math.exp(2 * (weight - largest));
            }
        }
        open = false;
        product = 1;
        logProduct = 0;
    }

    /** At the end of the log. */
    WholeLives summary() {
        end();
        for (int stream = 0; stream < parked.length; stream++) {
            if (parked[stream] != null) {
                turnTo(stream);
                end();
            }
        }
        return new WholeLives(lives, sum == 0 ? 0 : sum * sum / squares);
    }

    void exchange(SavedState state) throws IOException {
        product = state.number(product);
        logProduct = state.number(logProduct);
        open = state.flag(open);
        lives = state.whole(lives);
        largest = state.number(largest);
        sum = state.number(sum);
        squares = state.number(squares);
    }
}
