package io.emphatic.engine;

/**
 * A fold of a long factored trace, spread over many steps, so that no single step has to visit every entry.
 *
 * <pre>
 *   w ← w + D g      g ← f g, without the entries up to a threshold
 * </pre>
 *
 * <p>Each entry is folded when it is next read or written, or when its turn comes among the few that every step visits,
 * whichever is first. Folding an entry needs D, f and the threshold of the moment the fold began and nothing else, so
 * the time at which it happens has no effect on what is learned, to the bit.
 *
 * <h2>Implementation notes</h2>
 *
 * The last bit of gⱼ tells whether entry j has been folded: after a fold all entries carry the same mark, and the next
 * fold changes it. That costs half a unit in the last place of the trace, and no memory.
 */
final class SpreadFold {
    /** Lists up to this length are folded in one go: some ten microseconds. */
    static final int AT_ONCE = 1024;

    /**
     * How many entries a step visits beside {@value #PER_FEATURE} for each active feature. Between two folds the trace
     * shrinks by {@value TraceScale#RANGE}, so that a list as long as {@value TraceScale#NEGLIGIBLE} allows holds four
     * intervals' worth of features: the share is ready after a fraction of the next interval, even if that is short.
     */
    private static final int PER_STEP = 512;

    private static final int PER_FEATURE = 8;

    private boolean isAtOnce;
    private long mark; // the last bit of entries that have been folded
    // The list: entries kept up to kept, entries to visit from next up to end, and what joined after the fold began.
    private int kept;
    private int next;
    private int end;

    private double move; // D
    private double factor; // f
    private double threshold;
    private double largest; // |f gⱼ| among the entries folded

    /** Zero or one. */
    long mark() {
        return mark;
    }

    void load(long mark) {
        this.mark = mark;
        next = 0;
        end = 0;
    }

    /** Starts to fold a list of this length. One that is folded at once keeps its marks. */
    void begin(int count, double move, double factor, double threshold) {
        this.move = move;
        this.factor = factor;
        this.threshold = threshold;
        this.largest = 0;
        isAtOnce = count <= AT_ONCE;
        mark ^= isAtOnce ? 0 : 1;
        kept = 0;
        next = 0;
        end = count;
    }

    /** Whether the list has to be visited at once. */
    boolean isAtOnce() {
        return isAtOnce;
    }

    boolean isPending() {
        return next < end;
    }

    /** How many entries a step visits that has this many active features. */
    static int share(int active) {
        return PER_STEP + PER_FEATURE * active;
    }

    /** Folds the next entries, at most so many, of the list of pairs (wⱼ, gⱼ). */
    void visit(double[] pairs, int[] list, int entries) {
        final double move = this.move;
        final double factor = this.factor;
        final double threshold = this.threshold;
        final long mark = this.mark;
        final boolean isAtOnce = this.isAtOnce;
        int last = Math.min(end - next, entries) + next;
        int kept = this.kept;
        double largest = this.largest;
        for (int i = next; i < last; i++) {
            int j = list[i];
            double g = pairs[2 * j + 1];
            list[kept] = j;
            if (!isAtOnce && (Double.doubleToRawLongBits(g) & 1) == mark) {
                kept += g == 0 ? 0 : 1; // folded before: it was active since
                continue;
            }
            pairs[2 * j] += move * g;
            double scaled = Math.abs(g) > threshold ? factor * g : 0;
            double size = Math.abs(scaled);
            pairs[2 * j + 1] = size == 0 ? 0 : marked(scaled, mark);
            kept += size == 0 ? 0 : 1;
            largest = size > largest ? size : largest;
        }
        this.kept = kept;
        this.largest = largest;
        next = last;
    }

    /** Closes the gap in a list of this length after the last visit; returns its new length. */
    int close(int[] list, int count) {
        System.arraycopy(list, end, list, kept, count - end);
        return count - end + kept;
    }

    /** Whether the entry has not been folded. Zero is the same either way. */
    boolean isOld(double g) {
        return (Double.doubleToRawLongBits(g) & 1) != mark;
    }

    /** D g. */
    double moved(double g) {
        return move * g;
    }

    /** f g with the mark, or zero if it is negligible. */
    double folded(double g) {
        double scaled = factor * g;
        if (!(Math.abs(g) > threshold) || scaled == 0) {
            return 0;
        }
        double size = Math.abs(scaled);
        largest = size > largest ? size : largest;
        return marked(scaled, mark);
    }

    /** The largest |f gⱼ| among the entries folded. */
    double largest() {
        return largest;
    }

    /** The number with this mark in its last bit, never zero. */
    static double marked(double g, long mark) {
        long bits = Double.doubleToRawLongBits(g) & ~1L | mark;
        return Double.longBitsToDouble(bits << 1 == 0 ? 2 : bits);
    }
}
