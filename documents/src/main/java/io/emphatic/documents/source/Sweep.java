package io.emphatic.documents.source;

import io.emphatic.documents.source.Node.Sequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleConsumer;

/** Values to be tried: a number or {@code auto}, a list of them, or {@code {powers_of_two: [first, last]}}. */
public final class Sweep {
    private static final String POWERS_OF_TWO = "powers_of_two";

    private Sweep() {}

    /** The numbers of a sweep, −∞ for {@code auto}: at least one, no two equal. */
    public static List<Double> numbers(Node node) {
        List<Double> values = node instanceof Mapping mapping
                ? powersOfTwo(mapping)
                : node.items().stream().map(Node::numberOrAuto).toList();
        return distinct(node, values);
    }

    /** Returns the values of a sweep, or refuses them: if the list is empty or has a value twice. */
    public static <T> List<T> distinct(Node node, List<T> values) {
        if (values.isEmpty()) {
            throw node.error("there is no value to take");
        }
        if (new HashSet<>(values).size() < values.size()) {
            throw node.error("the same value is given twice: "
                    + values.toString().replace(String.valueOf(Double.NEGATIVE_INFINITY), "auto"));
        }
        return values;
    }

    /** Refuses a value for which {@code require} throws; the error names the line of that value. */
    public static void check(Node node, List<Double> values, DoubleConsumer require) {
        for (int k = 0; k < values.size(); k++) {
            double value = values.get(k);
            Node place = node instanceof Mapping ? node : node.items().get(k);
            place.check(() -> {
                require.accept(value);
                return value;
            });
        }
    }

    /** {@code {powers_of_two: [-18, 0]}}, or every second of them: {@code [-6, 8, 2]}. */
    private static List<Double> powersOfTwo(Mapping node) {
        if (!node.entries().keySet().equals(Set.of(POWERS_OF_TWO))) {
            throw node.error(node.name() + " is not a number, a list or {" + POWERS_OF_TWO + ": [first, last]}: "
                    + node.entries().keySet());
        }
        Sequence range = node.get(POWERS_OF_TWO).sequence();
        List<Integer> given = range.items().stream().map(Node::whole).toList();
        if (given.size() < 2 || given.size() > 3) {
            throw range.error("not [first, last] or [first, last, step]: " + given);
        }
        int first = given.get(0);
        int last = given.get(1);
        int step = given.size() == 3 ? given.get(2) : 1;
        if (step < 1 || last < first || first < Double.MIN_EXPONENT || last > Double.MAX_EXPONENT) {
            throw range.error("not increasing exponents of finite numbers: " + given);
        }
        List<Double> values = new ArrayList<>();
        for (long exponent = first; exponent <= last; exponent += step) {
            values.add(Math.scalb(1.0, (int) exponent));
        }
        return List.copyOf(values);
    }

    /** How many combinations there are; a double, because it may be beyond all whole numbers. */
    public static double size(Map<String, ? extends List<?>> values) {
        return values.values().stream().mapToDouble(List::size).reduce(1, (a, b) -> a * b);
    }

    /** Every combination of one value for each name; the first name varies slowest. */
    public static <T> List<Map<String, T>> combinations(Map<String, List<T>> values) {
        List<Map<String, T>> combinations = new ArrayList<>(List.of(Map.of()));
        for (Map.Entry<String, List<T>> name : values.entrySet()) {
            List<Map<String, T>> longer = new ArrayList<>();
            for (Map<String, T> combination : combinations) {
                for (T value : name.getValue()) {
                    Map<String, T> with = new LinkedHashMap<>(combination);
                    with.put(name.getKey(), value);
                    longer.add(with);
                }
            }
            combinations = longer;
        }
        return combinations;
    }
}
