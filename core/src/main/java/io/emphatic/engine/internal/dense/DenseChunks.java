package io.emphatic.engine.internal.dense;

import io.emphatic.experience.BinaryFeatures;
import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * φₜ and φₜ₊₁ of any kind as arrays of {@link DenseFeatures#CHUNK} components, for an engine for dense features: dense
 * ones as they are, others written out. The φₜ₊₁ of one step is the φₜ of the next, so that each is written out once.
 */
final class DenseChunks {
    private static final int CHUNK = DenseFeatures.CHUNK;

    private final int size;
    private final double[][][] writtenOut = new double[2][][]; // null until sparse features come
    private final Features[] source = new Features[2]; // of the features written out
    private final int[] edition = new int[2];
    private int newest;

    DenseChunks(int size) {
        this.size = size;
    }

    /** The chunks of these features. Live; not to be modified, and valid until the call after the next. */
    double[][] of(Features features) {
        if (features instanceof DenseFeatures dense) {
            return dense.chunks();
        }
        if (!holds(newest, features)) {
            newest = 1 - newest;
            if (!holds(newest, features)) {
                write(features, newest);
                source[newest] = features;
                edition[newest] = features.edition();
            }
        }
        return writtenOut[newest];
    }

    private boolean holds(int place, Features features) {
        return source[place] == features && edition[place] == features.edition();
    }

    private void write(Features features, int place) {
        if (writtenOut[place] == null) {
            writtenOut[place] = new double[(size + CHUNK - 1) / CHUNK][];
            for (int c = 0; c < writtenOut[place].length; c++) {
                writtenOut[place][c] = new double[Math.min(CHUNK, size - c * CHUNK)];
            }
        }
        int i = 0;
        for (int c = 0; c < writtenOut[place].length; c++) {
            double[] chunk = writtenOut[place][c];
            Arrays.fill(chunk, 0);
            int end = firstFrom(c * CHUNK + chunk.length, features, i);
            if (features instanceof BinaryFeatures binary && 8 * (end - i) > 7 * chunk.length) {
                writeRuns(binary.indices(), i, end, chunk, c * CHUNK);
            } else if (features instanceof BinaryFeatures binary) {
                writeOnes(binary.indices(), i, end, chunk, c * CHUNK);
            } else {
                for (int k = i; k < end; k++) {
                    chunk[features.index(k) - c * CHUNK] = features.value(k);
                }
            }
            i = end;
        }
    }

    /** Nearly all: by runs of neighbours. */
    private static void writeRuns(int[] ones, int start, int end, double[] chunk, int from) {
        if (end - start < 32) {
            writeOnes(ones, start, end, chunk, from);
        } else if (ones[end - 1] - ones[start] == end - 1 - start) {
            Arrays.fill(chunk, ones[start] - from, ones[end - 1] - from + 1, 1);
        } else {
            int middle = (start + end) >>> 1;
            writeRuns(ones, start, middle, chunk, from);
            writeRuns(ones, middle, end, chunk, from);
        }
    }

    private static void writeOnes(int[] ones, int start, int end, double[] chunk, int from) {
        for (int k = start; k < end; k++) {
            chunk[ones[k] - from] = 1;
        }
    }

    /** The position of the first stored component with at least this index, from a position on. */
    private static int firstFrom(int index, Features features, int start) {
        int high = features.active();
        if (start == high || features.index(high - 1) < index) {
            return high;
        }
        int low = start;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (features.index(middle) < index) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
