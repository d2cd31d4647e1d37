package io.emphatic.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are there as a whole or not at all. */
public final class WholeFile {
    private WholeFile() {}

    /** Writes text in UTF-8 under a temporary name beside the file, flushes it to the disk and renames it. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The same for bytes; not modified. */
    public static void write(Path file, byte[] bytes) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory, not a file to write");
        }
        try {
            replace(file, bytes);
        } catch (FileSystemException e) {
            throw new IOException("cannot write " + file + ": " + reason(e), e);
        }
    }

    /**
     * Makes a directory if need be and sees that files can be made in it, so that nobody computes for minutes what
     * cannot be written.
     */
    public static void requireWritable(Path directory) throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new IOException("the output is not a directory: " + directory);
        }
        try {
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, ".", ".tmp"));
        } catch (FileAlreadyExistsException e) {
            throw new IOException("cannot write to " + directory + ": " + e.getFile() + " is not a directory", e);
        } catch (FileSystemException e) {
            throw new IOException("cannot write to " + directory + ": " + reason(e), e);
        }
    }

    /** What the system says; its bare message is often no more than the name of some directory. */
    private static String reason(FileSystemException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied for " + e.getFile();
        }
        return e.getReason() == null ? "there is no way to make " + e.getFile() : e.getReason();
    }

    private static void replace(Path file, byte[] bytes) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        Path temporary = directory.resolve(
                "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
