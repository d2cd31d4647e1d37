package io.emphatic.logs.evaluating;

import io.emphatic.evaluation.log.NumberStore;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Numbers in a file without a name, where the system allows that; it is gone when this is closed. */
final class NumberFile implements NumberStore, AutoCloseable {
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");
    private static final int BUFFER = 1 << 18; // bytes, which stay in the second cache on their way

    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.nativeOrder());

    private NumberFile(FileChannel file) {
        this.file = file;
    }

    /**
     * @param numbers how many it has to take at most
     * @return null where that is more than half of what is free
     */
    static NumberFile in(Path directory, long numbers) {
        try {
            if (numbers > Files.getFileStore(directory).getUsableSpace() / 2 / Double.BYTES) {
                return null;
            }
            Path path = Files.createTempFile(directory, "emphatic-rows-", null);
            return new NumberFile(FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException e) {
            return null; // the log can be read twice
        }
    }

    /** Whether files there take no memory. */
    static boolean isDisk(Path directory) {
        try {
            return !IN_MEMORY.contains(Files.getFileStore(directory).type());
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void write(double[] numbers, int count) throws IOException {
        for (int at = 0; at < count; ) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int some = Math.min(count - at, buffer.remaining() / Double.BYTES);
            buffer.asDoubleBuffer().put(numbers, at, some);
            buffer.position(buffer.position() + some * Double.BYTES);
            at += some;
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        buffer.clear();
    }

    @Override
    public void rewind() throws IOException {
        flush();
        file.position(0);
        buffer.limit(0);
    }

    @Override
    public void read(double[] numbers, int count) throws IOException {
        for (int at = 0; at < count; ) {
            if (!buffer.hasRemaining()) {
                fetch();
            }
            int some = Math.min(count - at, buffer.remaining() / Double.BYTES);
            buffer.asDoubleBuffer().get(numbers, at, some);
            buffer.position(buffer.position() + some * Double.BYTES);
            at += some;
        }
    }

    /** At least one number, and whole ones. */
    private void fetch() throws IOException {
        buffer.clear();
        do {
            if (file.read(buffer) < 0) {
                throw new EOFException("a temporary file has become shorter");
            }
        } while (buffer.position() % Double.BYTES != 0);
        buffer.flip();
    }

    @Override
    public void clear() {
        try {
            file.truncate(0);
        } catch (IOException e) {
            // It is gone when this is closed.
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
