package io.emphatic.lab.theory;

/**
 * How wrong a prediction is.
 *
 * @param rmse √Σ d_μ(s) (v̂(s) − v_π(s))²
 * @param interestRmse the same weighted by d_{μ,i} normalised to one; NaN if there is no interest
 * @param interestWeightedError d_{μ,i}ᵀ(v̂ − v_π)
 */
record Errors(double rmse, double interestRmse, double interestWeightedError) {
    private static final double ROUNDING = 1e-13;

    static Errors of(double[] prediction, double[] value, double[] d, double[] cared) {
        double squares = 0;
        double caredSquares = 0;
        double error = 0;
        double caredSum = 0;
        double size = 0;
        for (int s = 0; s < d.length; s++) {
            double difference = prediction[s] - value[s];
            squares += d[s] * difference * difference;
            caredSquares += cared[s] * difference * difference;
            error += cared[s] * difference;
            caredSum += cared[s];
            size = Math.max(size, Math.abs(prediction[s]) + Math.abs(value[s]));
        }
        return new Errors(
                unlessRounding(Math.sqrt(squares), size),
                unlessRounding(Math.sqrt(caredSquares / caredSum), size),
                unlessRounding(error, size * caredSum));
    }

    /** An error, or 0 if it is no more than rounding makes of two equal numbers of this size. */
    private static double unlessRounding(double error, double size) {
        return Math.abs(error) <= ROUNDING * size ? 0 : error;
    }
}
