package io.emphatic.engine.internal.plain;

import java.util.Arrays;

/**
 * The loops of a {@link Trace} over all its entries.
 *
 * <h2>Implementation notes</h2>
 *
 * Up to {@value #WITHOUT_LOOP} entries even a loop costs more than its work: three learners of four features each took
 * 20 ns less per step without.
 */
final class TraceLoops {
    /** Up to this many entries there are forms without a loop. */
    static final int WITHOUT_LOOP = 4;

    private TraceLoops() {}

    /** e ← a e + b φ. */
    static void advance(double[] e, double a, double b, double[] phi) {
        for (int j = 0; j < e.length; j++) {
            e[j] = a * e[j] + b * phi[j];
        }
    }

    /** e ← a e + b φ, x ← x + scale · e. */
    static void advanceAndAddTo(double[] vector, double scale, double[] e, double a, double b, double[] phi) {
        for (int j = 0; j < e.length; j++) {
            double entry = a * e[j] + b * phi[j];
            e[j] = entry;
            vector[j] += scale * entry;
        }
    }

    /** e ← a e. */
    static void scale(double[] e, double a) {
        if (e.length <= WITHOUT_LOOP) {
            scaleFew(e, a);
            return;
        }
        if (a == 0) {
            Arrays.fill(e, 0);
            return;
        }
        for (int j = 0; j < e.length; j++) {
            e[j] *= a;
        }
    }

    /** Without a loop, and without a branch on a = 0, which may leave −0 instead of +0: sums do not depend on it. */
    @SuppressWarnings("fallthrough")
    private static void scaleFew(double[] e, double a) {
        switch (e.length) {
            case 4:
                e[3] = e[3] * a;
            case 3:
                e[2] = e[2] * a;
            case 2:
                e[1] = e[1] * a;
            case 1:
                e[0] = e[0] * a;
            default:
        }
    }

    /** x ← x + scale · e. */
    static void add(double[] e, double[] vector, double scale) {
        for (int j = 0; j < e.length; j++) {
            vector[j] += scale * e[j];
        }
    }

    /** The same for at most {@value #WITHOUT_LOOP} entries. */
    @SuppressWarnings("fallthrough")
    static void addFew(double[] e, double[] vector, double scale) {
        switch (e.length) {
            case 4:
                vector[3] += scale * e[3];
            case 3:
                vector[2] += scale * e[2];
            case 2:
                vector[1] += scale * e[1];
            case 1:
                vector[0] += scale * e[0];
            default:
        }
    }
}
