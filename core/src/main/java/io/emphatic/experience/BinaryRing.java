package io.emphatic.experience;

/**
 * Binary features of step after step without allocation: a few {@link Features}, filled in turn.
 *
 * <pre>
 *   BinaryRing ring = new BinaryRing(n, 32);
 *   t.start(ring.next(indices), lambda, interest);
 *   t.ratio(rho);
 *   t.arrive(reward, ring.next(indices), gamma, lambda, interest);   // a step needs two of them
 *   learner.update(t);
 * </pre>
 *
 * What {@link #next} returns stays as it is for the next three calls, and is other features after that. So it suits the
 * states of a single stream, one after another, and nothing that is kept for later.
 */
public final class BinaryRing {
    private static final int LENGTH = 4;

    private final BinaryFeatures[] features = new BinaryFeatures[LENGTH];
    private int newest;

    /**
     * @param size the number of components, n
     * @param active how many are expected to be 1; more make it grow
     */
    public BinaryRing(int size, int active) {
        Check.indices(size, new int[0], 0);
        for (int k = 0; k < LENGTH; k++) {
            features[k] = BinaryFeatures.empty(size, active);
        }
    }

    /** As {@link Features#binary}. Indices that increase need no sorting. Not modified; copied. */
    public Features next(int... indices) {
        return next(indices, indices.length);
    }

    /** The same with the first of these indices. */
    public Features next(int[] indices, int count) {
        newest = (newest + 1) % LENGTH;
        features[newest].fill(indices, count);
        return features[newest];
    }
}
