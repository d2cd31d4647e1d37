package io.emphatic.serve.service;

import io.emphatic.documents.file.OutputLock;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.logs.spec.RowShape;
import io.emphatic.logs.spec.Spec;
import io.emphatic.serve.storage.DiskStorage;
import io.emphatic.serve.storage.ExperienceLog;
import io.emphatic.serve.storage.SetAside;
import io.emphatic.serve.storage.SnapshotStore;
import io.emphatic.serve.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The directory of one service, which one program at a time has, and one spec for good. */
public final class DataDirectory implements Closeable {
    private static final String SPEC = "spec.yaml";

    private final Path directory;
    private final OutputLock lock;

    private DataDirectory(Path directory, OutputLock lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /** @throws IOException if another program has it, or it was made with another spec */
    public static DataDirectory open(Path directory, String specName, String spec) throws IOException {
        AmendedSpec given = AmendedSpec.parse(specName, spec);
        LearnedState.requireServable(given);
        WholeFile.requireWritable(directory);
        OutputLock lock = OutputLock.of("the data directory", directory);
        try {
            Path kept = directory.resolve(SPEC);
            if (!Files.exists(kept)) {
                WholeFile.write(kept, spec);
            }
            AmendedSpec known = AmendedSpec.parse(kept.toString(), Files.readString(kept));
            boolean isJudgedAlike = Objects.equals(known.returnRange(), given.returnRange())
                    && known.outcomeLevel() == given.outcomeLevel();
            if (isRetyped(known.spec(), given.spec()) || known.spec().equals(given.spec()) && !isJudgedAlike) {
                learnAnew(directory, kept, spec);
            } else if (!known.spec().equals(given.spec())) {
                throw new IOException(directory + " was learned with another spec, which is kept in " + kept
                        + "\nServe that one, or give another --data directory. Predictions can be added to a service that"
                        + " runs (PUT /v1/predictions/NAME).");
            }
            return new DataDirectory(directory, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Whether specs differ by the types or the ranges of columns that they declare, and by nothing else. */
    private static boolean isRetyped(Spec known, Spec given) {
        RowShape shape = given.shape().with(known.shape().types(), known.shape().ranges());
        return given.withShape(shape).equals(known) && !given.equals(known);
    }

    /** Snapshots are of the types and ranges before: without them, everything is learned from the log. */
    private static void learnAnew(Path directory, Path kept, String spec) throws IOException {
        DiskStorage storage = new DiskStorage(directory);
        if (!storage.list(SnapshotStore.DIRECTORY).isEmpty() && !ExperienceLog.isWhole(storage)) {
            throw new IOException(
                    directory + " was learned with other types or ranges, and the first rows of its"
                            + " log are deleted (--delete-old-segments): it cannot be learned anew\nGive another --data directory.");
        }
        for (String name : storage.list(SnapshotStore.DIRECTORY)) {
            storage.delete(SnapshotStore.DIRECTORY + "/" + name);
        }
        WholeFile.write(kept, spec);
    }

    /** Sets the rows from one on aside, with the changes of predictions behind it; how many rows those are. */
    public long goBackTo(long row) throws IOException {
        return goBackTo(storage(), row);
    }

    static long goBackTo(Storage storage, long row) throws IOException {
        SnapshotStore snapshots = new SnapshotStore(storage);
        if (!ExperienceLog.isWhole(storage) && snapshots.rows().stream().noneMatch(rows -> rows <= row)) {
            throw new IOException("the first rows of the log are deleted, and no snapshot is from before row " + row
                    + ": those that there are have learned from " + snapshots.rows() + " rows");
        }
        SetAside last = SetAside.copy(storage, row);
        // Whatever is left if this is interrupted can be started, with the changes of the rows that are left.
        snapshots.deleteBehind(row);
        long taken = last.take();
        try (PredictionChanges changes = PredictionChanges.open(storage)) {
            changes.setAsideBehind(row);
        }
        return taken;
    }

    public Storage storage() {
        return new DiskStorage(directory);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
