package io.emphatic.lab.mdpfile;

import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.Node.Scalar;
import io.emphatic.experience.Names;
import io.emphatic.lab.Mdp;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The states of a file and what it says of each: numbers, features, the start. */
final class StateSettings {
    private final List<String> states;
    private final Map<String, Integer> index;

    StateSettings(List<String> states) {
        this.states = states;
        this.index = indices(states);
    }

    static Map<String, Integer> indices(List<String> names) {
        return IntStream.range(0, names.size()).boxed().collect(Collectors.toMap(names::get, k -> k));
    }

    int state(String name, Node place) {
        return index("state", name, states, index, place);
    }

    static int index(String what, String typed, List<String> names, Map<String, Integer> indices, Node place) {
        Integer index = indices.get(typed);
        if (index == null) {
            String suggestion = names.size() > 1000 ? "" : Names.didYouMean(typed, names);
            throw place.error("there is no " + what + " " + typed + suggestion);
        }
        return index;
    }

    static void checkSum(double sum, Node place) {
        if (!(Math.abs(sum - 1) <= Mdp.ROUNDING)) {
            boolean rounded = Math.abs(sum - 1) < 1e-3;
            throw place.error("the probabilities sum to " + sum + ", not 1"
                    + (rounded ? "\nFractions can be given as they stand: 1/3" : ""));
        }
    }

    double[] constant(double value) {
        double[] values = new double[states.size()];
        Arrays.fill(values, value);
        return values;
    }

    /** One number for all states, or one for each; an end may be left out. */
    double[] perState(Node node, double max, IntPredicate isAbsorbing) {
        double[] values = numbers(node, value -> value.numberIn(0, max), Double.NaN);
        for (int s = 0; s < values.length; s++) {
            if (Double.isNaN(values[s]) && !isAbsorbing.test(s)) {
                throw node.error(node.name() + " of state " + states.get(s) + " is missing");
            }
            values[s] = Double.isNaN(values[s]) ? 0 : values[s];
        }
        return values;
    }

    /** One number for all states, or one for each; 0 where it is left out. */
    double[] anyNumbers(Node node) {
        return numbers(node, Node::number, 0);
    }

    private double[] numbers(Node node, ToDoubleFunction<Node> number, double absent) {
        if (!(node instanceof Mapping mapping)) {
            return constant(number.applyAsDouble(node));
        }
        double[] values = constant(absent);
        mapping.entries().forEach((name, value) -> values[state(name, value)] = number.applyAsDouble(value));
        return values;
    }

    static boolean isTabular(Node features) {
        return features instanceof Scalar scalar && scalar.value().equals("tabular");
    }

    double[][] features(Node node) {
        int n = states.size();
        double[][] features = new double[n][];
        if (isTabular(node)) {
            for (int s = 0; s < n; s++) {
                features[s] = new double[n];
                features[s][s] = 1;
            }
            return features;
        }
        int size = 0;
        for (Map.Entry<String, Node> entry : node.mapping().entries().entrySet()) {
            Node list = entry.getValue();
            int s = state(entry.getKey(), list);
            features[s] =
                    list.sequence().items().stream().mapToDouble(Node::number).toArray();
            if (features[s].length > 0 && size > 0 && features[s].length != size) {
                throw list.error(
                        "state " + entry.getKey() + " has " + features[s].length + " features, others have " + size);
            }
            size = Math.max(size, features[s].length);
        }
        if (size == 0) {
            throw node.error("no state has any features");
        }
        for (int s = 0; s < n; s++) {
            features[s] = features[s] == null || features[s].length == 0 ? new double[size] : features[s];
        }
        return features;
    }

    double[] start(Optional<Node> given) {
        if (given.isEmpty()) {
            return new double[0];
        }
        Node node = given.get();
        double[] start = new double[states.size()];
        if (node instanceof Scalar) {
            start[state(node.text(), node)] = 1;
            return start;
        }
        node.mapping().entries().forEach((name, value) -> start[state(name, value)] = value.numberIn(0, 1));
        checkSum(Arrays.stream(start).sum(), node);
        return start;
    }
}
