package io.emphatic.lab.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Names;
import io.emphatic.lab.problems.Problem;
import io.emphatic.lab.problems.Problems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads a study from YAML. Whatever is wrong is refused with its place in the file. */
public final class StudyFile {
    private static final Set<String> KEYS = Set.of("problem", "runs", "steps", "seed", "every", "algorithms");
    private static final String POWERS_OF_TWO = "powers_of_two";
    private static final int POINTS = 200;

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    private final String name;

    private StudyFile(String name) {
        this.name = name;
    }

    /**
     * The study that a file describes.
     *
     * @throws IllegalArgumentException if it does not describe one; the message says where and why
     */
    public static Study read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no study file " + file);
        }
        return parse(Files.readString(file, StandardCharsets.UTF_8), file.toString());
    }

    /** The study that a text describes. */
    static Study parse(String text, String name) {
        StudyFile file = new StudyFile(name);
        JsonNode root;
        try {
            root = YAML.readTree(text);
        } catch (JsonProcessingException e) {
            String place =
                    e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr();
            // The parser takes YAML's own .inf for a number and then cannot read it.
            boolean infinity = e.getOriginalMessage().toLowerCase(Locale.ROOT).contains(".inf'");
            throw new IllegalArgumentException(
                    name + place + ": not YAML: " + e.getOriginalMessage()
                            + (infinity ? "\nInfinity is written inf." : ""),
                    e);
        }
        if (root == null || !root.isObject()) {
            throw file.error("", "a study is a mapping with problem, runs, steps and algorithms");
        }
        return file.study(root);
    }

    private IllegalArgumentException error(String place, String what) {
        return new IllegalArgumentException(name + ": " + (place.isEmpty() ? "" : place + ": ") + what);
    }

    private Study study(JsonNode root) {
        root.fieldNames().forEachRemaining(key -> {
            if (!KEYS.contains(key)) {
                throw error(key, "a study has no such key" + Names.didYouMean(key, KEYS));
            }
        });
        Problem problem = problem(required(root, "problem"));
        int steps = whole(required(root, "steps"), "steps");
        int runs = whole(required(root, "runs"), "runs");
        long seed = root.has("seed") ? wholeLong(root.get("seed"), "seed") : 1;
        int every = root.has("every") ? whole(root.get("every"), "every") : Math.max(1, steps / POINTS);
        JsonNode algorithms = required(root, "algorithms");
        if (!algorithms.isObject() || algorithms.isEmpty()) {
            throw error("algorithms", "not a mapping from algorithms to their parameters");
        }
        List<Study.Grid> grids = new ArrayList<>();
        algorithms.properties().forEach(entry -> grids.add(grid(entry.getKey(), entry.getValue())));
        try {
            return new Study(problem, runs, steps, seed, every, grids);
        } catch (IllegalArgumentException e) {
            throw error("", e.getMessage());
        }
    }

    private JsonNode required(JsonNode root, String key) {
        JsonNode node = root.get(key);
        if (node == null || node.isNull()) {
            throw error(key, "is missing");
        }
        return node;
    }

    private Problem problem(JsonNode node) {
        Map<String, Double> parameters = new LinkedHashMap<>();
        JsonNode named = node.isObject() ? node.get("name") : node;
        if (named == null || !named.isTextual()) {
            throw error("problem", "not a name or {name: …, parameter: value, …}: " + node);
        }
        String problem = named.asText();
        if (node.isObject()) {
            node.properties().forEach(entry -> {
                if (!entry.getKey().equals("name")) {
                    parameters.put(entry.getKey(), number(entry.getValue(), "problem." + entry.getKey()));
                }
            });
        }
        try {
            return Problems.named(problem).with(parameters);
        } catch (IllegalArgumentException e) {
            throw error("problem", e.getMessage());
        }
    }

    private Study.Grid grid(String algorithm, JsonNode node) {
        String place = "algorithms." + algorithm;
        Algorithm known;
        try {
            known = Algorithms.named(algorithm);
        } catch (IllegalArgumentException e) {
            throw error("algorithms", e.getMessage());
        }
        if (!node.isObject() && !node.isNull()) {
            throw error(place, "not a mapping from parameters to values");
        }
        Map<String, List<Double>> values = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> values.put(entry.getKey(), values(entry.getValue(), place + "." + entry.getKey())));
        Study.Grid grid = new Study.Grid(algorithm, values);
        try {
            Study.requireFewSettings(grid.size());
        } catch (IllegalArgumentException e) {
            throw error(place, e.getMessage());
        }
        check(known, grid, place);
        return grid;
    }

    private void check(Algorithm algorithm, Study.Grid grid, String place) {
        List<Double> lambdas = grid.values().getOrDefault(Setting.LAMBDA, List.of());
        for (double lambda : lambdas) {
            if (!(lambda >= 0 && lambda <= 1)) {
                throw error(place + "." + Setting.LAMBDA, "lambda is not in the interval [0, 1]: " + lambda);
            }
        }
        boolean zeta = algorithm.parameters().stream()
                .anyMatch(parameter -> parameter.name().equals("zeta"));
        if (zeta && !lambdas.isEmpty()) {
            throw error(place, algorithm + " has no lambda\nSweep zeta, which takes its place.");
        }
        for (Setting setting : grid.settings()) {
            try {
                setting.config();
            } catch (IllegalArgumentException e) {
                throw error(place, e.getMessage());
            }
        }
    }

    private List<Double> values(JsonNode node, String place) {
        List<Double> values = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(value -> values.add(number(value, place)));
        } else if (node.isObject()) {
            values.addAll(powersOfTwo(node, place));
        } else {
            values.add(number(node, place));
        }
        if (values.isEmpty()) {
            throw error(place, "there is no value to take");
        }
        if (new HashSet<>(values).size() < values.size()) {
            throw error(place, "the same value is given twice: " + values);
        }
        return List.copyOf(values);
    }

    /** {@code {powers_of_two: [-18, 0]}}, or every second of them: {@code [-6, 8, 2]}. */
    private List<Double> powersOfTwo(JsonNode node, String place) {
        JsonNode range = node.get(POWERS_OF_TWO);
        if (range == null || node.size() > 1) {
            throw error(place, "not a number, a list or {" + POWERS_OF_TWO + ": [first, last]}: " + node);
        }
        String inside = place + "." + POWERS_OF_TWO;
        if (!range.isArray() || range.size() < 2 || range.size() > 3) {
            throw error(inside, "not [first, last] or [first, last, step]: " + range);
        }
        int first = whole(range.get(0), inside);
        int last = whole(range.get(1), inside);
        int step = range.size() == 3 ? whole(range.get(2), inside) : 1;
        if (step < 1 || last < first || first < Double.MIN_EXPONENT || last > Double.MAX_EXPONENT) {
            throw error(inside, "not increasing exponents of finite numbers: " + range);
        }
        List<Double> values = new ArrayList<>();
        for (long exponent = first; exponent <= last; exponent += step) {
            values.add(Math.scalb(1.0, (int) exponent));
        }
        return values;
    }

    private double number(JsonNode node, String place) {
        if (node.isTextual() && Set.of("inf", "∞").contains(node.asText())) {
            return Double.POSITIVE_INFINITY;
        }
        if (!node.isNumber()) {
            throw error(place, "not a number: " + node);
        }
        return node.doubleValue();
    }

    private int whole(JsonNode node, String place) {
        if (!node.isIntegralNumber() || !node.canConvertToInt()) {
            throw error(place, "not a whole number below 2³¹: " + node);
        }
        return node.intValue();
    }

    private long wholeLong(JsonNode node, String place) {
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw error(place, "not a whole number: " + node);
        }
        return node.longValue();
    }
}
