package io.emphatic.experience;

/**
 * Dense features of step after step without allocation: two {@link Features}, of which the one is filled that a
 * {@link Transition} does not need any more. Once an action was taken, it needs those of one state only,
 * {@link Transition#here}.
 *
 * <pre>
 *   t.start(pair.next(null, values), lambda, interest);
 *   t.ratio(rho);
 *   t.arrive(reward, pair.next(t.here(), values), gamma, lambda, interest);
 *   learner.update(t);
 * </pre>
 */
public final class DensePair {
    private final DenseFeatures first;
    private final DenseFeatures second;

    /** @param size the number of components, n */
    public DensePair(int size) {
        this.first = DenseFeatures.reused(size);
        this.second = DenseFeatures.reused(size);
    }

    /**
     * As {@link Features#dense}.
     *
     * @param kept features that stay as they are, whether of this pair or not; null for none
     * @param values Not modified; copied.
     */
    public Features next(Features kept, double... values) {
        DenseFeatures next = kept == first ? second : first;
        next.fill(values);
        return next;
    }
}
