package io.emphatic.documents.source;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** A map from names to values, in the order of the file. */
public final class Mapping extends Node {
    private final Map<String, Node> entries = new LinkedHashMap<>();

    Mapping(Node parent, String key, int line) {
        super(parent, key, line);
    }

    void put(String key, Node value) {
        if (entries.put(key, value) != null) {
            throw value.error(value.path() + " is given twice");
        }
    }

    public Map<String, Node> entries() {
        return Collections.unmodifiableMap(entries);
    }

    public Optional<Node> find(String key) {
        return Optional.ofNullable(entries.get(key));
    }

    public Node get(String key) {
        return find(key).filter(node -> !node.isNothing()).orElseThrow(() -> error(key + " is missing"));
    }

    /** Refuses keys that mean nothing; {@code what} is the mapping with its article. */
    public void requireKeys(
            String what, Collection<String> known, BiFunction<String, Collection<String>, String> suggestion) {
        requireKeys(entries, what, known, suggestion);
    }

    public static void requireKeys(
            Map<String, Node> entries,
            String what,
            Collection<String> known,
            BiFunction<String, Collection<String>, String> suggestion) {
        entries.forEach((key, value) -> {
            if (!known.contains(key)) {
                throw value.error(what + " has no " + key + suggestion.apply(key, known) + "\nThere are: "
                        + String.join(", ", known));
            }
        });
    }

    @Override
    public String kind() {
        return "a map";
    }
}
