package io.emphatic.logs.file;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.text.Sha256;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/** A directory from which an interrupted run resumes, to the bit: the state, and how long its predictions were then. */
public record Checkpoint(Path directory, long every, Fingerprint fingerprint) {
    static final String FILE = "checkpoint";

    static final String JOURNAL = "predictions.csv";

    /** The predictions of a run that has no checkpoint yet, beside those of an earlier run that it does not resume. */
    static final String FRESH_JOURNAL = "predictions.new.csv";

    static final String MODELS = "models.jsonl"; // the models of the streams that are done, where each has its own

    static final List<String> FILES = List.of(FILE, JOURNAL, FRESH_JOURNAL, MODELS);

    private static final String FORMAT = "emphatic learn checkpoint 15";

    public static void require(Path directory, long every, boolean resume) {
        if (every < 1) {
            throw new IllegalArgumentException("the rows between two checkpoints are not at least 1: " + every);
        }
        if (resume && directory == null) {
            throw new IllegalArgumentException("there is nothing to resume from: name the directory of the checkpoint");
        }
    }

    public static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(FILE));
    }

    private Path file() {
        return directory.resolve(FILE);
    }

    /** Saves the state of a run whose predictions file has this length on the disk; 0 when there is no such file. */
    public void write(SavedState.Exchange run, long length) throws IOException {
        if (Files.exists(directory.resolve(FRESH_JOURNAL))) {
            // The checkpoint of an earlier run goes before its predictions do: it never finds those of another.
            Files.deleteIfExists(file());
            Path journal = directory.resolve(JOURNAL);
            Files.move(directory.resolve(FRESH_JOURNAL), journal, ATOMIC_MOVE, REPLACE_EXISTING);
        }
        WholeFile.write(file(), stream -> {
            CheckedOutputStream checked = new CheckedOutputStream(stream, new CRC32());
            DataOutputStream out = new DataOutputStream(checked);
            out.writeUTF(FORMAT);
            out.writeUTF(fingerprint.log());
            out.writeUTF(fingerprint.spec());
            out.writeLong(length);
            run.exchange(new SavedState(out));
            out.writeLong(checked.getChecksum().getValue());
            out.flush();
        });
    }

    /** Continues from the checkpoint. Returns the length of the predictions file at that row; 0 where there is none. */
    public long read(SavedState.Exchange run) throws IOException {
        if (!Files.exists(file())) {
            return 0;
        }
        CheckedInputStream checked =
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file()), 1 << 16), new CRC32());
        try (InputStream closing = checked) {
            return read(checked, new DataInputStream(closing), run);
        } catch (EOFException e) {
            throw new IOException(file() + " is damaged: it ends too early", e);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(file().toString()) ? e : new IOException(file() + " is damaged: " + message, e);
        }
    }

    private long read(CheckedInputStream checked, DataInputStream in, SavedState.Exchange run) throws IOException {
        if (!in.readUTF().equals(FORMAT)) {
            throw new IOException(file() + " is not a checkpoint that this version reads"
                    + "\nRemove it, or begin anew without --resume.");
        }
        requireSame("log", in.readUTF(), fingerprint.log(), "The rows learned from so far were others.");
        requireSame("spec", in.readUTF(), fingerprint.spec(), "What was learned so far answers other questions.");
        long length = in.readLong();
        run.exchange(new SavedState(in));
        long expected = checked.getChecksum().getValue();
        if (in.readLong() != expected) {
            throw new IOException(file() + " is damaged: its checksum does not match");
        }
        return length;
    }

    private void requireSame(String what, String saved, String now, String why) {
        if (!saved.equals(now)) {
            throw new IllegalArgumentException("the checkpoint in " + directory + " belongs to another " + what
                    + ": it cannot be resumed from\n" + why
                    + " Run without --resume to begin anew, or give another directory.");
        }
    }

    /** Identifies a run by SHA-256 sums: of the log's bytes, and of everything else that a result depends on. */
    public record Fingerprint(String log, String spec) {
        /** @param others what else it depends on: columns of the predictions file, candidates, the model before */
        public static Fingerprint of(Plan plan, RowOrder order, List<String> others) throws IOException {
            List<Object> parts = new ArrayList<>(others);
            parts.add(plan.log().source().query());
            parts.add(plan.query(order, plan.stream(), 0));
            parts.addAll(List.of(
                    plan.featureMap(),
                    plan.spec().shape(),
                    String.valueOf(plan.spec().bands())));
            plan.predictions().forEach(one -> parts.add(one + " " + one.config().parameters()));
            return new Fingerprint(ofFiles(plan.log().files()), Sha256.hex(Sha256.of(parts.toString())));
        }

        /** The SHA-256 of the bytes of some files and of where one ends and the next begins. */
        public static String ofFiles(List<Path> files) throws IOException {
            MessageDigest sum = Sha256.begin();
            OutputStream bytes = new DigestOutputStream(OutputStream.nullOutputStream(), sum);
            for (Path file : files) {
                bytes.write(("file of " + Files.size(file) + " bytes\n").getBytes(StandardCharsets.UTF_8));
                Files.copy(file, bytes);
            }
            return Sha256.hex(sum.digest());
        }
    }
}
