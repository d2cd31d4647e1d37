package io.emphatic.experience;

/** The length of a vector. */
public final class Norm {
    private Norm() {}

    /** ‖x‖₂; 0 only if x is, infinite if the sum of squares is beyond the range of doubles (lengths from 1e154 on). */
    public static double of(double[] x) {
        double squares = 0;
        for (double value : x) {
            squares += value * value;
        }
        return squares > 1e-280 ? Math.sqrt(squares) : ofTiny(x);
    }

    /** ‖x‖₂ of numbers whose squares may underflow. */
    private static double ofTiny(double[] x) {
        double max = largest(x);
        double squares = 0;
        for (double value : x) {
            squares += max == 0 ? 0 : (value / max) * (value / max);
        }
        return max * Math.sqrt(squares);
    }

    /** The largest |xⱼ|; 0 for no numbers at all. */
    public static double largest(double[] x) {
        double largest = 0;
        for (double value : x) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }
}
