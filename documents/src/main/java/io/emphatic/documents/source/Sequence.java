package io.emphatic.documents.source;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A list of values. */
public final class Sequence extends Node {
    private final List<Node> items = new ArrayList<>(); // filled while the file is read

    Sequence(Node parent, String key, int line) {
        super(parent, key, line);
    }

    void add(Node item) {
        items.add(item);
    }

    @Override
    public List<Node> items() {
        return Collections.unmodifiableList(items);
    }

    @Override
    public String kind() {
        return "a list";
    }
}
