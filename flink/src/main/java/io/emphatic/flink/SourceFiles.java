package io.emphatic.flink;

import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.stream.Stream;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.assigners.FileSplitAssigner;

/** Files as a source: each is read by one reader; readers that are free take them by name. */
final class SourceFiles {
    private SourceFiles() {}

    /** Directories as patterns of the files in them; anything else as it is. */
    static LogSource located(LogSource source) throws IOException {
        if (source.query() != null) {
            return source;
        }
        List<String> patterns = new ArrayList<>();
        for (String pattern : source.patterns()) {
            patterns.add(Files.isDirectory(Path.of(pattern)) ? filesOf(Path.of(pattern)) : pattern);
        }
        return LogSource.files(patterns).withCsv(source.csv());
    }

    private static String filesOf(Path directory) throws IOException {
        List<String> endings;
        try (Stream<Path> files = Files.list(directory)) {
            endings = files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && name.contains("."))
                    .map(name -> name.replaceAll("^.*?(\\.[^.]+(\\.(gz|bz2|xz|zst))?)$", "$1"))
                    .distinct()
                    .sorted()
                    .toList();
        }
        if (endings.size() != 1) {
            throw new IllegalArgumentException(directory
                    + (endings.isEmpty()
                            ? " has no files to read"
                            : " has files of several kinds: " + String.join(", ", endings)
                                    + "\nName those to read by a pattern in quotes, as \"" + directory
                                    + "/*" + endings.get(0) + "\"."));
        }
        return directory.resolve("*" + endings.get(0)).toString();
    }

    /** The files of a source, pattern by pattern, by name. */
    static List<Path> matching(LogSource source) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String pattern : source.patterns()) {
            files.addAll(matching(pattern));
        }
        return files;
    }

    private static List<Path> matching(String written) throws IOException {
        Path pattern = Path.of(written).toAbsolutePath();
        if (Files.exists(pattern)) {
            return List.of(pattern);
        }
        Path root = pattern;
        while (!Files.isDirectory(root)) {
            root = root.getParent();
        }
        PathMatcher matcher = pattern.getFileSystem().getPathMatcher("glob:" + pattern);
        List<Path> found;
        try (Stream<Path> files = Files.walk(root, pattern.getNameCount() - root.getNameCount())) {
            found = files.filter(matcher::matches).sorted().toList();
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("there is no file " + written);
        }
        return found;
    }

    static FileSource<TextLine> of(List<Path> files) {
        org.apache.flink.core.fs.Path[] paths =
                files.stream().map(SourceFiles::path).toArray(org.apache.flink.core.fs.Path[]::new);
        return FileSource.forBulkFileFormat(new LineFormat(), paths)
                .setSplitAssigner(ByName::new)
                .build();
    }

    /** A file as Flink names it, which is what a line has as its source. */
    static org.apache.flink.core.fs.Path path(Path file) {
        return new org.apache.flink.core.fs.Path(file.toAbsolutePath().toUri());
    }

    /** Gives files in the order of their names. */
    private static final class ByName implements FileSplitAssigner {
        private final Queue<FileSourceSplit> waiting = new PriorityQueue<>(
                Comparator.comparing((FileSourceSplit split) -> split.path().getPath()));

        ByName(Collection<FileSourceSplit> splits) {
            waiting.addAll(splits);
        }

        @Override
        public Optional<FileSourceSplit> getNext(String host) {
            return Optional.ofNullable(waiting.poll());
        }

        @Override
        public void addSplits(Collection<FileSourceSplit> splits) {
            waiting.addAll(splits);
        }

        @Override
        public Collection<FileSourceSplit> remainingSplits() {
            return new ArrayDeque<>(waiting);
        }
    }
}
