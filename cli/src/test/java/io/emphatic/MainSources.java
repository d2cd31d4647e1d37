package io.emphatic;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The Java files of the main code, {@code bench} apart, and how long they and their methods are. */
final class MainSources {
    private static final Path ROOT = Path.of("..");

    /** A file, its package and its lines, comments and blank ones among them. */
    record Source(Path file, String packageName, int lines) {
        boolean isIn(String parent) {
            return packageName.equals(parent) || packageName.startsWith(parent + ".");
        }
    }

    /** A method with its place. */
    record Method(String place, long lines) {}

    private MainSources() {}

    static List<Source> of(Collection<String> modules) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (String module : modules) {
            Path folder = ROOT.resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .sorted()
                        .map(file -> source(folder, file))
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    private static Source source(Path folder, Path file) {
        String packageName = folder.relativize(file.getParent())
                .toString()
                .replace(file.getFileSystem().getSeparator(), ".");
        try (Stream<String> lines = Files.lines(file)) {
            return new Source(file, packageName, (int) lines.count());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every method with a body, from its first annotation to its closing brace. */
    static List<Method> methods(List<Source> sources) throws IOException {
        List<Method> methods = new ArrayList<>();
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            var units = files.getJavaFileObjectsFromPaths(
                    sources.stream().map(Source::file).collect(Collectors.toList()));
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, units);
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                LineMap lines = unit.getLineMap();
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitMethod(MethodTree method, Void ignored) {
                        long first = lines.getLineNumber(positions.getStartPosition(unit, method));
                        long last = lines.getLineNumber(positions.getEndPosition(unit, method));
                        methods.add(new Method(unit.getSourceFile().getName() + ":" + first, last - first + 1));
                        return super.visitMethod(method, ignored);
                    }
                }.scan(unit, null);
            }
        }
        return methods;
    }
}
