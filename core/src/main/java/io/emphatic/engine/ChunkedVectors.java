package io.emphatic.engine;

import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;

/** The vectors of an engine over {@link ChunkLoops}: one block for each chunk of features. */
final class ChunkedVectors {
    final double[][] blocks;
    private final int size;

    /** @param end the offset behind the last vector of a block */
    ChunkedVectors(int size, int end) {
        this.size = size;
        this.blocks = new double[(size + ChunkLoops.CHUNK - 1) / ChunkLoops.CHUNK][];
        for (int c = 0; c < blocks.length; c++) {
            blocks[c] = new double[end - ChunkLoops.CHUNK + length(c)];
        }
    }

    /** The number of features of a chunk. */
    int length(int chunk) {
        return Math.min(ChunkLoops.CHUNK, size - chunk * ChunkLoops.CHUNK);
    }

    /** vᵀφ of the vector at this offset. */
    double dot(int offset, Features phi) {
        double sum = 0;
        if (phi instanceof DenseFeatures dense) {
            for (int c = 0; c < blocks.length; c++) {
                sum += dense.dot(c, blocks[c], offset);
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                int j = phi.index(i);
                sum += phi.value(i) * blocks[j / ChunkLoops.CHUNK][offset + j % ChunkLoops.CHUNK];
            }
        }
        return sum;
    }

    /** A copy of the vector at this offset. */
    double[] get(int offset) {
        double[] vector = new double[size];
        for (int c = 0; c < blocks.length; c++) {
            System.arraycopy(blocks[c], offset, vector, c * ChunkLoops.CHUNK, length(c));
        }
        return vector;
    }

    /** Sets the vector at this offset. */
    void set(int offset, double[] vector) {
        for (int c = 0; c < blocks.length; c++) {
            System.arraycopy(vector, c * ChunkLoops.CHUNK, blocks[c], offset, length(c));
        }
    }
}
