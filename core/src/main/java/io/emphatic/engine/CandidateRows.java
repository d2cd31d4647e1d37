package io.emphatic.engine;

import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * {@link CandidateWeights} for sparse features: a row for each feature, wⱼ of every candidate, then gⱼ. The rows lie
 * one behind the other, so that a feature costs three cache lines instead of one for each candidate.
 */
final class CandidateRows extends CandidateWeights {
    private static final int ROW = WIDTH;

    private final int size;
    private final double[] numbers; // the row of j from ROW · j on
    private final int[] nonZero; // the j with gⱼ ≠ 0; one entry longer than n, so that join can write before it counts
    private int count;

    CandidateRows(int size) {
        this.size = size;
        this.numbers = new double[ROW * size];
        this.nonZero = new int[size + 1];
    }

    @Override
    int size() {
        return size;
    }

    @Override
    double get(int j, int k) {
        return numbers[ROW * j + k];
    }

    @Override
    void set(int j, int k, double value) {
        numbers[ROW * j + k] = value;
    }

    @Override
    void listTrace() {
        count = 0;
        for (int j = 0; j < size; j++) {
            nonZero[count] = j;
            count += numbers[ROW * j + G] != 0 ? 1 : 0;
        }
    }

    /** Four columns at a time, so that their sums stay in registers. */
    @Override
    void dot(Features phi, double[] sums) {
        final double[] x = numbers;
        int active = phi.active();
        for (int k = 0; k < ROW; k += 4) {
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            for (int i = 0; i < active; i++) {
                double p = phi.value(i);
                int at = ROW * phi.index(i) + k;
                s0 += p * x[at];
                s1 += p * x[at + 1];
                s2 += p * x[at + 2];
                s3 += p * x[at + 3];
            }
            sums[k] = s0;
            sums[k + 1] = s1;
            sums[k + 2] = s2;
            sums[k + 3] = s3;
        }
    }

    @Override
    double join(double a, Features phi, double largest) {
        double most = largest;
        if (a != 0) {
            for (int i = 0; i < phi.active(); i++) {
                most = join(phi.index(i), a * phi.value(i), most);
            }
        }
        return most;
    }

    private double join(int j, double added, double largest) {
        if (added == 0) {
            return largest;
        }
        int at = ROW * j;
        double before = numbers[at + G];
        nonZero[count] = j;
        count += before == 0 ? 1 : 0;
        subtract(at, added);
        double g = numbers[at + G];
        numbers[at + G] = g == 0 ? Double.MIN_VALUE : g;
        return Math.abs(g) > largest ? Math.abs(g) : largest;
    }

    /** The row of j ← the row − a times the moves: w ← w − D a, g ← g + a. */
    private void subtract(int at, double a) {
        final double[] x = numbers;
        final double[] d = moves;
        for (int k = 0; k < ROW; k += 4) {
            x[at + k] -= a * d[k];
            x[at + k + 1] -= a * d[k + 1];
            x[at + k + 2] -= a * d[k + 2];
            x[at + k + 3] -= a * d[k + 3];
        }
    }

    @Override
    double fold(double factor, double threshold) {
        double largest = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int j = nonZero[i];
            int at = ROW * j;
            double g = numbers[at + G];
            subtract(at, -g);
            double length = Math.abs(g);
            g *= factor;
            boolean keeps = length > threshold && g != 0;
            numbers[at + G] = keeps ? g : 0;
            nonZero[kept] = j;
            kept += keeps ? 1 : 0;
            largest = keeps && length > largest ? length : largest;
        }
        count = kept;
        Arrays.fill(moves, 0, G, 0);
        return largest;
    }
}
