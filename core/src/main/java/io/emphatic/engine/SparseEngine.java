package io.emphatic.engine;

import java.util.Map;

/** An engine for sparse features, which can hand its state over to an engine for dense features. */
interface SparseEngine extends Engine {

    /** Its state as arrays that the engine for dense features of the same family can {@link #load}. */
    Map<String, double[]> handOver();
}
