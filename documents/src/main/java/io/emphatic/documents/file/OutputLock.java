package io.emphatic.documents.file;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right to write a file or a directory, which one run at a time has: of all programs on this machine, and within
 * this one. It is a lock of the operating system on {@code .NAME.lock} beside the output, so that it ends with the
 * program however that ends; the file says who has it.
 *
 * <p>The file is deleted when the lock is given back. Somebody may have opened it before and get its lock afterwards,
 * which is worth nothing then. Therefore the holder first writes into it that it has ended, and whoever finds that
 * opens the name again. If it finds the same words again, it is the same file: the holder died before it could delete
 * it, and the file is taken over as that of any other dead run.
 */
public final class OutputLock implements AutoCloseable {
    private static final String ENDED = "ended: ";

    /** Who holds which lock in this program. Opening a locked file again would release the lock on some systems. */
    private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

    private static final Set<OutputLock> ENDING_WITH_THE_PROGRAM = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;
    private final String own;

    private OutputLock(Path file, FileChannel channel, String own) {
        this.file = file;
        this.channel = channel;
        this.own = own;
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
            return new OutputLock(file, locked(what, output, file, own), own);
        } catch (IOException e) {
            HELD.remove(file);
            throw e;
        }
    }

    /** Gives the lock back also when the program is ended, as by Ctrl-C. */
    public OutputLock untilTheProgramEnds() {
        ENDING_WITH_THE_PROGRAM.add(this);
        return this;
    }

    /** When what was being written is deleted. */
    static void endWithTheProgram() {
        for (OutputLock lock : ENDING_WITH_THE_PROGRAM) {
            try {
                lock.close();
            } catch (IOException e) {
                // its file stays, as that of a dead run
            }
        }
    }

    private static FileChannel locked(String what, Path output, Path file, String own) throws IOException {
        String endedBefore = null;
        while (true) {
            FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE);
            try {
                if (channel.tryLock() == null) {
                    throw held(what, output, text(channel));
                }
                String found = text(channel);
                if (!found.startsWith(ENDED) || found.equals(endedBefore)) {
                    claim(channel, own, what, output);
                    return channel;
                }
                endedBefore = found;
                channel.close();
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }
    }

    /** Reads through the channel: opening and closing the file once more would release the lock. */
    private static String text(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(channel.size(), 1000));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) > 0) {
            continue;
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    /** Writes who has the lock: the first bytes that a full disk refuses. */
    private static void claim(FileChannel channel, String own, String what, Path output) throws IOException {
        try {
            set(channel, own);
        } catch (IOException e) {
            throw new IOException(
                    what + " " + output + " cannot be written: " + e.getMessage() + "\nMake room there, or give"
                            + " another place.",
                    e);
        }
    }

    /** Over what is there, which needs no room on a full disk. */
    private static void set(FileChannel channel, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        channel.write(ByteBuffer.wrap(bytes), 0);
        channel.truncate(bytes.length);
    }

    private static IOException held(String what, Path output, String holder) {
        return new IOException(what + " " + output + " is being written by another run: "
                + (holder.isBlank() || holder.startsWith(ENDED) ? "it has just begun or ends now" : holder)
                + "\nWait until it ends, or give another name.");
    }

    /** Gives the lock back. If its file cannot be written to any more it stays, as that of a dead run. */
    @Override
    public void close() throws IOException {
        boolean isInterrupted = Thread.interrupted(); // a thread that is cannot write to a channel
        try (channel) {
            set(channel, ENDED + own + ", " + UUID.randomUUID());
            Files.deleteIfExists(file);
        } catch (IOException e) {
            channel.close();
        } finally {
            HELD.remove(file);
            ENDING_WITH_THE_PROGRAM.remove(this);
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
