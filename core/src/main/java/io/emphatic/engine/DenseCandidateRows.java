package io.emphatic.engine;

import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * {@link CandidateWeights} for dense features: an array for each feature with wⱼ of every candidate, then gⱼ.
 *
 * <h2>Implementation notes</h2>
 *
 * Loops run across the candidates: they store what they compute and have no sum along the loop, so that the compiler of
 * JDK 17 vectorises them. A pass makes the move of three features and adds their products, so that each number is read
 * and written once per step. With four features the body is too long for that compiler and stays scalar; with one or
 * two the start and the end of the loop cost more than its body.
 */
final class DenseCandidateRows extends CandidateWeights {
    private static final int CHUNK = DenseFeatures.CHUNK;

    private final double[][] rows; // by feature
    private final double[] trace; // g once more, where it is looked at by itself; otherwise of length 0

    /** @param looksAtTrace whether {@link #largestOfTrace} and {@link #moveClipped} will be called */
    DenseCandidateRows(int size, boolean looksAtTrace) {
        rows = new double[size][WIDTH];
        trace = new double[looksAtTrace ? size : 0];
    }

    @Override
    double get(int j, int k) {
        return rows[j][k];
    }

    @Override
    void set(int j, int k, double value) {
        rows[j][k] = value;
        if (k == G && trace.length > 0) {
            trace[j] = value;
        }
    }

    @Override
    int size() {
        return rows.length;
    }

    @Override
    void dot(Features phi, double[] sums) {
        Arrays.fill(sums, 0);
        for (int i = 0; i < phi.active(); i++) {
            add(sums, phi.value(i), rows[phi.index(i)]);
        }
    }

    private static void add(double[] sums, double factor, double[] x) {
        for (int k = 0; k < sums.length; k++) {
            sums[k] += factor * x[k];
        }
    }

    @Override
    double join(double a, Features phi, double largest) {
        if (a == 0) {
            return largest;
        }
        for (int i = 0; i < phi.active(); i++) {
            subtract(rows[phi.index(i)], moves, a * phi.value(i));
        }
        return joined(a, phi, largest);
    }

    private double joined(double a, Features phi, double largest) {
        if (trace.length > 0) {
            phi.addTo(trace, a); // the very numbers of the rows
        }
        return largest + Math.abs(a) * phi.norm(); // a bound is enough
    }

    private static void subtract(double[] x, double[] moves, double added) {
        for (int k = 0; k < moves.length; k++) {
            x[k] -= moves[k] * added;
        }
    }

    /** In one pass. */
    @Override
    double joinAndDot(double a, Features phi, Features phiNext, double[] sums, double largest) {
        if (a == 0 || !(phi instanceof DenseFeatures now) || !(phiNext instanceof DenseFeatures next)) {
            return super.joinAndDot(a, phi, phiNext, sums, largest);
        }
        Arrays.fill(sums, 0);
        for (int from = 0; from < rows.length; from += CHUNK) {
            pass(a, from, now.chunk(from / CHUNK), next.chunk(from / CHUNK), sums);
        }
        return joined(a, phi, largest);
    }

    private void pass(double a, int from, double[] phi, double[] phiNext, double[] sums) {
        int i = 0;
        for (; i + 3 <= phi.length; i += 3) {
            passThree(
                    rows[from + i],
                    a * phi[i],
                    phiNext[i],
                    rows[from + i + 1],
                    a * phi[i + 1],
                    phiNext[i + 1],
                    rows[from + i + 2],
                    a * phi[i + 2],
                    phiNext[i + 2],
                    moves,
                    sums);
        }
        for (; i < phi.length; i++) {
            passOne(rows[from + i], a * phi[i], phiNext[i], moves, sums);
        }
    }

    /** x ← x − move · added, sum ← sum + x φ′. */
    private static void passOne(double[] x, double added, double next, double[] moves, double[] sums) {
        for (int k = 0; k < moves.length; k++) {
            double moved = x[k] - moves[k] * added;
            x[k] = moved;
            sums[k] += moved * next;
        }
    }

    /** The same for three features. */
    private static void passThree(
            double[] x0,
            double added0,
            double next0,
            double[] x1,
            double added1,
            double next1,
            double[] x2,
            double added2,
            double next2,
            double[] moves,
            double[] sums) {
        for (int k = 0; k < moves.length; k++) {
            double move = moves[k];
            double moved0 = x0[k] - move * added0;
            double moved1 = x1[k] - move * added1;
            double moved2 = x2[k] - move * added2;
            x0[k] = moved0;
            x1[k] = moved1;
            x2[k] = moved2;
            sums[k] = sums[k] + moved0 * next0 + moved1 * next1 + moved2 * next2;
        }
    }

    @Override
    double fold(double factor, double threshold) {
        double largest = 0;
        for (int j = 0; j < rows.length; j++) {
            double g = rows[j][G];
            add(rows[j], g, moves);
            double length = Math.abs(g);
            boolean keeps = length > threshold;
            set(j, G, keeps ? g * factor : 0);
            largest = keeps && length > largest ? length : largest;
        }
        Arrays.fill(moves, 0, G, 0);
        return largest;
    }

    @Override
    double largestOfTrace(double bound) {
        double largest = 0;
        for (double g : trace) {
            double length = Math.abs(g);
            largest = length > largest ? length : largest;
        }
        return largest;
    }

    @Override
    double moveClipped(int k, double step, double clip, Features phi) {
        if (trace.length > CHUNK || !(phi instanceof DenseFeatures dense)) {
            for (int j = 0; j < trace.length; j++) {
                rows[j][k] += StepLimits.clipped(step * trace[j], clip);
            }
            return sum(k, phi);
        }
        final double[] phiNow = dense.chunk(0);
        double sum = 0;
        for (int j = 0; j < trace.length; j++) {
            double[] row = rows[j];
            double moved = row[k] + StepLimits.clipped(step * trace[j], clip);
            row[k] = moved;
            sum += phiNow[j] * moved;
        }
        return sum;
    }

    @Override
    void moveClipped(double[] steps, double[] clips) {
        for (int j = 0; j < trace.length; j++) {
            double[] row = rows[j];
            double g = trace[j];
            for (int k = 0; k < steps.length; k++) {
                row[k] += StepLimits.clipped(steps[k] * g, clips[k]);
            }
        }
    }

    @Override
    void listTrace() {}
}
