package io.emphatic.serve.service;

import io.emphatic.documents.file.OutputLock;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.serve.storage.DiskStorage;
import io.emphatic.serve.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The directory of one service, which one program at a time has, and one spec for good. */
public final class DataDirectory implements Closeable {
    private static final String SPEC = "spec.yaml";

    private final Path directory;
    private final OutputLock lock;

    private DataDirectory(Path directory, OutputLock lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Takes a directory, which is made if it is missing.
     *
     * @param specName the name of the spec's file, for messages
     * @param spec its text
     * @throws IOException if another program has it, or it was made with another spec
     */
    public static DataDirectory open(Path directory, String specName, String spec) throws IOException {
        WholeFile.requireWritable(directory);
        OutputLock lock = OutputLock.of("the data directory", directory);
        try {
            Path kept = directory.resolve(SPEC);
            AmendedSpec given = AmendedSpec.parse(specName, spec);
            if (!Files.exists(kept)) {
                WholeFile.write(kept, spec);
            }
            AmendedSpec known = AmendedSpec.parse(kept.toString(), Files.readString(kept));
            if (!known.spec().equals(given.spec())) {
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

    public Storage storage() {
        return new DiskStorage(directory);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
