package io.emphatic.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes {@code provenance.json} when a session starts and again after each chunk, so that a kill loses no record. */
final class ProvenanceLog {
    private final Path directory;
    private final long stepsPerSetting;
    private final long start = System.nanoTime();
    private final List<Provenance> sessions;

    ProvenanceLog(Path directory, String version, int threads, Study study) throws IOException {
        this.directory = directory;
        this.stepsPerSetting = (long) study.runs() * study.steps();
        this.sessions = new ArrayList<>(Provenance.read(directory));
        sessions.add(Provenance.begin(version, threads));
        Provenance.write(directory, sessions);
    }

    /** Records that {@code settings} more settings have been kept; may be called from any thread. */
    synchronized void kept(int settings) throws IOException {
        int last = sessions.size() - 1;
        int all = sessions.get(last).settings() + settings;
        double seconds = (System.nanoTime() - start) / 1e9;
        sessions.set(last, sessions.get(last).after(seconds, all, all * stepsPerSetting));
        Provenance.write(directory, sessions);
    }
}
