package io.emphatic.serve.storage;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A disk in memory whose calls fail when told to. It knows what a loss of power leaves: what was flushed, and any part
 * of what was not.
 */
public final class FaultyStorage implements Storage {
    /** How a call fails. */
    public enum Fault {
        /** With an error, and nothing done. */
        ERROR,
        /** With an error, and half of it done. */
        SHORT,
        /** Half of it is done, the disk is full and stays so until there is {@linkplain #free room}. */
        FULL,
        /** Not at all; but a name that was given is lost with the power. */
        LOST_RENAME,
        /** The power goes, with half of it done. */
        POWER
    }

    /** The power has gone: nothing can be called any more. */
    public static final class PowerLoss extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final class File {
        byte[] bytes = new byte[0];
        int flushed;

        File copy() {
            File copy = new File();
            copy.bytes = bytes.clone();
            copy.flushed = flushed;
            return copy;
        }
    }

    private final Map<String, File> files = new TreeMap<>();
    private final Map<String, File> beforeRename = new TreeMap<>(); // what is there again if a rename is lost
    private final List<String> renamed = new ArrayList<>();
    private Fault fault;
    private long failing = Long.MAX_VALUE; // the call that fails
    private long calls;
    private boolean isFull;
    private boolean isOff;
    private int open; // files

    /** How many files are open. */
    public synchronized int open() {
        return open;
    }

    /** The call of this number, counted from 0 from now on, fails. */
    public synchronized FaultyStorage failAt(long call, Fault how) {
        failing = calls + call;
        fault = how;
        return this;
    }

    /** How many calls there were. */
    public long calls() {
        return calls;
    }

    public synchronized void free() {
        isFull = false;
    }

    /** What is on the disk when the power is back. */
    public synchronized FaultyStorage afterPowerLoss(SplittableRandom random) {
        isOff = true;
        FaultyStorage next = new FaultyStorage();
        files.forEach((name, file) -> {
            File left = file.copy();
            int unflushed = left.bytes.length - left.flushed;
            int kept = left.flushed + (unflushed == 0 ? 0 : random.nextInt(unflushed + 1));
            left.bytes = Arrays.copyOf(left.bytes, kept);
            left.flushed = kept;
            next.files.put(name, left);
        });
        renamed.forEach(next.files::remove);
        beforeRename.forEach((name, file) -> next.files.put(name, file.copy()));
        return next;
    }

    /** Changes a byte on the disk. */
    public synchronized void flip(String name, int at) {
        files.get(name).bytes[at] ^= 1;
    }

    public synchronized byte[] bytes(String name) {
        return files.get(name).bytes.clone();
    }

    public synchronized void remove(String name) {
        files.remove(name);
    }

    /** The names of all files. */
    public synchronized List<String> names() {
        return List.copyOf(files.keySet());
    }

    /** Whether this call fails, after it is done by half. */
    private boolean isDue() throws IOException {
        if (isOff) {
            throw new PowerLoss();
        }
        return calls++ == failing;
    }

    private void fail(Runnable half) throws IOException {
        if (fault == Fault.ERROR) {
            throw new IOException("Input/output error");
        }
        half.run();
        if (fault == Fault.POWER) {
            isOff = true;
            throw new PowerLoss();
        }
        isFull = fault == Fault.FULL;
        throw new IOException(isFull ? "No space left on device" : "Input/output error");
    }

    @Override
    public synchronized List<String> list(String directory) throws IOException {
        if (isDue() && fault != Fault.LOST_RENAME) {
            fail(() -> {});
        }
        String prefix = directory + "/";
        return files.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .toList();
    }

    @Override
    public synchronized InputStream read(String name) throws IOException {
        if (isDue() && fault != Fault.LOST_RENAME) {
            fail(() -> {});
        }
        if (!files.containsKey(name)) {
            throw new IOException(name + ": no such file");
        }
        return new ByteArrayInputStream(files.get(name).bytes);
    }

    @Override
    public synchronized AppendedFile append(String name) throws IOException {
        if (isDue() && fault != Fault.LOST_RENAME) {
            fail(() -> files.putIfAbsent(name, new File()));
        }
        return new Appended(files.computeIfAbsent(name, none -> new File()));
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        if (isDue()) {
            if (fault != Fault.LOST_RENAME) {
                fail(() -> {});
            }
            renamed.add(to);
            beforeRename.put(from, files.get(from));
            if (files.containsKey(to)) {
                beforeRename.put(to, files.get(to));
            }
        }
        files.put(to, files.remove(from));
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        if (isDue() && fault != Fault.LOST_RENAME) {
            fail(() -> {});
        }
        files.remove(name);
    }

    private final class Appended implements AppendedFile {
        private final File file;
        private boolean isClosed;

        Appended(File file) {
            this.file = file;
            open++;
        }

        @Override
        public long size() {
            synchronized (FaultyStorage.this) {
                return file.bytes.length;
            }
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            synchronized (FaultyStorage.this) {
                int size = bytes.remaining();
                if (isFull) {
                    throw new IOException("No space left on device");
                }
                if (isDue() && fault != Fault.LOST_RENAME) {
                    fail(() -> put(bytes, size / 2));
                }
                put(bytes, size);
            }
        }

        private void put(ByteBuffer bytes, int size) {
            int at = file.bytes.length;
            file.bytes = Arrays.copyOf(file.bytes, at + size);
            bytes.get(file.bytes, at, size);
        }

        @Override
        public void sync() throws IOException {
            synchronized (FaultyStorage.this) {
                if (isDue() && fault != Fault.LOST_RENAME) {
                    fail(() -> file.flushed = file.flushed + (file.bytes.length - file.flushed) / 2);
                }
                file.flushed = file.bytes.length;
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (FaultyStorage.this) {
                if (isDue() && fault != Fault.LOST_RENAME) {
                    fail(() -> {});
                }
                file.bytes = Arrays.copyOf(file.bytes, (int) size);
                file.flushed = Math.min(file.flushed, (int) size);
            }
        }

        @Override
        public void close() {
            synchronized (FaultyStorage.this) {
                open -= isClosed ? 0 : 1;
                isClosed = true;
            }
        }
    }
}
