package io.emphatic.serve.storage;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

public record DiskStorage(Path directory) implements Storage {
    @Override
    public List<String> list(String name) throws IOException {
        Path listed = directory.resolve(name);
        if (!Files.isDirectory(listed)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(listed)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public InputStream read(String name) throws IOException {
        return Files.newInputStream(directory.resolve(name));
    }

    @Override
    public AppendedFile append(String name) throws IOException {
        Path file = directory.resolve(name);
        boolean isNew = !Files.exists(file);
        Files.createDirectories(file.getParent());
        FileChannel channel = FileChannel.open(file, CREATE, WRITE);
        try {
            channel.position(channel.size());
            if (isNew) {
                syncDirectory(file.getParent());
                syncDirectory(directory);
            }
            return new DiskFile(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Path target = directory.resolve(to);
        Files.move(directory.resolve(from), target, ATOMIC_MOVE, REPLACE_EXISTING);
        syncDirectory(target.getParent());
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    /** The names of the files in a directory outlive a loss of power only once the directory itself is on the disk. */
    private static void syncDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, READ)) {
            channel.force(true);
        }
    }

    private record DiskFile(FileChannel channel) implements AppendedFile {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        @Override
        public void sync() throws IOException {
            channel.force(false);
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
            channel.position(size);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
