package io.emphatic.engine;

import java.util.Map;

/** One of the two engines of a family, for sparse or for dense features; it can hand its state over to the other. */
interface PairedEngine extends Engine {

    /** Its state as arrays that the other engine of the family can {@link #load}. */
    Map<String, double[]> handOver();

    /** A state as this engine has it, of one that may have been saved by an earlier version. */
    default Map<String, double[]> upToDate(Map<String, double[]> arrays) {
        return arrays;
    }
}
