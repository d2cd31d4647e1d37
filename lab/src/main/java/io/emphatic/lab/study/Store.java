package io.emphatic.lab.study;

import io.emphatic.documents.file.WholeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The results of a study in a directory: chunks as they come, under {@code chunks/}, each whole or not there. Whatever
 * the grid of the file becomes, a setting that has once been computed is found again.
 */
final class Store implements Closeable {
    private static final String CHUNK = ".chunk";

    private final Path chunks;
    private final String world;
    private final FileChannel lockFile;
    private final FileLock lock;

    /**
     * Opens the directory, which is made if it is not there, for one process at a time.
     *
     * @throws IllegalArgumentException if it holds the results of another world, or another process is at work in it
     */
    Store(Path directory, String world) throws IOException {
        this.chunks = directory.resolve("chunks");
        this.world = world;
        Files.createDirectories(chunks);
        lockFile = FileChannel.open(chunks.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock = tryLock(directory);
        Path worldFile = chunks.resolve("world.txt");
        if (Files.exists(worldFile)) {
            String there = Files.readString(worldFile, StandardCharsets.UTF_8).strip();
            if (!there.startsWith(Study.RESULTS_FORMAT)) {
                close();
                throw new IllegalArgumentException(directory
                        + " holds results of another version of emphatic, which are not to be mixed with this one's"
                        + "\nRemove the directory or give another --out, and run the study again.");
            }
            if (!there.equals(world)) {
                close();
                throw new IllegalArgumentException(
                        directory + " holds another study: " + there + "\nThis one is: " + world
                                + "\nOnly the algorithms and their values may change in a directory: give another --out.");
            }
        } else {
            WholeFile.write(worldFile, world + "\n");
        }
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(chunks, "*.tmp")) {
            for (Path file : unfinished) {
                Files.delete(file);
            }
        }
    }

    private FileLock tryLock(Path directory) throws IOException {
        FileLock held = null;
        try {
            held = lockFile.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held by this very process: the same answer as held by another.
            held = null;
        }
        if (held == null) {
            lockFile.close();
            throw new IllegalArgumentException("another study is at work in " + directory);
        }
        return held;
    }

    /** Everything that is there, by {@link Setting#toString}. A broken chunk counts as not there. */
    Map<String, Result> load() throws IOException {
        Map<String, Result> results = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(chunks, "*" + CHUNK)) {
            for (Path file : files) {
                for (Result result : ChunkFile.read(file, world).orElse(List.of())) {
                    results.put(result.setting().toString(), result);
                }
            }
        }
        return results;
    }

    void save(List<Result> results) throws IOException {
        byte[] bytes = ChunkFile.encode(world, results);
        WholeFile.write(chunks.resolve(name(results) + CHUNK), bytes);
    }

    private static String name(List<Result> results) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Result result : results) {
                digest.update((result.setting() + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public void close() throws IOException {
        lock.release();
        lockFile.close();
    }
}
