package io.emphatic.experience;

/** The length of a vector. */
public final class Norm {
    private Norm() {}

    /** ‖x‖₂, or the largest double if that is smaller: neither infinite nor zero unless x is. */
    public static double of(double[] x) {
        double squares = 0;
        for (double value : x) {
            squares += value * value;
        }
        return squares > 1e-280 && squares < Double.POSITIVE_INFINITY ? Math.sqrt(squares) : scaled(x);
    }

    private static double scaled(double[] x) {
        double max = 0;
        for (double value : x) {
            max = Math.max(max, Math.abs(value));
        }
        if (max == 0 || !Double.isFinite(max)) {
            return max;
        }
        double squares = 0;
        for (double value : x) {
            squares += (value / max) * (value / max);
        }
        return Math.min(max * Math.sqrt(squares), Double.MAX_VALUE);
    }
}
