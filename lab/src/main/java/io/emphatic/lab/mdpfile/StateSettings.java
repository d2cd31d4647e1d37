package io.emphatic.lab.mdpfile;

import io.emphatic.lab.mdpfile.Node.Mapping;
import io.emphatic.lab.mdpfile.Node.Scalar;
import io.emphatic.lab.mdpfile.Node.Sequence;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The states of a file and what it says of each: numbers, features, the start. */
final class StateSettings {
    private final Source source;
    private final List<String> states;
    private final Map<String, Integer> index;

    StateSettings(Source source, List<String> states) {
        this.source = source;
        this.states = states;
        this.index = IntStream.range(0, states.size()).boxed().collect(Collectors.toMap(states::get, s -> s));
    }

    int state(String name, int line) {
        return source.index("state", name, states, index, line);
    }

    /** One number for all states, or one for each; an end may be left out. */
    double[] perState(String name, Node node, double max, IntPredicate isAbsorbing) {
        double[] values = new double[states.size()];
        if (!(node instanceof Mapping mapping)) {
            Arrays.fill(values, source.numberIn(name, node, 0, max));
            return values;
        }
        boolean[] given = new boolean[values.length];
        mapping.entries().forEach((stateName, value) -> {
            int s = state(stateName, value.line());
            values[s] = source.numberIn(name + " of " + stateName, value, 0, max);
            given[s] = true;
        });
        for (int s = 0; s < values.length; s++) {
            if (!given[s] && !isAbsorbing.test(s)) {
                throw source.error(name + " of state " + states.get(s) + " is missing", node.line());
            }
        }
        return values;
    }

    static boolean isTabular(Node features) {
        return features instanceof Scalar scalar && scalar.text().equals("tabular");
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
        Mapping byState = source.mapping("features", node);
        int size = 0;
        for (Map.Entry<String, Node> entry : byState.entries().entrySet()) {
            Sequence list = source.sequence("features of " + entry.getKey(), entry.getValue());
            int s = state(entry.getKey(), list.line());
            features[s] = list.items().stream()
                    .mapToDouble(item -> source.number("a feature of " + entry.getKey(), item))
                    .toArray();
            if (features[s].length > 0 && size > 0 && features[s].length != size) {
                throw source.error(
                        "state " + entry.getKey() + " has " + features[s].length + " features, others have " + size,
                        list.line());
            }
            size = Math.max(size, features[s].length);
        }
        if (size == 0) {
            throw source.error("no state has any features", byState.line());
        }
        for (int s = 0; s < n; s++) {
            features[s] = features[s] == null || features[s].length == 0 ? new double[size] : features[s];
        }
        return features;
    }

    /** @param node null if the file does not say */
    double[] start(Node node) {
        if (node == null) {
            return new double[0];
        }
        double[] start = new double[states.size()];
        if (node instanceof Scalar) {
            start[state(source.text("start", node), node.line())] = 1;
            return start;
        }
        double sum = 0;
        for (Map.Entry<String, Node> entry :
                source.mapping("start", node).entries().entrySet()) {
            int s = state(entry.getKey(), entry.getValue().line());
            start[s] = source.numberIn("start in " + entry.getKey(), entry.getValue(), 0, 1);
            sum += start[s];
        }
        source.checkSum("the probabilities of start", sum, node.line());
        return start;
    }
}
