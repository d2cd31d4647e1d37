package io.emphatic.flink.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where this process keeps what Flink unpacks and spills. It is deleted at the end; what a killed process left is
 * deleted by the next one.
 */
public final class WorkingDirectory implements AutoCloseable {
    private static final String PREFIX = "emphatic-flink-";

    private final Path directory;

    public WorkingDirectory() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        sweep(temporary);
        directory = Files.createTempDirectory(
                temporary, PREFIX + ProcessHandle.current().pid() + "-");
    }

    /** A directory in it. */
    public Path directory(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    private static void sweep(Path temporary) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(temporary, PREFIX + "*-*")) {
            for (Path left : found) {
                String owner =
                        left.getFileName().toString().substring(PREFIX.length()).split("-")[0];
                if (owner.matches("\\d{1,18}")
                        && ProcessHandle.of(Long.parseLong(owner)).isEmpty()) {
                    delete(left);
                }
            }
        }
    }

    /** As far as it is possible: another process may sweep at the same time. */
    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        List<Path> inner;
        try (Stream<Path> all = Files.walk(tree)) {
            inner = all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            return;
        }
        for (Path path : inner) {
            path.toFile().delete();
        }
    }

    @Override
    public void close() throws IOException {
        delete(directory);
    }
}
