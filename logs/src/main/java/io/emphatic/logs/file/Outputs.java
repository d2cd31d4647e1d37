package io.emphatic.logs.file;

import io.emphatic.documents.file.OutputLock;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.logs.sql.Log;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

public final class Outputs {
    private final Map<String, Path> files = new LinkedHashMap<>();

    /** Adds an output; null adds nothing. */
    public Outputs add(String name, Path file) {
        if (file != null) {
            files.put(name, file);
        }
        return this;
    }

    /** Refuses a predictions file that ends neither in .csv nor in .parquet; null is accepted. */
    public static void requireTable(Path file) {
        if (file != null && !file.toString().toLowerCase(Locale.ROOT).matches("(?s).*\\.(csv|parquet)")) {
            throw new IllegalArgumentException("a predictions file ends in .csv or .parquet: " + file);
        }
    }

    /** Refuses outputs that cannot be written, and two that are one file. */
    public Outputs requireWritable() throws IOException {
        for (Map.Entry<String, Path> output : files.entrySet()) {
            requireWritable(output.getKey(), output.getValue());
            for (Map.Entry<String, Path> other : files.entrySet()) {
                if (!output.getKey().equals(other.getKey()) && isSame(output.getValue(), other.getValue())) {
                    throw new IllegalArgumentException("the " + output.getKey() + " file and the " + other.getKey()
                            + " file are one file: " + output.getValue() + "\nGive them different names.");
                }
            }
        }
        return this;
    }

    private static void requireWritable(String name, Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new IOException("the " + name + " file is a directory: " + file);
        }
        if (WholeFile.isDevice(file)) {
            throw new IOException("the " + name + " file is a device or a pipe: " + file);
        }
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new IOException("the " + name + " file cannot be written: " + directory + " is not a directory");
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new IOException("the " + name + " file cannot be written: there is no way to make " + directory, e);
        }
        requireNewFile(name + " file", directory);
    }

    /** Asking whether a directory is writable is not enough: root may write everywhere, but not on every disk. */
    private static void requireNewFile(String name, Path directory) throws IOException {
        try {
            Files.delete(Files.createTempFile(directory, ".", ".tmp"));
        } catch (IOException e) {
            throw new IOException("the " + name + " cannot be written: " + directory + " does not permit new files", e);
        }
    }

    /** Refuses a directory that neither exists nor can be created. Creates nothing. */
    private static void requireDirectory(String name, Path directory) throws IOException {
        Path existing = directory.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            throw new IOException("the " + name + " is a directory, and "
                    + (Files.exists(directory) ? directory + " is a file" : existing + " on the way to it is a file"));
        }
        requireNewFile(name, existing);
    }

    /** Takes the right to write these files, and to a checkpoint's directory (null for none), until it is closed. */
    public Locks lock(Path checkpoint) throws IOException {
        List<OutputLock> held = new ArrayList<>();
        Locks locks = () -> {
            for (OutputLock lock : held) {
                lock.close();
            }
        };
        try {
            for (Map.Entry<String, Path> output : files.entrySet()) {
                held.add(OutputLock.of("the " + output.getKey() + " file", output.getValue())
                        .untilTheProgramEnds());
            }
            if (checkpoint != null) {
                requireDirectory("checkpoint", checkpoint);
                held.add(OutputLock.of("the checkpoint", checkpoint).untilTheProgramEnds());
            }
            return locks;
        } catch (IOException e) {
            locks.close();
            throw e;
        }
    }

    public interface Locks extends Closeable {}

    /** Refuses to overwrite an input. */
    public Outputs requireNot(String what, Path input) throws IOException {
        for (Map.Entry<String, Path> output : files.entrySet()) {
            if (input != null && isSame(output.getValue(), input)) {
                throw new IllegalArgumentException("the " + output.getKey() + " file would overwrite the " + what + ": "
                        + output.getValue() + "\nGive it another name.");
            }
        }
        return this;
    }

    /** Refuses outputs and a directory of checkpoints that cannot be written, or are one file with an input. */
    public void requireFor(Log log, Path checkpoint) throws IOException {
        requireWritable();
        for (Path file : log.files()) {
            requireNot("log", file);
        }
        if (checkpoint != null) {
            requireDirectory("checkpoint", checkpoint);
            for (String name : Checkpoint.FILES) {
                requireNot("checkpoint", checkpoint.resolve(name));
            }
        }
    }

    /** Follows links; files that do not exist are compared by directory and name. */
    private static boolean isSame(Path a, Path b) throws IOException {
        if (Files.exists(a) && Files.exists(b)) {
            return Files.isSameFile(a, b);
        }
        return !Files.exists(a) && !Files.exists(b) && real(a).equals(real(b));
    }

    private static Path real(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        return (Files.exists(directory) ? directory.toRealPath() : directory.normalize()).resolve(file.getFileName());
    }
}
