package io.emphatic.experience;

/** Every component stored. */
public final class DenseFeatures implements Features {
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

    /** Four sums side by side, so that the processor does not wait for one addition at a time. */
    @Override
    public double dot(double[] vector) {
        final double[] phi = values;
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int j = 0;
        for (; j + 3 < phi.length; j += 4) {
            sum0 += phi[j] * vector[j];
            sum1 += phi[j + 1] * vector[j + 1];
            sum2 += phi[j + 2] * vector[j + 2];
            sum3 += phi[j + 3] * vector[j + 3];
        }
        double sum = (sum0 + sum1) + (sum2 + sum3);
        for (; j < phi.length; j++) {
            sum += phi[j] * vector[j];
        }
        return sum;
    }

    @Override
    public void addTo(double[] vector, int offset, double scale) {
        final double[] phi = values;
        for (int j = 0; j < phi.length; j++) {
            vector[offset + j] += scale * phi[j];
        }
    }

    @Override
    public String toString() {
        return Features.text(this);
    }
}
