package io.emphatic.lab.study;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Names;
import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.Sequence;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.lab.Problem;
import io.emphatic.lab.problems.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/** Reads a study from YAML. Whatever is wrong is refused with its place in the file. */
public final class StudyFile {
    private static final List<String> KEYS = List.of("problem", "runs", "steps", "seed", "every", "algorithms");
    private static final String POWERS_OF_TWO = "powers_of_two";
    private static final int POINTS = 200;

    private StudyFile() {}

    /** @throws IllegalArgumentException if the file does not describe a study; the message says where and why */
    public static Study read(Path file) throws IOException {
        return study(SourceReader.read("a study", file));
    }

    static Study parse(String text, String name) {
        return study(SourceReader.parse("a study", name, text));
    }

    private static Study study(Mapping file) {
        file.requireKeys("a study", KEYS, Names::didYouMean);
        Problem problem = problem(file.get("problem"));
        int steps = whole(file.get("steps"), Study::requireSteps);
        int runs = whole(file.get("runs"), Study::requireRuns);
        long seed = file.find("seed").map(Node::wholeLong).orElse(1L);
        int every = file.find("every")
                .map(node -> whole(node, given -> Study.requireEvery(given, steps)))
                .orElse(Math.max(1, steps / POINTS));
        Mapping algorithms = file.get("algorithms").mapping();
        if (algorithms.entries().isEmpty()) {
            throw algorithms.error(
                    "algorithms is empty\nName at least one, as in `algorithms: {etd: {step_size: 0.01}}`.");
        }
        List<Study.Grid> grids = new ArrayList<>();
        algorithms.entries().forEach((name, parameters) -> grids.add(grid(name, parameters)));
        return file.check(() -> new Study(problem, runs, steps, seed, every, grids));
    }

    /** A whole number; if it is refused, the error names its line. */
    private static int whole(Node node, IntUnaryOperator require) {
        int value = node.whole();
        return node.check(() -> require.applyAsInt(value));
    }

    private static Problem problem(Node node) {
        Map<String, Double> parameters = new LinkedHashMap<>();
        if (node instanceof Mapping mapping) {
            mapping.entries().forEach((key, value) -> {
                if (!key.equals("name")) {
                    parameters.put(key, value.numberOrInfinity());
                }
            });
        }
        String name = (node instanceof Mapping mapping ? mapping.get("name") : node).text();
        return node.check(() -> Problems.named(name).with(parameters));
    }

    private static Study.Grid grid(String name, Node node) {
        Algorithm algorithm = node.check(() -> Algorithms.named(name));
        Map<String, List<Double>> values = new LinkedHashMap<>();
        if (!node.isNothing()) {
            node.mapping().entries().forEach((parameter, value) -> values.put(parameter, values(value)));
        }
        Study.Grid grid = new Study.Grid(name, values);
        return node.check(() -> {
            Study.requireFewSettings(grid.size());
            values.forEach((parameter, list) ->
                    requireValues(algorithm, parameter, node.mapping().get(parameter), list));
            grid.settings().forEach(Setting::config); // parameters that exclude each other
            return grid;
        });
    }

    /** Refuses a value that the parameter cannot have; the error names the line of that value. */
    private static void requireValues(Algorithm algorithm, String parameter, Node node, List<Double> values) {
        for (int k = 0; k < values.size(); k++) {
            double value = values.get(k);
            Node place = node instanceof Mapping ? node : node.items().get(k);
            place.check(() -> {
                if (parameter.equals(Setting.LAMBDA)) {
                    requireLambda(algorithm, value);
                } else if (!isAllowed(algorithm, parameter, value)) {
                    algorithm.configure(Map.of(parameter, value)); // throws, and says why
                }
                return value;
            });
        }
    }

    private static boolean isAllowed(Algorithm algorithm, String parameter, double value) {
        return algorithm.parameters().stream()
                .anyMatch(
                        known -> known.name().equals(parameter) && known.range().contains(value));
    }

    private static void requireLambda(Algorithm algorithm, double lambda) {
        if (!(lambda >= 0 && lambda <= 1)) {
            throw new IllegalArgumentException("lambda is not in the interval [0, 1]: " + lambda);
        }
        if (algorithm.parameters().stream().anyMatch(known -> known.name().equals("zeta"))) {
            throw new IllegalArgumentException(algorithm + " has no lambda\nSweep zeta, which takes its place.");
        }
    }

    private static List<Double> values(Node node) {
        List<Double> values = node instanceof Mapping mapping
                ? powersOfTwo(mapping)
                : node.items().stream().map(Node::numberOrInfinity).toList();
        if (values.isEmpty()) {
            throw node.error("there is no value to take");
        }
        if (new HashSet<>(values).size() < values.size()) {
            throw node.error("the same value is given twice: " + values);
        }
        return values;
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
}
