package io.emphatic.engine;

import io.emphatic.experience.BinaryFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * Four vectors side by side, so that one cache line serves all: xⱼ, yⱼ, gⱼ, pⱼ from 4j, as
 * {@link FactoredGradientEngine} has them. g and p are sparse: {@code nonZero} holds the j with gⱼ ≠ 0. Where only pⱼ
 * should differ from zero, gⱼ is the smallest number.
 *
 * <p>Methods that change y, g or p also return, in fields, the changes of four inner products, which would otherwise
 * take sums over thousands of entries.
 *
 * <h2>Implementation notes</h2>
 *
 * A long fold is spread over many steps, and the last bit of gⱼ tells whether entry j has had its turn, as
 * {@link SpreadFold} explains. Here the inner products are summed up anew on the way: an entry joins the sums when it
 * is folded, and later changes of it change them. The order matters for their last digits, so that a fold under way is
 * saved as it is.
 */
final class InterleavedVectors {
    static final int X = 0;
    static final int Y = 1;
    static final int G = 2;
    static final int P = 3;

    // Indices of the array that holds the fold under way.
    private static final int MARK = 0; // the last bit of gⱼ where entry j has been folded
    private static final int KEPT = 1; // the list: entries kept up to here
    private static final int NEXT = 2; // entries to visit from here
    private static final int END = 3; // up to here; then those that joined after the fold began
    private static final int MOVE_X = 4;
    private static final int MOVE_Y = 5;
    private static final int FACTOR_G = 6;
    private static final int THRESHOLD_G = 7;
    private static final int FACTOR_P = 8;
    private static final int THRESHOLD_P = 9;
    private static final int GY = 10; // the inner products of the entries folded
    private static final int GG = 11;
    private static final int PY = 12;
    private static final int PG = 13;
    private static final int LARGEST_G = 14; // |gⱼ| and |pⱼ| among the entries folded or written since the fold began
    private static final int LARGEST_P = 15;

    final double[] numbers; // list has to be called after others have written to them
    final double[] fold = new double[16];
    private final int[] nonZero; // one entry longer than n, so that add can write before it knows whether to count
    private int count;

    // Results: of move and add the changes of the inner products, of the last visit of a fold their values.
    double gy;
    double gg;
    double py;
    double pg;

    // Results: of add the largest |gⱼ| and |pⱼ| it wrote, of the last visit of a fold the largest of all.
    double largestG;
    double largestP;

    InterleavedVectors(int size) {
        numbers = new double[4 * size];
        nonZero = new int[size + 1];
    }

    /** x ← x + alongX φ, y ← y + alongY φ. */
    void move(Features phi, double alongX, double alongY) {
        final double[] numbers = this.numbers;
        boolean isFolding = isFolding();
        double gy = 0;
        double py = 0;
        for (int i = 0; i < phi.active(); i++) {
            int at = 4 * phi.index(i);
            double before = numbers[at + G];
            if (isFolding && before != 0 && isOld(before) && !foldEntry(at)) {
                numbers[at + G] = marked(0); // it is in the list still
            }
            double value = phi.value(i);
            double added = alongY * value;
            numbers[at + X] += alongX * value;
            numbers[at + Y] += added;
            gy += numbers[at + G] * added;
            py += numbers[at + P] * added;
        }
        this.gy = gy;
        this.py = py;
        fold[GY] += gy;
        fold[PY] += py;
    }

    /** g ← g + xg φ and p ← p + xp φ with x + moveX g and y + moveY g as they were. */
    void add(Features phi, double xg, double xp, double moveX, double moveY) {
        if (count + phi.active() > nonZero.length) {
            closeGap();
        }
        final double[] numbers = this.numbers;
        boolean isFolding = isFolding();
        long mark = (long) fold[MARK];
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
            nonZero[count] = j;
            count += numbers[at + G] == 0 ? 1 : 0;
            if (isFolding && isOld(numbers[at + G])) {
                foldEntry(at);
            }
            double y = numbers[at + Y];
            double g = numbers[at + G];
            double p = numbers[at + P];
            double newG = SpreadFold.marked(g + addedG, mark);
            double change = newG - g; // addedG but for the mark
            double newY = moveY == 0 ? y : y - moveY * change;
            double newP = p + addedP;
            gy += newG * newY - g * y;
            gg += (g + newG) * change;
            py += newP * newY - p * y;
            pg += newP * newG - p * g;
            numbers[at + X] -= moveX == 0 ? 0 : moveX * change;
            numbers[at + Y] = newY;
            numbers[at + G] = newG;
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
        fold[GY] += gy;
        fold[GG] += gg;
        fold[PY] += py;
        fold[PG] += pg;
        fold[LARGEST_G] = Math.max(fold[LARGEST_G], largestG);
        fold[LARGEST_P] = Math.max(fold[LARGEST_P], largestP);
    }

    /**
     * Begins x ← x + moveX g, y ← y + moveY g, g ← factorG · g, p ← factorP · p without entries up to the thresholds.
     * No other may be under way. A short list is folded at once, which leaves the marks as they are; returns whether it
     * was.
     */
    boolean fold(double moveX, double moveY, double factorG, double thresholdG, double factorP, double thresholdP) {
        boolean isLong = count > SpreadFold.AT_ONCE;
        double mark = isLong ? 1 - fold[MARK] : fold[MARK];
        Arrays.fill(fold, 0);
        fold[MARK] = mark;
        fold[END] = count;
        fold[MOVE_X] = moveX;
        fold[MOVE_Y] = moveY;
        fold[FACTOR_G] = factorG;
        fold[THRESHOLD_G] = thresholdG;
        fold[FACTOR_P] = factorP;
        fold[THRESHOLD_P] = thresholdP;
        if (!isLong) {
            visit(count, true);
        }
        return !isLong;
    }

    boolean isFolding() {
        return fold[NEXT] < fold[END];
    }

    /** Folds the next entries of the list, at most so many; true after the last. */
    boolean visit(int entries) {
        return visit(entries, false);
    }

    private boolean visit(int entries, boolean areOld) {
        int next = (int) fold[NEXT];
        int end = (int) fold[END];
        int kept = (int) fold[KEPT];
        int last = next + Math.min(entries, end - next);
        for (int i = next; i < last; i++) {
            int j = nonZero[i];
            nonZero[kept] = j;
            kept += !areOld && !isOld(numbers[4 * j + G]) || foldEntry(4 * j) ? 1 : 0;
        }
        fold[NEXT] = last;
        fold[KEPT] = kept;
        if (last < end) {
            return false;
        }
        System.arraycopy(nonZero, end, nonZero, kept, count - end);
        count += kept - end;
        fold[KEPT] = 0;
        fold[NEXT] = 0;
        fold[END] = 0;
        this.gy = fold[GY];
        this.gg = fold[GG];
        this.py = fold[PY];
        this.pg = fold[PG];
        this.largestG = fold[LARGEST_G];
        this.largestP = fold[LARGEST_P];
        return true;
    }

    /** Whether the entry has not been folded. Zero is the same either way. */
    private boolean isOld(double g) {
        return (Double.doubleToRawLongBits(g) & 1) != (long) fold[MARK];
    }

    private double marked(double g) {
        return SpreadFold.marked(g, (long) fold[MARK]);
    }

    /** Folds the entry from this position; false if nothing is left of g and p. */
    private boolean foldEntry(int at) {
        double g = numbers[at + G];
        double p = numbers[at + P];
        double y = numbers[at + Y] + fold[MOVE_Y] * g;
        numbers[at + X] += fold[MOVE_X] * g;
        numbers[at + Y] = y;
        g = foldedG(g);
        p = foldedP(p);
        boolean isKept = g != 0 || p != 0;
        g = isKept ? marked(g) : 0;
        numbers[at + G] = g;
        numbers[at + P] = p;
        fold[GY] += g * y;
        fold[GG] += g * g;
        fold[PY] += p * y;
        fold[PG] += p * g;
        fold[LARGEST_G] = Math.abs(g) > fold[LARGEST_G] ? Math.abs(g) : fold[LARGEST_G];
        fold[LARGEST_P] = Math.abs(p) > fold[LARGEST_P] ? Math.abs(p) : fold[LARGEST_P];
        return isKept;
    }

    private double foldedG(double g) {
        return Math.abs(g) > fold[THRESHOLD_G] ? g * fold[FACTOR_G] : 0;
    }

    private double foldedP(double p) {
        return Math.abs(p) > fold[THRESHOLD_P] ? p * fold[FACTOR_P] : 0;
    }

    /** The number of a vector that the entry from this position has after the fold under way. */
    private double entry(int vector, int at) {
        double number = numbers[at + vector];
        double g = numbers[at + G];
        if (!isOld(g)) {
            return number;
        }
        return switch (vector) {
            case X -> number + fold[MOVE_X] * g;
            case Y -> number + fold[MOVE_Y] * g;
            case G -> foldedG(g);
            default -> foldedP(number);
        };
    }

    /** y ← factor · y. */
    void scaleY(double factor) {
        for (int at = Y; at < numbers.length; at += 4) {
            numbers[at] *= factor;
        }
        fold[MOVE_Y] *= factor;
        fold[GY] *= factor;
        fold[PY] *= factor;
    }

    /** (scale · v + along · g)ᵀφ for one of the four vectors v. */
    double dot(Features phi, int vector, double scale, double along) {
        final double[] numbers = this.numbers;
        double sum = 0;
        double sumG = 0;
        if (isFolding()) {
            for (int i = 0; i < phi.active(); i++) {
                int at = 4 * phi.index(i);
                sum += phi.value(i) * entry(vector, at);
                sumG += phi.value(i) * entry(G, at);
            }
        } else if (phi instanceof BinaryFeatures binary) {
            int[] indices = binary.indices();
            int active = binary.active();
            for (int i = 0; i < active; i++) {
                int j = indices[i];
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
        boolean isFolding = isFolding();
        for (int j = 0; j < values.length; j++) {
            values[j] = isFolding
                    ? scale * entry(vector, 4 * j) + along * entry(G, 4 * j)
                    : scale * numbers[4 * j + vector] + along * numbers[4 * j + G];
        }
        return values;
    }

    /** Closes the gap that a fold under way leaves in the list. It has no effect on what is learned. */
    void closeGap() {
        int kept = (int) fold[KEPT];
        int next = (int) fold[NEXT];
        if (isFolding() && kept < next) {
            System.arraycopy(nonZero, next, nonZero, kept, count - next);
            count += kept - next;
            fold[NEXT] = kept;
            fold[END] += kept - next;
        }
    }

    /** The features of {@code nonZero}, in the order in which folding sums the inner products up. */
    double[] order() {
        closeGap();
        return Arrays.stream(nonZero, 0, count).asDoubleStream().toArray();
    }

    /** Lists these features, after the state has been written to. */
    void list(double[] order) {
        count = 0;
        for (double index : order) {
            int j = Trace.savedIndex("order", index, nonZero.length - 1, count);
            nonZero[count++] = j;
        }
        boolean isMark = fold[MARK] == 0 || fold[MARK] == 1;
        boolean isOrdered = 0 <= fold[KEPT] && fold[KEPT] <= fold[NEXT] && fold[NEXT] <= fold[END];
        if (!isMark || isFolding() && !(isOrdered && fold[END] <= count)) {
            throw new IllegalArgumentException("its fold does not fit its order of " + count + " features");
        }
    }
}
