package io.emphatic.documents.file;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right to write a file or a directory, which one run at a time has: of all programs on this machine, and within
 * this one. It is a lock of the operating system on {@code .NAME.lock} beside the output, so that it ends with the
 * program however that ends; the file says who has it.
 */
public final class OutputLock implements AutoCloseable {
    /** Who holds which lock in this program. Opening a locked file again would release the lock on some systems. */
    private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

    private final Path file;
    private final FileChannel channel;

    private OutputLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock of an output, whose directory is made if it is missing.
     *
     * @param what the output is, for the message: {@code the model file}
     * @throws IOException if another run has it; the message says which
     */
    public static OutputLock of(String what, Path output) throws IOException {
        Path directory = output.toAbsolutePath().normalize().getParent();
        WholeFile.requireWritable(directory);
        Path file = directory.toRealPath().resolve("." + output.getFileName() + ".lock");
        String own = "process " + ProcessHandle.current().pid() + ", since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String holder = HELD.putIfAbsent(file, own);
        if (holder != null) {
            throw held(what, output, holder);
        }
        try {
            return new OutputLock(file, locked(what, output, file, own));
        } catch (IOException e) {
            HELD.remove(file);
            throw e;
        }
    }

    private static FileChannel locked(String what, Path output, Path file, String own) throws IOException {
        while (true) {
            FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE);
            try {
                if (channel.tryLock() == null) {
                    throw held(what, output, text(file));
                }
                channel.truncate(0);
                channel.write(ByteBuffer.wrap(own.getBytes(StandardCharsets.UTF_8)));
                // The run before may have deleted the file between opening and locking it.
                // Its size is asked for, since opening and closing it would release the lock.
                if (Files.exists(file) && Files.size(file) == own.length()) {
                    return channel;
                }
                channel.close();
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private static IOException held(String what, Path output, String holder) {
        return new IOException(what + " " + output + " is being written by another run: "
                + (holder.isBlank() ? "it has just begun" : holder) + "\nWait until it ends, or give another name.");
    }

    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(file);
            channel.close();
        } finally {
            HELD.remove(file);
        }
    }
}
