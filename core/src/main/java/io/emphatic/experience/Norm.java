package io.emphatic.experience;

/** The length of a vector. */
public final class Norm {
    private Norm() {}

    /** ‖x‖₂; infinite if the sum of squares is beyond the range of doubles, which is so from lengths of 1e154 on. */
    public static double of(double[] x) {
        double squares = 0;
        for (double value : x) {
            squares += value * value;
        }
        return Math.sqrt(squares);
    }
}
