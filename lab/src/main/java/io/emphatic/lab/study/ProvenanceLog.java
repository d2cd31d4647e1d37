package io.emphatic.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The record of the session at work, in {@code provenance.json} is written at its start and again after each chunk, so
 * that a kill loses none.
 */
final class ProvenanceLog {
    private final Path directory;
    private final List<Provenance> before;
    private final long stepsOfASetting;
    private final long start = System.nanoTime();
    private Provenance record;

    /** @param stepsOfASetting runs × steps */
    ProvenanceLog(Path directory, String version, int threads, long stepsOfASetting) throws IOException {
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
