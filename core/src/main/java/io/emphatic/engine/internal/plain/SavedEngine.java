package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Engine;
import io.emphatic.engine.ParkedStream;
import java.util.Map;

/** An engine that lists its state once. The plain and the sparse one of a family take over from each other. */
public interface SavedEngine extends Engine {
    EngineState parts();

    @Override
    default Map<String, double[]> state() {
        return parts().arrays();
    }

    @Override
    default void saveOrder(Map<String, double[]> into) {
        parts().saveOrder(into);
    }

    @Override
    default void park(ParkedStream into) {
        parts().park(into);
    }

    @Override
    default void resume(ParkedStream from) {
        parts().resume(from);
    }

    /** Its state as that of the plain engine. */
    default Map<String, double[]> handOver() {
        return state();
    }

    /** Continues from such a state, or refuses what does not fit. */
    default void takeOver(Map<String, double[]> plain) {
        load(plain);
    }
}
