package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Engine;
import java.util.Map;

/**
 * One of the two engines of a family, for sparse or for dense features. It hands its state over to the other in the
 * form of the family's plain engine.
 */
public interface PairedEngine extends Engine {

    /** Its state as that of the plain engine. */
    Map<String, double[]> handOver();

    /** Continues from such a state, or refuses what does not fit. */
    void takeOver(Map<String, double[]> plain);
}
