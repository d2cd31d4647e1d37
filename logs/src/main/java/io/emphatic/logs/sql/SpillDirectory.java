package io.emphatic.logs.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where what does not fit into memory goes; a later program deletes what a killed one left, after an hour. */
public final class SpillDirectory implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("emphatic-spill-(\\d+)-[0-9a-f-]{36}");
    private static final Duration LEFT_ALONE = Duration.ofHours(1);

    private final Path path;
    private final Thread atExit = new Thread(this::deleteQuietly, "emphatic-spill");

    public SpillDirectory() {
        this(Path.of(System.getProperty("java.io.tmpdir")));
    }

    SpillDirectory(Path parent) {
        deleteLeft(parent);
        this.path = named(parent);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    Path path() {
        return path;
    }

    public Path directory(String name) throws IOException {
        return Files.createDirectories(path.resolve(name));
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the program is ending and the hook is at it
        }
        delete(path);
    }

    /** DuckDB is still writing there while the program ends: under another name, no file is added. */
    private void deleteQuietly() {
        try {
            delete(Files.exists(path) ? Files.move(path, named(path.getParent())) : path);
        } catch (IOException e) {
            // a later program deletes it
        }
    }

    private static Path named(Path parent) {
        return parent.resolve("emphatic-spill-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID());
    }

    private static void deleteLeft(Path parent) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, "emphatic-spill-*")) {
            Instant before = Instant.now().minus(LEFT_ALONE);
            for (Path directory : found) {
                Matcher name = NAME.matcher(directory.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
                        && Files.getLastModifiedTime(directory).toInstant().isBefore(before)) {
                    delete(directory);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // somebody else's, or just deleted by another program
        }
    }

    /** As far as it is possible: somebody may write to it, or delete it at the same time. */
    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) { // nor where its parent is no directory, of which notExists() is not certain
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(tree)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            return;
        }
        for (Path path : deepestFirst) {
            path.toFile().delete();
        }
    }
}
