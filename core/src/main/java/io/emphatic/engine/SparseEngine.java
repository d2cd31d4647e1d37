package io.emphatic.engine;

import java.util.Map;

/** An engine for sparse features, which can hand over what it has learned when dense features come. */
interface SparseEngine extends Engine {

    /** What it has learned, as arrays that the engine for dense features of the same family can {@link #load}. */
    Map<String, double[]> handOver();
}
