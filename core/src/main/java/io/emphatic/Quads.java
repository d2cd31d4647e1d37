package io.emphatic;

/** Four vectors in one array, side by side: xⱼ, yⱼ, gⱼ, pⱼ from 4j, as {@link FactoredGradientVectors} has them. */
final class Quads {
    static final int X = 0;
    static final int Y = 1;
    static final int G = 2;
    static final int P = 3;

    private Quads() {}

    /** (scale · v + along · g)ᵀφ for one of the four vectors v. */
    static double dot(double[] quads, Features phi, int vector, double scale, double along) {
        double sum = 0;
        double sumG = 0;
        if (phi instanceof BinaryFeatures binary) {
            for (int j : binary.indices()) {
                sum += quads[4 * j + vector];
                sumG += quads[4 * j + G];
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                int at = 4 * phi.index(i);
                double value = phi.value(i);
                sum += value * quads[at + vector];
                sumG += value * quads[at + G];
            }
        }
        return along == 0 ? scale * sum : scale * sum + along * sumG;
    }

    /** A copy of scale · v + along · g for one of the four vectors v. */
    static double[] vector(double[] quads, int vector, double scale, double along) {
        double[] values = new double[quads.length / 4];
        for (int j = 0; j < values.length; j++) {
            values[j] = scale * quads[4 * j + vector] + along * quads[4 * j + G];
        }
        return values;
    }

    /** ‖v‖₂ of one of the four vectors v, finite as long as v is. */
    static double norm(double[] quads, int vector) {
        double norm = 0;
        for (int at = vector; at < quads.length; at += 4) {
            norm = Math.hypot(norm, quads[at]);
        }
        return Math.min(norm, Double.MAX_VALUE);
    }
}
