package io.emphatic.logs.tuning;

import java.util.Arrays;

/**
 * Medians of small arrays, by selection: the expected cost is linear in their length, and a pass over the numbers
 * writes each to both ends of another array, so that it has no branch that depends on them.
 */
final class Medians {
    /** At most this many numbers are sorted. */
    private static final int SORTED_LENGTH = 8;

    private double[] source; // of the next pass: the numbers, then one of the two below
    private double[] spare;
    private double[] other;

    /** @param most how many numbers there are at most */
    Medians(int most) {
        this.spare = new double[most];
        this.other = new double[most];
    }

    /**
     * The median of the first {@code count} numbers: the mean of the two in the middle if it is even, 0 if it is 0.
     *
     * @param numbers no NaN among the first {@code count}. Not modified.
     */
    double of(double[] numbers, int count) {
        if (count == 0) {
            return 0;
        }
        source = numbers;
        if (count <= SORTED_LENGTH) {
            System.arraycopy(numbers, 0, spare, 0, count);
            swap();
        }
        return between(count, (count - 1) / 2, count / 2);
    }

    /** The mean of the numbers of two ranks, of which the second is the first or the next. */
    private double between(int count, int lower, int upper) {
        int from = 0; // both are in source[from … to), their ranks counted from there
        int to = count;
        while (to - from > SORTED_LENGTH) {
            double pivot = middleOf(source[from], source[(from + to) >>> 1], source[to - 1]);
            int below = partition(from, to, pivot);
            if (below == 0) { // the pivot is the smallest number
                below = partition(from, to, Math.nextUp(pivot));
                if (upper < below) {
                    return pivot;
                }
            }
            int length = to - from;
            swap();
            if (upper < below) {
                from = 0;
                to = below;
            } else if (lower >= below) {
                from = below;
                to = length;
                lower -= below;
                upper -= below;
            } else {
                return 0.5 * largest(0, below) + 0.5 * smallest(below, length);
            }
        }
        Arrays.sort(source, from, to);
        return 0.5 * source[from + lower] + 0.5 * source[from + upper];
    }

    /**
     * Copies numbers below a bound to the front of the spare array and the others behind; returns where these begin.
     */
    private int partition(int from, int to, double bound) {
        double[] x = source;
        double[] y = spare;
        int below = 0;
        int room = to - from; // what lies between the two parts, which is where each number goes: to both its ends
        for (int k = from; k < to; k++) {
            double value = x[k];
            room--;
            y[below] = value;
            y[below + room] = value;
            below += value < bound ? 1 : 0;
        }
        return below;
    }

    /** What was written is read next; the numbers stay as they are. */
    private void swap() {
        double[] partitioned = spare;
        spare = other;
        other = partitioned;
        source = partitioned;
    }

    private double largest(int from, int to) {
        double largest = source[from];
        for (int k = from + 1; k < to; k++) {
            largest = source[k] > largest ? source[k] : largest;
        }
        return largest;
    }

    private double smallest(int from, int to) {
        double smallest = source[from];
        for (int k = from + 1; k < to; k++) {
            smallest = source[k] < smallest ? source[k] : smallest;
        }
        return smallest;
    }

    private static double middleOf(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
