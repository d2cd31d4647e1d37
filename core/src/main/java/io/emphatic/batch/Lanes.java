package io.emphatic.batch;

/**
 * Loops across learners: a lane is one learner, a row one component of all. They have no reduction, so that the JIT
 * vectorises them.
 */
final class Lanes {
    private static final int DOUBLES_PER_LINE = 8;
    private static final int DOUBLES_PER_HEADER = 2;

    private Lanes() {}

    /** How long rows of this many lanes are. */
    static int width(int lanes) {
        if (lanes < DOUBLES_PER_LINE) {
            return lanes;
        }
        int lines = (lanes + DOUBLES_PER_HEADER + DOUBLES_PER_LINE - 1) / DOUBLES_PER_LINE;
        return lines * DOUBLES_PER_LINE - DOUBLES_PER_HEADER;
    }

    /** out ← δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ of every lane, from θᵀφₜ and, in out, θᵀφₜ₊₁. */
    static void difference(double reward, double gammaNext, double[] values, double[] out) {
        for (int l = 0; l < out.length; l++) {
            out[l] = reward + gammaNext * out[l] - values[l];
        }
    }

    /** out ← out + factor · x. */
    static void addScaled(double[] out, double[] x, double factor) {
        for (int l = 0; l < out.length; l++) {
            out[l] += factor * x[l];
        }
    }

    /** x ← factor · x for every lane, with one factor per lane. */
    static void scale(double[][] rows, double[] factor) {
        for (double[] row : rows) {
            for (int l = 0; l < row.length; l++) {
                row[l] *= factor[l];
            }
        }
    }
}
