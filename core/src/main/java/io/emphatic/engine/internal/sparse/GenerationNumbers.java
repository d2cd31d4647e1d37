package io.emphatic.engine.internal.sparse;

/**
 * The numbers of each generation of factored traces ({@link TraceGenerations}), in one array: for each quantity a slot
 * for each generation.
 *
 * <pre>
 *   e = cₖ g      h = dₖ p      θ = x + Aₖ g      w = y + Bₖ g      for the features of generation k
 *   eᵀw = Σₖ cₖ (gᵀy + Bₖ gᵀg)       hᵀw = Σₖ dₖ (pᵀy + Bₖ pᵀg)       eᵀe = Σₖ cₖ² gᵀg
 * </pre>
 *
 * The inner products gᵀy, gᵀg, pᵀy and pᵀg are kept up by what changes, so that eᵀw never takes a sum over the
 * thousands of entries of a trace. They begin with the generation at zero, which bounds their rounding error.
 */
final class GenerationNumbers {
    private static final int SLOTS = TraceGenerations.SLOTS;

    static final int SCALE_G = 0; // c
    static final int MOVE_X = SLOTS; // A
    static final int LARGEST_G = 2 * SLOTS; // an upper bound of |gⱼ|
    private static final int REST_X = 3 * SLOTS; // what rounding has left of A
    static final int LENGTH_OF_ONE = 4 * SLOTS; // with one weight vector and one trace

    static final int SCALE_P = 4 * SLOTS; // d
    static final int MOVE_Y = 5 * SLOTS; // B
    static final int LARGEST_P = 6 * SLOTS;
    private static final int REST_Y = 7 * SLOTS;
    static final int GY = 8 * SLOTS;
    static final int GG = 9 * SLOTS;
    static final int PY = 10 * SLOTS;
    static final int PG = 11 * SLOTS;
    static final int LENGTH_OF_TWO = 12 * SLOTS;

    final double[] all;
    private final boolean hasTwo;

    GenerationNumbers(boolean hasTwo) {
        this.hasTwo = hasTwo;
        this.all = new double[hasTwo ? LENGTH_OF_TWO : LENGTH_OF_ONE];
    }

    /** c = d = 1, everything else 0. */
    void begin(int slot) {
        clear(slot);
        all[SCALE_G + slot] = 1;
        if (hasTwo) {
            all[SCALE_P + slot] = 1;
        }
    }

    void clear(int slot) {
        for (int field = 0; field < all.length; field += SLOTS) {
            all[field + slot] = 0;
        }
    }

    /** e ← a e, h ← b h, for the slots from … to−1. */
    void decay(double a, double b, int from, int to) {
        for (int k = from; k < to; k++) {
            all[SCALE_G + k] *= a;
        }
        for (int k = from; hasTwo && k < to; k++) {
            all[SCALE_P + k] *= b;
        }
    }

    /** θ ← θ + x e, w ← w + y e, for the slots from … to−1. */
    void moveAlongTrace(double x, double y, int from, int to) {
        for (int k = from; k < to; k++) {
            add(x * all[SCALE_G + k], MOVE_X + k, REST_X + k);
        }
        for (int k = from; hasTwo && k < to; k++) {
            add(y * all[SCALE_G + k], MOVE_Y + k, REST_Y + k);
        }
    }

    /** θ ← θ + x g for the features of a generation. */
    void move(int slot, double x) {
        add(x, MOVE_X + slot, REST_X + slot);
    }

    /** A compensated sum: what is lost by rounding is kept and added next time (Kahan 1965). */
    private void add(double x, int sum, int rest) {
        double before = all[sum];
        double added = x + all[rest];
        double after = before + added;
        all[rest] = added - (after - before);
        all[sum] = after;
    }

    /** The largest of |cₖ|. */
    double largestScale() {
        double largest = 0;
        for (int k = 0; k < SLOTS; k++) {
            largest = Math.max(largest, Math.abs(all[SCALE_G + k]));
        }
        return largest;
    }

    /** An upper bound of |eⱼ|. */
    double largestOfTrace() {
        return largest(SCALE_G, LARGEST_G);
    }

    /** An upper bound of |hⱼ|. */
    double largestOfSecondTrace() {
        return hasTwo ? largest(SCALE_P, LARGEST_P) : 0;
    }

    private double largest(int scales, int sizes) {
        double largest = 0;
        for (int k = 0; k < SLOTS; k++) {
            double size = Math.abs(all[scales + k]) * all[sizes + k];
            largest = size > largest ? size : largest;
        }
        return largest;
    }

    /** θ ← x θ, as far as it is here. */
    void scaleX(double x) {
        for (int k = 0; k < SLOTS; k++) {
            all[MOVE_X + k] *= x;
            all[REST_X + k] *= x;
        }
    }

    /** w ← x w, as far as it is here. */
    void scaleY(double x) {
        for (int k = 0; k < SLOTS; k++) {
            all[MOVE_Y + k] *= x;
            all[REST_Y + k] *= x;
            all[GY + k] *= x;
            all[PY + k] *= x;
        }
    }

    /** Adds the inner products of an entry to those of its generation, or takes them off, with a sign of ∓1. */
    void addProducts(int slot, double sign, double y, double g, double p) {
        all[GY + slot] += sign * g * y;
        all[GG + slot] += sign * g * g;
        all[PY + slot] += sign * p * y;
        all[PG + slot] += sign * p * g;
    }

    double traceDotSecondary() {
        double sum = 0;
        for (int k = 0; k < SLOTS; k++) {
            sum += all[SCALE_G + k] * (all[GY + k] + all[MOVE_Y + k] * all[GG + k]);
        }
        return sum;
    }

    double secondTraceDotSecondary() {
        double sum = 0;
        for (int k = 0; k < SLOTS; k++) {
            sum += all[SCALE_P + k] * (all[PY + k] + all[MOVE_Y + k] * all[PG + k]);
        }
        return sum;
    }

    double traceDotTrace() {
        double sum = 0;
        for (int k = 0; k < SLOTS; k++) {
            sum += all[SCALE_G + k] * all[SCALE_G + k] * all[GG + k];
        }
        return sum;
    }
}
