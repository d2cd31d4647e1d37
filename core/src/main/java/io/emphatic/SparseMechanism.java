package io.emphatic;

/** An engine for sparse features, which can hand over what it has learned when dense ones come. */
interface SparseMechanism extends Mechanism {

    /**
     * Gives all of its state to another engine of the same algorithm.
     *
     * @param dense fresh. Modified.
     */
    void handOverTo(Mechanism dense);
}
