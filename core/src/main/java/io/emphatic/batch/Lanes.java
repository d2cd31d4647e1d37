package io.emphatic.batch;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * Loops across learners: a lane is one learner, a row one component of all. They have no reduction, so that the JIT
 * vectorises them. Each lane adds up in the order of {@link Features#dot} and {@link Features#addTo}, to the bit.
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

    /** out ← φᵀx for every lane, with x as {@code rows[j][lane]}. */
    static void dot(Features phi, double[][] rows, double[] out) {
        Arrays.fill(out, 0);
        for (int k = 0; k < phi.active(); k++) {
            addScaled(out, rows[phi.index(k)], phi.value(k));
        }
    }

    /** out ← out + factor · x. */
    static void addScaled(double[] out, double[] x, double factor) {
        if (factor == 1) {
            for (int l = 0; l < out.length; l++) {
                out[l] += x[l];
            }
        } else if (factor != 0) {
            for (int l = 0; l < out.length; l++) {
                out[l] += factor * x[l];
            }
        }
    }

    /** x ← x + scale · φ for every lane, with one scale per lane. */
    static void addTo(Features phi, double[][] rows, double[] scale) {
        for (int k = 0; k < phi.active(); k++) {
            addScaled(rows[phi.index(k)], scale, phi.value(k));
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
