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

    /** In two halves, so that their sums stay in registers; the first half touches every cache line of the rows. */
    @Override
    void dot(Features phi, double[] sums) {
        dotEven(phi, sums);
        dotOdd(phi, sums);
    }

    private void dotEven(Features phi, double[] sums) {
        final double[] x = numbers;
        int active = phi.active();
        double s0 = 0;
        double s2 = 0;
        double s4 = 0;
        double s6 = 0;
        double s8 = 0;
        double s10 = 0;
        double s12 = 0;
        double s14 = 0;
        double s16 = 0;
        double s18 = 0;
        for (int i = 0; i < active; i++) {
            double p = phi.value(i);
            int at = ROW * phi.index(i);
            s0 += p * x[at + 0];
            s2 += p * x[at + 2];
            s4 += p * x[at + 4];
            s6 += p * x[at + 6];
            s8 += p * x[at + 8];
            s10 += p * x[at + 10];
            s12 += p * x[at + 12];
            s14 += p * x[at + 14];
            s16 += p * x[at + 16];
            s18 += p * x[at + 18];
        }
        sums[0] = s0;
        sums[2] = s2;
        sums[4] = s4;
        sums[6] = s6;
        sums[8] = s8;
        sums[10] = s10;
        sums[12] = s12;
        sums[14] = s14;
        sums[16] = s16;
        sums[18] = s18;
    }

    private void dotOdd(Features phi, double[] sums) {
        final double[] x = numbers;
        int active = phi.active();
        double s1 = 0;
        double s3 = 0;
        double s5 = 0;
        double s7 = 0;
        double s9 = 0;
        double s11 = 0;
        double s13 = 0;
        double s15 = 0;
        double s17 = 0;
        double s19 = 0;
        for (int i = 0; i < active; i++) {
            double p = phi.value(i);
            int at = ROW * phi.index(i);
            s1 += p * x[at + 1];
            s3 += p * x[at + 3];
            s5 += p * x[at + 5];
            s7 += p * x[at + 7];
            s9 += p * x[at + 9];
            s11 += p * x[at + 11];
            s13 += p * x[at + 13];
            s15 += p * x[at + 15];
            s17 += p * x[at + 17];
            s19 += p * x[at + 19];
        }
        sums[1] = s1;
        sums[3] = s3;
        sums[5] = s5;
        sums[7] = s7;
        sums[9] = s9;
        sums[11] = s11;
        sums[13] = s13;
        sums[15] = s15;
        sums[17] = s17;
        sums[19] = s19;
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
        subtract(numbers, at, added, moves);
        double g = numbers[at + G];
        numbers[at + G] = g == 0 ? Double.MIN_VALUE : g;
        return Math.abs(g) > largest ? Math.abs(g) : largest;
    }

    /** The row of j ← the row − a times the moves: w ← w − D a, g ← g + a. */
    private static void subtract(double[] x, int at, double a, double[] d) {
        x[at + 0] -= a * d[0];
        x[at + 1] -= a * d[1];
        x[at + 2] -= a * d[2];
        x[at + 3] -= a * d[3];
        x[at + 4] -= a * d[4];
        x[at + 5] -= a * d[5];
        x[at + 6] -= a * d[6];
        x[at + 7] -= a * d[7];
        x[at + 8] -= a * d[8];
        x[at + 9] -= a * d[9];
        x[at + 10] -= a * d[10];
        x[at + 11] -= a * d[11];
        x[at + 12] -= a * d[12];
        x[at + 13] -= a * d[13];
        x[at + 14] -= a * d[14];
        x[at + 15] -= a * d[15];
        x[at + 16] -= a * d[16];
        x[at + 17] -= a * d[17];
        x[at + 18] -= a * d[18];
        x[at + 19] -= a * d[19];
    }

    @Override
    double fold(double factor, double threshold) {
        double largest = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int j = nonZero[i];
            int at = ROW * j;
            double g = numbers[at + G];
            subtract(numbers, at, -g, moves);
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

    /** The bound is that of the entries as they joined. */
    @Override
    double largestOfTrace(double bound) {
        return bound;
    }

    @Override
    double moveClipped(int k, double step, double clip, Features phi) {
        for (int i = 0; i < count; i++) {
            int at = ROW * nonZero[i];
            numbers[at + k] += StepLimits.clipped(step * numbers[at + G], clip);
        }
        return sum(k, phi);
    }

    @Override
    void moveClipped(double[] steps, double[] clips) {
        for (int i = 0; i < count; i++) {
            int at = ROW * nonZero[i];
            double g = numbers[at + G];
            for (int k = 0; k < steps.length; k++) {
                numbers[at + k] += StepLimits.clipped(steps[k] * g, clips[k]);
            }
        }
    }
}
