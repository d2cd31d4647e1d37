package io.emphatic.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A session at work: its record in {@code provenance.json} is there from the start and grows with each chunk, so that a
 * kill loses none.
 */
final class Session {
    private final Path directory;
    private final List<Provenance> before;
    private final long stepsOfASetting;
    private final long start = System.nanoTime();
    private Provenance record;

    /** @param stepsOfASetting runs × steps */
    Session(Path directory, String version, int threads, long stepsOfASetting) throws IOException {
        this.directory = directory;
        this.before = Provenance.read(directory);
        this.stepsOfASetting = stepsOfASetting;
        this.record = Provenance.begin(version, threads);
        Provenance.write(directory, before, record);
    }

    /** So many more settings have been kept; from any thread. */
    synchronized void kept(int settings) throws IOException {
        int all = record.settings() + settings;
        record = record.after((System.nanoTime() - start) / 1e9, all, all * stepsOfASetting);
        Provenance.write(directory, before, record);
    }
}
