package io.emphatic.engine.internal.plain;

import io.emphatic.engine.ParkedStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What an engine saves: arrays by name, and which parts of them have an order of entries or belong to a stream. */
public final class EngineState {
    private final Map<String, double[]> arrays = new TreeMap<>();
    private final Map<String, Part> parts = new LinkedHashMap<>();

    /** A trace, or numbers of a stream. */
    public interface Part {
        /** Adds its arrays, under its name. */
        void putState(String name, Map<String, double[]> state);

        /** Adds a copy of the order of its entries, if it has one. */
        default void saveOrder(String name, Map<String, double[]> into) {}

        /** Restores that order, after its arrays have been written. */
        default void loaded(String name, Map<String, double[]> saved) {}

        /** Moves what belongs to a stream out, and leaves 0. */
        default void park(ParkedStream into) {
            throw new IllegalStateException("this engine has no trace for each stream");
        }

        /** Takes back what {@link #park} has moved out; it is 0 before. */
        default void resume(ParkedStream from) {
            throw new IllegalStateException("this engine has no trace for each stream");
        }
    }

    /** The arrays, by name. Live. */
    public Map<String, double[]> arrays() {
        return arrays;
    }

    /** An array that all streams share. */
    public void put(String name, double[] array) {
        arrays.put(name, array);
    }

    public void put(String name, Part part) {
        part.putState(name, arrays);
        parts.put(name, part);
    }

    /** An array of which each stream has its own. */
    void putOfStream(String name, double[] array) {
        put(name, new StreamNumbers(array));
    }

    void saveOrder(Map<String, double[]> into) {
        parts.forEach((name, part) -> part.saveOrder(name, into));
    }

    void loaded(Map<String, double[]> saved) {
        parts.forEach((name, part) -> part.loaded(name, saved));
    }

    void park(ParkedStream into) {
        into.clear();
        parts.values().forEach(part -> part.park(into));
    }

    void resume(ParkedStream from) {
        if (!from.isEmpty()) {
            from.rewind();
            parts.values().forEach(part -> part.resume(from));
            from.requireEnd();
        }
    }

    private record StreamNumbers(double[] array) implements Part {
        @Override
        public void putState(String name, Map<String, double[]> state) {
            state.put(name, array);
        }

        @Override
        public void park(ParkedStream into) {
            into.put(array);
            Arrays.fill(array, 0);
        }

        @Override
        public void resume(ParkedStream from) {
            from.take(array);
        }
    }
}
