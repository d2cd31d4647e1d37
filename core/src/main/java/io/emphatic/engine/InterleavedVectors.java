package io.emphatic.engine;

import io.emphatic.experience.BinaryFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * Four vectors side by side, so that one cache line serves all: xⱼ, yⱼ, gⱼ, pⱼ from 4j, as
 * {@link FactoredGradientEngine} has them. g and p are sparse: {@code nonZero} holds the j with gⱼ ≠ 0 or pⱼ ≠ 0.
 *
 * <p>Methods that change y, g or p also return, in fields, the changes of four inner products, which would otherwise
 * take sums over thousands of entries.
 */
final class InterleavedVectors {
    static final int X = 0;
    static final int Y = 1;
    static final int G = 2;
    static final int P = 3;

    final double[] numbers; // list has to be called after others have written to them
    private final int[] nonZero; // one entry longer than n, so that add can write before it knows whether to count
    private int count;

    // Results: of move and add the changes of the inner products, of fold their values.
    double gy;
    double gg;
    double py;
    double pg;

    // Results of add and fold: the largest |gⱼ| and |pⱼ| among the entries they visited.
    double largestG;
    double largestP;

    InterleavedVectors(int size) {
        numbers = new double[4 * size];
        nonZero = new int[size + 1];
    }

    /** x ← x + alongX φ, y ← y + alongY φ. */
    void move(Features phi, double alongX, double alongY) {
        final double[] numbers = this.numbers;
        double gy = 0;
        double py = 0;
        for (int i = 0; i < phi.active(); i++) {
            int at = 4 * phi.index(i);
            double value = phi.value(i);
            double added = alongY * value;
            numbers[at + X] += alongX * value;
            numbers[at + Y] += added;
            gy += numbers[at + G] * added;
            py += numbers[at + P] * added;
        }
        this.gy = gy;
        this.py = py;
    }

    /** g ← g + xg φ and p ← p + xp φ with x + moveX g and y + moveY g as they were. */
    void add(Features phi, double xg, double xp, double moveX, double moveY) {
        final double[] numbers = this.numbers;
        double gy = 0;
        double gg = 0;
        double py = 0;
        double pg = 0;
        double largestG = 0;
        double largestP = 0;
        for (int i = 0; i < phi.active(); i++) {
            int j = phi.index(i);
            int at = 4 * j;
            double addedG = xg * phi.value(i);
            double addedP = xp * phi.value(i);
            if (addedG == 0 && addedP == 0) {
                continue;
            }
            double y = numbers[at + Y];
            double g = numbers[at + G];
            double p = numbers[at + P];
            nonZero[count] = j;
            count += g == 0 && p == 0 ? 1 : 0;

            double newY = moveY == 0 ? y : y - moveY * addedG;
            double newG = g + addedG;
            double newP = p + addedP;
            gy += newG * newY - g * y;
            gg += (g + newG) * addedG;
            py += newP * newY - p * y;
            pg += newP * newG - p * g;
            numbers[at + X] -= moveX == 0 ? 0 : moveX * addedG;
            numbers[at + Y] = newY;
            numbers[at + G] = newG == 0 ? Double.MIN_VALUE : newG;
            numbers[at + P] = newP;
            largestG = Math.abs(newG) > largestG ? Math.abs(newG) : largestG;
            largestP = Math.abs(newP) > largestP ? Math.abs(newP) : largestP;
        }
        this.gy = gy;
        this.gg = gg;
        this.py = py;
        this.pg = pg;
        this.largestG = largestG;
        this.largestP = largestP;
    }

    /** x ← x + moveX g, y ← y + moveY g, g ← factorG · g, p ← factorP · p without entries up to the thresholds. */
    void fold(double moveX, double moveY, double factorG, double thresholdG, double factorP, double thresholdP) {
        final double[] numbers = this.numbers;
        double gy = 0;
        double gg = 0;
        double py = 0;
        double pg = 0;
        double largestG = 0;
        double largestP = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int j = nonZero[i];
            int at = 4 * j;
            double g = numbers[at + G];
            double p = numbers[at + P];
            numbers[at + X] += moveX * g;
            double y = numbers[at + Y] + moveY * g;
            numbers[at + Y] = y;
            g = Math.abs(g) > thresholdG ? g * factorG : 0;
            p = Math.abs(p) > thresholdP ? p * factorP : 0;
            numbers[at + G] = g;
            numbers[at + P] = p;
            nonZero[kept] = j;
            kept += g != 0 || p != 0 ? 1 : 0;
            largestG = Math.abs(g) > largestG ? Math.abs(g) : largestG;
            largestP = Math.abs(p) > largestP ? Math.abs(p) : largestP;
            gy += g * y;
            gg += g * g;
            py += p * y;
            pg += p * g;
        }
        count = kept;
        this.gy = gy;
        this.gg = gg;
        this.py = py;
        this.pg = pg;
        this.largestG = largestG;
        this.largestP = largestP;
    }

    /** v ← factor · v for one of the four vectors v. */
    void scale(int vector, double factor) {
        for (int at = vector; at < numbers.length; at += 4) {
            numbers[at] *= factor;
        }
    }

    /** (scale · v + along · g)ᵀφ for one of the four vectors v. */
    double dot(Features phi, int vector, double scale, double along) {
        final double[] numbers = this.numbers;
        double sum = 0;
        double sumG = 0;
        if (phi instanceof BinaryFeatures binary) {
            for (int j : binary.indices()) {
                sum += numbers[4 * j + vector];
                sumG += numbers[4 * j + G];
            }
        } else {
            for (int i = 0; i < phi.active(); i++) {
                int at = 4 * phi.index(i);
                double value = phi.value(i);
                sum += value * numbers[at + vector];
                sumG += value * numbers[at + G];
            }
        }
        return along == 0 ? scale * sum : scale * sum + along * sumG;
    }

    /** A copy of scale · v + along · g for one of the four vectors v. */
    double[] vector(int vector, double scale, double along) {
        double[] values = new double[numbers.length / 4];
        for (int j = 0; j < values.length; j++) {
            values[j] = scale * numbers[4 * j + vector] + along * numbers[4 * j + G];
        }
        return values;
    }

    /** The features of {@code nonZero}, in the order in which folding sums the inner products up. */
    double[] order() {
        return Arrays.stream(nonZero, 0, count).asDoubleStream().toArray();
    }

    /** Lists these features. */
    void list(double[] order) {
        count = 0;
        for (double index : order) {
            int j = Trace.savedIndex("order", index, nonZero.length - 1, count);
            nonZero[count++] = j;
        }
    }
}
