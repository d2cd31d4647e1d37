package io.emphatic;

/** Every component stored. */
final class DenseFeatures implements Features {
    private final double[] values;
    private final double norm;

    /** @param values Not modified; owned from now on. */
    DenseFeatures(double[] values) {
        double squares = 0;
        for (int j = 0; j < values.length; j++) {
            Check.finite("feature", j, values[j]);
            squares += values[j] * values[j];
        }
        this.values = values;
        this.norm = Math.sqrt(squares);
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
    public double dot(double[] vector, int offset) {
        double sum = 0;
        for (int j = 0; j < values.length; j++) {
            sum += values[j] * vector[offset + j];
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
}
