package io.emphatic.serve.service;

import io.emphatic.serve.service.PredictionChanges.Change;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Predictions that were put, and had to be removed so that others could go on. */
final class SwitchedOff {
    private final Map<String, String> all = new TreeMap<>();

    void note(Change change) {
        all.remove(change.name());
        if (change.why() != null) {
            all.put(change.name(), "at row " + change.row() + ": " + change.why());
        }
    }

    /** Since when and why, by name. */
    Map<String, String> all() {
        return all;
    }

    /** Those without which rows can be taken that were refused; empty if those of the spec cannot take them either. */
    static Optional<Set<String>> toBe(LearnedState state, PostedSteps steps) throws IOException {
        Set<String> put = state.now().amended().added();
        Set<String> out = new TreeSet<>(put);
        if (put.isEmpty() || !state.takes(steps, out)) {
            return Optional.empty();
        }
        for (String name : put) {
            out.remove(name);
            if (!state.takes(steps, out)) {
                out.add(name);
            }
        }
        return Optional.of(out);
    }
}
