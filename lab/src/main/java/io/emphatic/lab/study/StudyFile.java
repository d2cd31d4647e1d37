package io.emphatic.lab.study;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.documents.source.Sweep;
import io.emphatic.experience.Names;
import io.emphatic.lab.Problem;
import io.emphatic.lab.mdpfile.MdpFile;
import io.emphatic.lab.problems.Problems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a study from YAML. Whatever is wrong is refused with its place in the file. */
public final class StudyFile {
    private static final List<String> KEYS =
            List.of("problem", "runs", "steps", "seed", "every", "curves", "algorithms");
    private static final int POINTS = 200;

    static final String STUDY = "study.yaml"; // in a directory of results

    static final String KEPT = "problem"; // where a directory of results keeps the file of its problem

    private final Path directory;
    private final boolean keptOnly;

    StudyFile(Path directory, boolean keptOnly) {
        this.directory = directory;
        this.keptOnly = keptOnly;
    }

    /** @throws IllegalArgumentException if the file does not describe a study; the message says where and why */
    public static Study read(Path file) throws IOException {
        return new StudyFile(file.toAbsolutePath().getParent(), false).study(SourceReader.read("a study", file));
    }

    /**
     * The study whose results a directory has, with the problem's file as it was.
     *
     * @throws IllegalArgumentException if there are no results in the directory
     */
    public static Study studyIn(Path directory) throws IOException {
        Path file = directory.resolve(STUDY);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no finished study in " + directory
                    + "\n`emphatic study FILE --out " + directory + "` makes one.");
        }
        return new StudyFile(file.toAbsolutePath().getParent(), true).study(SourceReader.read("a study", file));
    }

    /** The study file whose results are in a directory, as it was written. */
    public static String sourceIn(Path directory) throws IOException {
        return Files.readString(directory.resolve(STUDY), StandardCharsets.UTF_8);
    }

    Study study(Mapping file) throws IOException {
        file.requireKeys("a study", KEYS, Names::didYouMean);
        Problem problem = problem(file.get("problem"));
        int steps = whole(file.get("steps"), Study::requireSteps);
        int[] runs = runs(file.get("runs"));
        long seed = file.find("seed").map(Node::wholeLong).orElse(1L);
        int every = file.find("every")
                .map(node -> whole(node, given -> Study.requireEvery(given, steps)))
                .orElse(Math.max(1, steps / POINTS));
        // the runs of a later part are added to those before one by one
        boolean keepsRuns = file.find("curves").map(StudyFile::keepsRuns).orElse(false) || runs[0] > 1;
        Mapping algorithms = file.get("algorithms").mapping();
        if (algorithms.entries().isEmpty()) {
            throw algorithms.error(
                    "algorithms is empty\nName at least one, as in `algorithms: {etd: {step_size: 0.01}}`.");
        }
        List<Study.Grid> grids = new ArrayList<>();
        algorithms.entries().forEach((name, parameters) -> grids.add(grid(name, parameters)));
        return file.check(
                () -> new Study(problem, runs[1] - runs[0] + 1, steps, seed, every, grids, keepsRuns, runs[0] - 1));
    }

    private static int[] runs(Node node) {
        Matcher range = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})").matcher(node.text());
        if (!range.matches() && !node.text().matches("\\d+ *(-|–|:|to|\\.{3,}) *\\d+")) {
            return new int[] {1, whole(node, Study::requireRuns)};
        }
        int first = range.matches() ? Integer.parseInt(range.group(1)) : 0;
        int last = first == 0 ? 0 : Integer.parseInt(range.group(2));
        if (first < 1 || last < first) {
            throw node.error("runs is not FIRST..LAST with 1 ≤ FIRST ≤ LAST: " + node.text());
        }
        return new int[] {first, node.check(() -> Study.requireRuns(last))};
    }

    private static boolean keepsRuns(Node curves) {
        if (!List.of("mean", "runs").contains(curves.text())) {
            throw curves.error("curves is neither mean nor runs: " + curves.text());
        }
        return curves.text().equals("runs");
    }

    private static int whole(Node node, IntUnaryOperator require) {
        int value = node.whole();
        return node.check(() -> require.applyAsInt(value));
    }

    /** A name, a file, or a map with either and more: parameters of the one, values in place of those of the other. */
    private Problem problem(Node node) throws IOException {
        Map<String, Node> beside = new LinkedHashMap<>();
        if (node instanceof Mapping mapping) {
            beside.putAll(mapping.entries());
            if (beside.containsKey("file")) {
                Node file = beside.remove("file");
                return MdpFile.problem(find(file.text(), file), beside);
            }
            beside.remove("name");
        }
        Node name = node instanceof Mapping mapping ? mapping.get("name") : node;
        if (!Problems.names().contains(name.text()) && isFile(name.text())) {
            return MdpFile.problem(find(name.text(), name), beside);
        }
        Map<String, Double> parameters = new LinkedHashMap<>();
        beside.forEach((key, value) -> parameters.put(key, value.numberOrInfinity()));
        return node.check(() -> Problems.named(name.text()).with(parameters));
    }

    private boolean isFile(String name) {
        return name.matches(".*[./\\\\].*") || Files.exists(directory.resolve(name));
    }

    /** Relative to the study; or where results keep it. */
    private Path find(String name, Node place) {
        Path beside = directory.resolve(name);
        Path kept = directory.resolve(KEPT).resolve(beside.getFileName());
        for (Path file : List.of(keptOnly ? kept : beside, kept)) {
            if (Files.exists(file)) {
                return file;
            }
        }
        throw place.error("there is no file " + (keptOnly ? kept : beside));
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
