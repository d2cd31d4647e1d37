package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Where DuckDB puts what does not fit into memory: a directory with a unique name, which DuckDB makes when it needs it
 * and not before. It is deleted when this is closed, and when the program ends by a signal. A program that is killed
 * while it spills leaves it.
 */
final class SpillDirectory implements AutoCloseable {
    private final Path path;
    private final Thread atExit = new Thread(this::deleteQuietly, "emphatic-spill");

    /** @param parent where it would be made */
    SpillDirectory(Path parent) {
        this.path = parent.resolve("emphatic-spill-" + UUID.randomUUID());
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the program is ending and the hook is at it
        }
        delete();
    }

    private void deleteQuietly() {
        try {
            delete();
        } catch (IOException e) {
            // DuckDB is still writing there, while the program ends.
        }
    }

    private void delete() throws IOException {
        if (!Files.exists(path)) { // nor where its parent is no directory, of which notExists() is not certain
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> tree = Files.walk(path)) {
            deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.deleteIfExists(file);
        }
    }
}
