package io.emphatic.documents.source;

import io.emphatic.documents.source.SourceReader.SourceException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A value of a file, with its line and its path, which every error names. */
public abstract sealed class Node permits Node.Scalar, Node.Sequence, Mapping {
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d[\\d_]*\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
    private static final Pattern FRACTION = Pattern.compile("([-+]?\\d+)\\s*/\\s*(\\d+)");
    private static final Pattern INFINITY = Pattern.compile("\\+?(∞|\\.?inf|infinity)", Pattern.CASE_INSENSITIVE);

    private final Node parent; // null for the value that the whole file is
    private final String key; // the name of the file if there is no parent; null for an item of a list
    final int line; // of the key, or of the value in a list

    Node(Node parent, String key, int line) {
        this.parent = parent;
        this.key = key;
        this.line = line;
    }

    /** What the value is, for error messages: its text, or {@code a list} or {@code a map}. */
    public abstract String kind();

    /** The keys that lead to the value, as in {@code transitions.left.go[0].p}; empty for the whole file. */
    public final String path() {
        if (parent == null) {
            return "";
        }
        if (parent instanceof Sequence list) {
            int index = list.items().indexOf(this); // items are compared by identity
            return parent.path() + "[" + (index < 0 ? list.items().size() : index) + "]";
        }
        return parent.parent == null ? key : parent.path() + "." + key;
    }

    public final String name() {
        String path = path();
        return path.substring(path.lastIndexOf('.') + 1);
    }

    private String file() {
        return parent == null ? key : parent.file();
    }

    /** Where the file lies; null for the working directory. */
    public final Path directory() {
        return Path.of(file()).getParent();
    }

    /** An error with its place, which ends the first line; a remedy may follow on lines behind it. */
    public final SourceException error(String what) {
        return error(what, null);
    }

    private SourceException error(String what, Throwable cause) {
        int end = what.indexOf('\n') < 0 ? what.length() : what.indexOf('\n');
        String path = path();
        String place = (what.startsWith(path) ? "" : path + ", ") + "line " + line + " of " + file();
        return new SourceException(what.substring(0, end) + " (" + place + ")" + what.substring(end), cause);
    }

    /** Builds something of this value; what its constructor refuses gets the place of this value. */
    public final <T> T check(Supplier<T> build) {
        try {
            return build.get();
        } catch (SourceException e) {
            throw e; // has a place, and a nearer one
        } catch (IllegalArgumentException e) {
            throw error(e.getMessage(), e);
        }
    }

    /** Whether nothing is there: null, or an empty text. */
    public final boolean isNothing() {
        return this instanceof Scalar scalar && scalar.value().isEmpty();
    }

    public final Mapping mapping() {
        return require(Mapping.class, "a map");
    }

    public final Sequence sequence() {
        return require(Sequence.class, "a list");
    }

    private <T extends Node> T require(Class<T> type, String what) {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw error(name() + " should be " + what + ", not " + kind());
    }

    /** The items of a list; a value that is no list is the only item. */
    public List<Node> items() {
        return isNothing() ? List.of() : List.of(this);
    }

    /** A text that is not blank. */
    public final String text() {
        if (this instanceof Scalar scalar && !scalar.value().isBlank()) {
            return scalar.value();
        }
        throw error(name() + " should be a name, not " + kind());
    }

    /** A finite number, or a fraction of whole ones such as 6/7. */
    public final double number() {
        double value = numberOrNaN(kind());
        if (!Double.isFinite(value)) {
            throw error(name() + " is not a finite number: " + kind());
        }
        return value;
    }

    /** A finite number, a fraction, or infinity: {@code inf}, {@code .inf}, {@code infinity}, {@code ∞}. */
    public final double numberOrInfinity() {
        return numberOrInfinity(kind()).orElseThrow(() -> error(name() + " is not a number: " + kind()));
    }

    public static OptionalDouble numberOrInfinity(String text) {
        double value = INFINITY.matcher(text.strip()).matches() ? Double.POSITIVE_INFINITY : numberOrNaN(text);
        return value > Double.NEGATIVE_INFINITY ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** A number, infinity, or the word {@code auto}, chosen from the data, which is read as −∞. */
    public final double numberOrAuto() {
        return numberOrAuto(kind()).orElseThrow(() -> error(name() + " is not a number: " + kind()));
    }

    public static OptionalDouble numberOrAuto(String text) {
        return text.strip().equals("auto") ? OptionalDouble.of(Double.NEGATIVE_INFINITY) : numberOrInfinity(text);
    }

    private static double numberOrNaN(String text) {
        String stripped = text.strip();
        if (NUMBER.matcher(stripped).matches()) {
            return Double.parseDouble(stripped.replace("_", ""));
        }
        Matcher ratio = FRACTION.matcher(stripped);
        return ratio.matches() ? Double.parseDouble(ratio.group(1)) / Double.parseDouble(ratio.group(2)) : Double.NaN;
    }

    public final double numberIn(double min, double max) {
        double value = number();
        if (!(value >= min && value <= max)) {
            String range = "[" + (int) min + ", " + (max == Double.POSITIVE_INFINITY ? "∞)" : (int) max + "]");
            throw error(name() + " is not in the interval " + range + ": " + kind());
        }
        return value;
    }

    public final long wholeLong() {
        try {
            double value = numberOrNaN(kind());
            if (Math.abs(value) <= Long.MAX_VALUE) { // the exact value of 1e999999 would not fit into memory
                return new BigDecimal(kind().strip().replace("_", "")).longValueExact();
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw error(name() + " is not a whole number: " + kind(), e);
        }
        throw error(name() + " is not a whole number below 2⁶³: " + kind());
    }

    public final int whole() {
        long value = wholeLong();
        if (value != (int) value) {
            throw error(name() + " is not a whole number below 2³¹: " + kind());
        }
        return (int) value;
    }

    public final boolean isTrue() {
        if (kind().equals("true") || kind().equals("false")) {
            return kind().equals("true");
        }
        throw error(name() + " is neither true nor false: " + kind());
    }

    /** A single value, as it stands in the file without quotes; empty for null. */
    public static final class Scalar extends Node {
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

    public static final class Sequence extends Node {
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
}
