package io.emphatic.documents.source;

/** A single value, as it stands in the file without quotes; empty for null. */
public final class Scalar extends Node {
    private final String value;

    Scalar(Node parent, String key, int line, String value) {
        super(parent, key, line);
        this.value = value;
    }

    public String value() {
        return value;
    }

    @Override
    public String kind() {
        return value.isEmpty() ? "nothing" : value;
    }
}
