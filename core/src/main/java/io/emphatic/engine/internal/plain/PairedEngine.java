package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Engine;
import java.util.Map;

/** One of the two engines of a family, the plain one or the one for sparse features, that take over from each other. */
public interface PairedEngine extends Engine {

    /** Its state as that of the plain engine. */
    default Map<String, double[]> handOver() {
        return state();
    }

    /** Continues from such a state, or refuses what does not fit. */
    default void takeOver(Map<String, double[]> plain) {
        load(plain);
    }
}
