package io.emphatic;

/** An engine for sparse features, which can hand over what it has learned when dense ones come. */
interface SparseMechanism extends Mechanism {

    /**
     * Gives all of its state to another engine of the same algorithm.
     *
     * @param dense fresh. Modified.
     */
    void handOverTo(Mechanism dense);

    /**
     * Fills an array of the other engine's state.
     *
     * @param from as long or longer. Not modified.
     * @param to Modified.
     */
    static void copy(double[] from, double[] to) {
        System.arraycopy(from, 0, to, 0, to.length);
    }
}
