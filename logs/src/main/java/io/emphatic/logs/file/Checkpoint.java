package io.emphatic.logs.file;

import io.emphatic.logs.learning.LearningPass;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * A directory from which an interrupted run goes on: {@code checkpoint}, replaced whole every so many rows, and
 * {@code predictions.csv}, of which the checkpoint knows how much belonged to it. Learners are saved to the bit, and
 * diagnostics with them, so a resumed run ends with the bytes of one that was never interrupted.
 */
public final class Checkpoint {
    /** What is replaced whole every so many rows. */
    public static final String FILE = "checkpoint";

    /** The predictions of the run that the checkpoint belongs to. */
    static final String JOURNAL = "predictions.csv";

    /**
     * The predictions of a run that has no checkpoint yet, beside those of an earlier one that it does not go on from.
     */
    static final String FRESH_JOURNAL = "predictions.new.csv";

    /** Every name that a checkpoint's directory may have in it. */
    public static final List<String> FILES = List.of(FILE, JOURNAL, FRESH_JOURNAL);

    private static final String FORMAT = "emphatic learn checkpoint 3";

    private final Path directory;
    private final long every;
    private final Fingerprint fingerprint;

    /** @param every how many rows lie between two checkpoints */
    public Checkpoint(Path directory, long every, Fingerprint fingerprint) {
        this.directory = directory;
        this.every = every;
        this.fingerprint = fingerprint;
    }

    public long every() {
        return every;
    }

    private Path file() {
        return directory.resolve(FILE);
    }

    public void write(LearningPass pass) throws IOException {
        long length = pass.forcePredictions();
        if (Files.exists(directory.resolve(FRESH_JOURNAL))) {
            // The checkpoint of an earlier run goes before its predictions do: it never finds those of another.
            Files.deleteIfExists(file());
            Files.move(
                    directory.resolve(FRESH_JOURNAL),
                    directory.resolve(JOURNAL),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
        AtomicFile.write(file(), stream -> {
            CheckedOutputStream checked = new CheckedOutputStream(stream, new CRC32());
            DataOutputStream out = new DataOutputStream(checked);
            out.writeUTF(FORMAT);
            out.writeUTF(fingerprint.log());
            out.writeUTF(fingerprint.spec());
            out.writeLong(length);
            pass.write(out);
            out.writeLong(checked.getChecksum().getValue());
            out.flush();
        });
    }

    /**
     * Lets a pass go on from the checkpoint. Returns how much of the predictions file belongs to it; 0 when there is no
     * checkpoint yet.
     *
     * @throws IllegalArgumentException if it belongs to another log or another spec
     */
    public long read(LearningPass pass) throws IOException {
        if (!Files.exists(file())) {
            return 0;
        }
        CheckedInputStream checked =
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file()), 1 << 16), new CRC32());
        try (InputStream closing = checked) {
            return read(checked, new DataInputStream(closing), pass);
        } catch (EOFException e) {
            throw new IOException(file() + " is damaged: it ends too early", e);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(file().toString()) ? e : new IOException(file() + " is damaged: " + message, e);
        }
    }

    private long read(CheckedInputStream checked, DataInputStream in, LearningPass pass) throws IOException {
        if (!in.readUTF().equals(FORMAT)) {
            throw new IOException(file() + " is not a checkpoint that this program reads");
        }
        requireSame("log", in.readUTF(), fingerprint.log(), "The rows learned from so far were others.");
        requireSame("spec", in.readUTF(), fingerprint.spec(), "What was learned so far answers other questions.");
        long length = in.readLong();
        pass.read(in);
        long expected = checked.getChecksum().getValue();
        if (in.readLong() != expected) {
            throw new IOException(file() + " is damaged: its checksum does not match");
        }
        return length;
    }

    private void requireSame(String what, String saved, String now, String why) {
        if (!saved.equals(now)) {
            throw new IllegalArgumentException("the checkpoint in " + directory + " belongs to another " + what
                    + ": it cannot be" + " resumed from\n" + why
                    + " Run without --resume to begin anew, or give another directory.");
        }
    }
}
