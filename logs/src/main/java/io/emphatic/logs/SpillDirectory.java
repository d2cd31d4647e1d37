package io.emphatic.logs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A temporary directory for what does not fit into memory. It is gone when it is closed, and when the program is told to end; one that a killed
 * program has left goes with the next that is made. Each holds a file that is locked as long as its owner lives, and the system takes the lock
 * from whoever dies: that is how the dead are told from the living, of whatever container or user.
 */
final class SpillDirectory implements AutoCloseable {
    private static final String PREFIX = "emphatic-spill-";
    private static final String LOCK = "lock";

    private final Path path;
    private final FileChannel lock;
    private final Thread atExit = new Thread(this::deleteQuietly, "emphatic-spill");

    private SpillDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Makes a directory in the system's place for such things. */
    static SpillDirectory make() throws IOException {
        return makeIn(Path.of(System.getProperty("java.io.tmpdir")));
    }

    static SpillDirectory makeIn(Path parent) throws IOException {
        deleteLeft(parent);
        Path path = Files.createTempDirectory(parent, PREFIX);
        // Nobody sees the lock before it is locked.
        Path unlocked = path.resolve("new");
        FileChannel channel = FileChannel.open(unlocked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.lock();
        Files.move(unlocked, path.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
        SpillDirectory made = new SpillDirectory(path, channel);
        Runtime.getRuntime().addShutdownHook(made.atExit);
        return made;
    }

    /** Deletes what nobody owns any more. What cannot be looked at, or is just being deleted by another, is left. */
    private static void deleteLeft(Path parent) {
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path candidate : candidates) {
                if (isLeft(candidate.resolve(LOCK))) {
                    deleteTree(candidate);
                }
            }
        } catch (IOException e) {
            // Whoever comes next may have more luck.
        }
    }

    private static boolean isLeft(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            return free != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false; // there is no lock yet, it is not ours to open, or it belongs to this very program
        }
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
        deleteTree(path);
        lock.close();
    }

    private void deleteQuietly() {
        try {
            deleteTree(path);
        } catch (IOException e) {
            // The next program that needs such a directory tries again.
        }
    }

    private static void deleteTree(Path directory) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> tree = Files.walk(directory)) {
            deepestFirst = tree.sorted((a, b) -> b.compareTo(a)).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
