package io.emphatic.documents.file;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Files that are either the old file or the whole new one, whatever happens: written under a temporary name in the same
 * directory, flushed to the disk, renamed. Temporary files are deleted when writing fails and when the program is
 * ended, as by Ctrl-C. A killed program leaves at most one temporary file per name; the next run overwrites it.
 *
 * <p>Missing directories are made. Every message names the file and the reason.
 */
public final class WholeFile {
    /** Writes the contents of a file to a buffered stream, which stays open. */
    @FunctionalInterface
    public interface Contents {
        void writeTo(OutputStream out) throws IOException;
    }

    private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(WholeFile::end, "emphatic-unfinished"));
    }

    private WholeFile() {}

    public static List<Path> write(Path directory, Map<String, byte[]> contents) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, byte[]> file : contents.entrySet()) {
            files.add(write(directory.resolve(file.getKey()), file.getValue()));
        }
        return files;
    }

    public static Path write(Path file, String text) throws IOException {
        return write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    public static Path write(Path file, byte[] bytes) throws IOException {
        write(file, out -> out.write(bytes));
        return file;
    }

    /** Writes what is streamed. If the contents throw, the old file stays. */
    public static void write(Path file, Contents contents) throws IOException {
        Path temporary = begin(file);
        try {
            try (FileChannel channel = FileChannel.open(temporary, CREATE, TRUNCATE_EXISTING, WRITE)) {
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
                contents.writeTo(out);
                out.flush();
            } catch (IOException e) {
                throw failure(file, e);
            }
            publish(temporary, file);
        } finally {
            discard(temporary);
        }
    }

    /** The temporary name of a file written over a longer time, until {@link #publish} or {@link #discard}. */
    public static Path begin(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory, not a file to write");
        }
        if (isDevice(file)) {
            throw new IOException(file + " is a device or a pipe, not a file to write");
        }
        Path temporary = temporary(file);
        try {
            Files.createDirectories(temporary.getParent());
        } catch (IOException e) {
            throw failure(file, e);
        }
        UNFINISHED.add(temporary);
        return temporary;
    }

    /** Whether there is something else than a file of that name: renaming would put a file in the place of a device. */
    public static boolean isDevice(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /** Flushes a finished file to the disk and gives it its name. */
    public static void publish(Path temporary, Path file) throws IOException {
        try {
            try (FileChannel channel = FileChannel.open(temporary, WRITE)) {
                channel.force(true);
            }
            Files.move(temporary, file.toAbsolutePath(), ATOMIC_MOVE, REPLACE_EXISTING);
        } catch (IOException e) {
            throw failure(file, e);
        }
        UNFINISHED.remove(temporary);
    }

    public static void discard(Path temporary) throws IOException {
        Files.deleteIfExists(temporary);
        UNFINISHED.remove(temporary);
    }

    /** The name under which a file is written: {@code .NAME.tmp} in the same directory. */
    public static Path temporary(Path file) {
        return file.toAbsolutePath().resolveSibling("." + file.getFileName() + ".tmp");
    }

    /** Checks that files can be made in a directory, before minutes are spent on results that cannot be written. */
    public static void requireWritable(Path directory) throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new IOException("the output is not a directory: " + directory);
        }
        try {
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, ".", ".tmp"));
        } catch (IOException e) {
            throw new IOException("cannot write to " + directory + ": " + reason(e), e);
        }
    }

    private static IOException failure(Path file, IOException e) {
        return new IOException("cannot write " + file + ": " + reason(e), e);
    }

    /** The system's bare message is often only the name of a directory. */
    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException denied) {
            return "permission denied for " + denied.getFile();
        }
        if (e instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " is not a directory";
        }
        if (e instanceof FileSystemException system) {
            return system.getReason() == null ? "there is no way to make " + system.getFile() : system.getReason();
        }
        if (e instanceof ClosedByInterruptException) {
            return "interrupted";
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private static void end() {
        for (Path file : UNFINISHED) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // The program ends; the next run overwrites the file.
            }
        }
        OutputLock.endWithTheProgram();
    }
}
