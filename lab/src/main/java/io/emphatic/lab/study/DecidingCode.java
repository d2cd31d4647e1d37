package io.emphatic.lab.study;

import io.emphatic.Algorithms;
import io.emphatic.lab.Naming;
import io.emphatic.lab.Problem;
import io.emphatic.lab.mdpfile.FileProblem;
import io.emphatic.lab.problems.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The classes that decide the numbers of a study, each with its {@link ClassDigest}: those that learning and measuring
 * lead to, that of the problem, and those of the algorithms. Results of other code are not to be mixed with them.
 *
 * @param digests by the name of the class
 */
record DecidingCode(SortedMap<String, String> digests) {
    private static final String OWN = "io/emphatic/";
    private static final String DOCUMENTS = "io/emphatic/documents/";

    /** They name all algorithms and all problems, of which a study has a few. */
    private static final Set<String> REGISTRIES = Set.of(nameOf(Algorithms.class), nameOf(Problems.class));

    /** A study needs its values and visits, not what it says of algorithms. */
    private static final String THEORY = "io/emphatic/lab/theory/";

    static DecidingCode of(Study study) throws IOException {
        List<Class<?>> roots = new ArrayList<>(List.of(TraceGroup.class, WalkCache.class, Result.Gatherer.class));
        Problem problem = study.problem();
        if (!(problem instanceof FileProblem)) { // whose identity is all that it means
            roots.add(problem.getClass());
        }
        study.grids()
                .forEach(grid -> roots.add(
                        Algorithms.named(grid.algorithm()).configure(Map.of()).getClass()));
        return new DecidingCode(closure(roots));
    }

    private static SortedMap<String, String> closure(Collection<Class<?>> roots) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        Set<String> algorithms = Algorithms.all().stream()
                .map(algorithm -> nameOf(algorithm.configure(Map.of()).getClass()))
                .collect(Collectors.toSet());
        for (Class<?> root : roots) {
            Deque<String> toRead = new ArrayDeque<>(List.of(nameOf(root)));
            Set<String> seen = new HashSet<>(digests.keySet());
            while (!toRead.isEmpty()) {
                String name = toRead.remove();
                if (decides(root, name) && seen.add(name)) {
                    ClassDigest digest = read(root, name);
                    digests.put(name, digest.digest());
                    digest.references().stream()
                            .filter(other -> !name.startsWith(THEORY) || !algorithms.contains(other.split("\\$")[0]))
                            .forEach(toRead::add);
                }
            }
        }
        return digests;
    }

    /** What belongs to this library or came together with the class that leads there; other libraries do not. */
    private static boolean decides(Class<?> root, String name) {
        if (name.startsWith(OWN)) {
            return !name.startsWith(DOCUMENTS) && !REGISTRIES.contains(name);
        }
        if (name.startsWith("java/")) {
            return false;
        }
        ClassLoader loader = root.getClassLoader();
        ClassLoader ours = DecidingCode.class.getClassLoader();
        URL file = loader.getResource(name + ".class");
        return file != null
                && (loader == ours
                        ? placeOf(file, name).equals(placeOf(loader.getResource(nameOf(root) + ".class"), nameOf(root)))
                        : ours.getResource(name + ".class") == null);
    }

    /** The jar or the directory that a class lies in. */
    private static String placeOf(URL file, String name) {
        String path = file.toString();
        return path.substring(0, path.length() - name.length() - ".class".length());
    }

    private static ClassDigest read(Class<?> root, String name) throws IOException {
        ClassLoader loader = root.getClassLoader();
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            if (in == null) {
                throw new IOException("the class " + name + " cannot be read, which decides the numbers of the study");
            }
            return ClassDigest.of(in.readAllBytes());
        }
    }

    private static String nameOf(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** All of it in a few letters. */
    String digest() {
        return ClassDigest.sha256(text().getBytes(StandardCharsets.UTF_8));
    }

    /** A line for each class. */
    String text() {
        return digests.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
                .collect(Collectors.joining());
    }

    static DecidingCode parse(String text) {
        SortedMap<String, String> digests = new TreeMap<>();
        text.lines().map(line -> line.split(" ")).forEach(parts -> digests.put(parts[0], parts[1]));
        return new DecidingCode(digests);
    }

    /** Which classes of this code another one has as well, but not the same; empty if there are none. */
    String changedIn(DecidingCode other) {
        return Naming.list(digests.keySet().stream()
                .filter(name -> other.digests.containsKey(name)
                        && !other.digests.get(name).equals(digests.get(name)))
                .map(name -> name.replace('/', '.'))
                .toList());
    }

    /** The classes of both; of those in both, the digests of this. */
    DecidingCode and(DecidingCode other) {
        SortedMap<String, String> all = new TreeMap<>(other.digests);
        all.putAll(digests);
        return new DecidingCode(all);
    }
}
