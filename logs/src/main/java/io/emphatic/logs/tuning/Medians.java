package io.emphatic.logs.tuning;

/**
 * Medians of small arrays, by selection: the expected cost is linear in their length, and each pass over the numbers
 * has no branch that depends on them.
 */
final class Medians {
    private final double[] values;

    /** @param most how many numbers there are at most */
    Medians(int most) {
        this.values = new double[most];
    }

    /** Where numbers are put before {@link #of} is asked; their order is lost then. */
    double[] values() {
        return values;
    }

    /** The median of the first {@code count} values: the mean of the two in the middle if it is even, 0 if it is 0. */
    double of(int count) {
        if (count == 0) {
            return 0;
        }
        int middle = count / 2;
        double upper = select(count, middle);
        if (count % 2 == 1) {
            return upper;
        }
        double lower = values[0];
        for (int k = 1; k < middle; k++) {
            lower = values[k] > lower ? values[k] : lower;
        }
        return 0.5 * lower + 0.5 * upper;
    }

    /** The value of this rank; smaller ones are before it afterwards. */
    private double select(int count, int rank) {
        int from = 0;
        int to = count;
        while (true) {
            double pivot = middleOf(values[from], values[(from + to) >>> 1], values[to - 1]);
            int below = partition(from, to, pivot, false);
            if (rank < below) {
                to = below;
                continue;
            }
            int upTo = partition(below, to, pivot, true);
            if (rank < upTo) {
                return pivot;
            }
            from = upTo;
        }
    }

    /** Brings numbers below the pivot, or up to it, to the front of a range; returns where they end. */
    private int partition(int from, int to, double pivot, boolean upTo) {
        double[] v = values;
        int end = from;
        if (upTo) {
            for (int k = from; k < to; k++) {
                double x = v[k];
                v[k] = v[end];
                v[end] = x;
                end += x <= pivot ? 1 : 0;
            }
        } else {
            for (int k = from; k < to; k++) {
                double x = v[k];
                v[k] = v[end];
                v[end] = x;
                end += x < pivot ? 1 : 0;
            }
        }
        return end;
    }

    private static double middleOf(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
