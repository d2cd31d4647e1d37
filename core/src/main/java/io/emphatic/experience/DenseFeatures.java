package io.emphatic.experience;

import java.util.Arrays;

/**
 * Every component stored, in chunks: loops over arrays that begin at index 0 are vectorised. Those of a
 * {@link DensePair} are filled again and again.
 */
public final class DenseFeatures implements Features {
    /** The number of components of a chunk; the last chunk may have fewer. */
    public static final int CHUNK = 1024;

    private final int size;
    private final double[][] chunks;
    private double norm;
    private int edition;

    /** @param values Not modified; copied. */
    DenseFeatures(double[] values) {
        this.size = values.length;
        this.norm = normOf(values);
        this.chunks = new double[Math.max(1, (size + CHUNK - 1) / CHUNK)][];
        for (int c = 0; c < chunks.length; c++) {
            chunks[c] = Arrays.copyOfRange(values, c * CHUNK, Math.min(size, (c + 1) * CHUNK));
        }
    }

    private DenseFeatures(int size) {
        this.size = size;
        this.chunks = new double[Math.max(1, (size + CHUNK - 1) / CHUNK)][];
        for (int c = 0; c < chunks.length; c++) {
            chunks[c] = new double[Math.min(CHUNK, size - c * CHUNK)];
        }
    }

    /** All of them 0; to be filled again and again. */
    static DenseFeatures reused(int size) {
        return new DenseFeatures(size);
    }

    /** Refused values change nothing. */
    void fill(double[] values) {
        if (values.length != size) {
            throw new IllegalArgumentException("the pair is for " + size + " features, not " + values.length);
        }
        norm = normOf(values);
        edition++;
        for (int c = 0; c < chunks.length; c++) {
            System.arraycopy(values, c * CHUNK, chunks[c], 0, chunks[c].length);
        }
    }

    private static double normOf(double[] values) {
        double norm = Norm.of(values);
        if (!(norm < Double.POSITIVE_INFINITY)) { // a finite norm has finite components
            Check.finite("feature", values);
        }
        return norm;
    }

    @Override
    public int edition() {
        return edition;
    }

    /** All chunks. Live; not to be modified. */
    public double[][] chunks() {
        return chunks;
    }

    /** The components from c · CHUNK on. Live; not to be modified. */
    public double[] chunk(int c) {
        return chunks[c];
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int active() {
        return size;
    }

    @Override
    public int index(int k) {
        return k;
    }

    @Override
    public double value(int k) {
        return chunks[k / CHUNK][k % CHUNK];
    }

    @Override
    public double get(int j) {
        return value(j);
    }

    @Override
    public double norm() {
        return norm;
    }

    @Override
    public double dot(double[] vector, int offset) {
        double sum = dot(0, vector, offset);
        for (int c = 1; c < chunks.length; c++) {
            sum += dot(c, vector, offset + c * CHUNK);
        }
        return sum;
    }

    /** The part of chunk c. Four sums side by side, so that the processor does not wait for one addition at a time. */
    public double dot(int c, double[] vector, int offset) {
        final double[] phi = chunks[c];
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int j = 0;
        for (; j + 3 < phi.length; j += 4) {
            sum0 += phi[j] * vector[offset + j];
            sum1 += phi[j + 1] * vector[offset + j + 1];
            sum2 += phi[j + 2] * vector[offset + j + 2];
            sum3 += phi[j + 3] * vector[offset + j + 3];
        }
        double sum = (sum0 + sum1) + (sum2 + sum3);
        for (; j < phi.length; j++) {
            sum += phi[j] * vector[offset + j];
        }
        return sum;
    }

    @Override
    public void addTo(double[] vector, int offset, double scale) {
        for (int c = 0; c < chunks.length; c++) {
            int from = offset + c * CHUNK;
            if (from == 0) {
                add(chunks[c], scale, vector);
            } else {
                add(chunks[c], scale, vector, from);
            }
        }
    }

    /** Vectorised, unlike the method below: all arrays have the same index. */
    private static void add(double[] phi, double scale, double[] vector) {
        for (int j = 0; j < phi.length; j++) {
            vector[j] += scale * phi[j];
        }
    }

    private static void add(double[] phi, double scale, double[] vector, int from) {
        for (int j = 0; j < phi.length; j++) {
            vector[from + j] += scale * phi[j];
        }
    }

    @Override
    public String toString() {
        return Features.text(this);
    }
}
