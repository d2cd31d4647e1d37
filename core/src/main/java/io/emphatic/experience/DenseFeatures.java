package io.emphatic.experience;

/** Every component stored. */
public final class DenseFeatures implements Features {
    static final int KIND = 1; // as bytes

    private final double[] values;
    private final double norm;

    /** @param values Not modified; copied. */
    DenseFeatures(double[] values) {
        this.norm = normOf(values);
        this.values = values.clone();
    }

    private static double normOf(double[] values) {
        double norm = Norm.of(values);
        if (!(norm < Double.POSITIVE_INFINITY)) { // a finite norm has finite components
            Check.finite("feature", values);
        }
        return norm;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public int active() {
        return values.length;
    }

    @Override
    public int index(int k) {
        return k;
    }

    @Override
    public double value(int k) {
        return values[k];
    }

    @Override
    public double get(int j) {
        return values[j];
    }

    @Override
    public double norm() {
        return norm;
    }

    @Override
    public double dot(double[] vector) {
        return dot(values, vector);
    }

    /** xᵀy, in four sums side by side: the processor does not wait for one addition at a time. */
    public static double dot(double[] x, double[] y) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int j = 0;
        for (; j + 3 < x.length; j += 4) {
            sum0 += x[j] * y[j];
            sum1 += x[j + 1] * y[j + 1];
            sum2 += x[j + 2] * y[j + 2];
            sum3 += x[j + 3] * y[j + 3];
        }
        double sum = (sum0 + sum1) + (sum2 + sum3);
        for (; j < x.length; j++) {
            sum += x[j] * y[j];
        }
        return sum;
    }

    @Override
    public void addTo(double[] vector, int offset, double scale) {
        for (int j = 0; j < values.length; j++) {
            vector[offset + j] += scale * values[j];
        }
    }

    /** Without an offset the loop is vectorised. */
    @Override
    public void addTo(double[] vector, double scale) {
        final double[] phi = values;
        for (int j = 0; j < phi.length; j++) {
            vector[j] += scale * phi[j];
        }
    }

    @Override
    public String toString() {
        return Features.text(this);
    }
}
