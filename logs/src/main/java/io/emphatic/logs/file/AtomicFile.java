package io.emphatic.logs.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that is either the old one or the whole new one, whatever happens: written beside it, flushed to the disk,
 * renamed.
 */
final class AtomicFile {
    /** Writes the contents. */
    interface Contents {
        void writeTo(OutputStream out) throws IOException;
    }

    private AtomicFile() {}

    static void write(Path target, Contents contents) throws IOException {
        Path temporary = Unfinished.add(beside(target));
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
                contents.writeTo(out);
                out.flush();
                channel.force(true);
            }
            rename(temporary, target);
        } catch (FileSystemException e) {
            throw e; // says where
        } catch (IOException e) {
            throw new IOException(target + " cannot be written: " + e.getMessage(), e);
        } finally {
            Files.deleteIfExists(temporary);
            Unfinished.remove(temporary);
        }
    }

    /** A name for what will become the target: the same each time, so that a killed run leaves one file at most. */
    static Path beside(Path target) throws IOException {
        Path directory = target.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory)) {
            throw new IOException("there is no directory " + directory + " for " + target.getFileName());
        }
        return directory.resolve("." + target.getFileName() + ".tmp");
    }

    /** Flushes a finished file to the disk and gives it its name. */
    static void publish(Path finished, Path target) throws IOException {
        try (FileChannel channel = FileChannel.open(finished, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        rename(finished, target);
    }

    private static void rename(Path from, Path to) throws IOException {
        Files.move(from, to.toAbsolutePath(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
