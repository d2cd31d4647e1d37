package io.emphatic.engine;

import java.util.Map;

/** One of the two engines of a family, for sparse or for dense features; it can hand its state over to the other. */
interface PairedEngine extends Engine {

    /** Its state as arrays that the other engine of the family can {@link #load}. */
    Map<String, double[]> handOver();
}
