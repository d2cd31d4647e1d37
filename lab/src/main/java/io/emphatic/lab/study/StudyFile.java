package io.emphatic.lab.study;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Names;
import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.documents.source.Sweep;
import io.emphatic.lab.Problem;
import io.emphatic.lab.problems.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** Reads a study from YAML. Whatever is wrong is refused with its place in the file. */
public final class StudyFile {
    private static final List<String> KEYS = List.of("problem", "runs", "steps", "seed", "every", "algorithms");
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
            node.mapping().entries().forEach((parameter, value) -> values.put(parameter, Sweep.numbers(value)));
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
        Sweep.check(node, values, value -> {
            if (parameter.equals(Setting.LAMBDA)) {
                algorithm.requireLambda(value);
            } else {
                algorithm.requireValue(parameter, value);
            }
        });
    }
}
