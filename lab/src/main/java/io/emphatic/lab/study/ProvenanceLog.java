package io.emphatic.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes {@code provenance.json} when a session starts and again after each chunk, so that a kill loses no record. */
final class ProvenanceLog {
    private final Path directory;
    private final long start = System.nanoTime();
    private final List<Provenance> sessions;

    ProvenanceLog(Path directory, String version, String code, int threads) throws IOException {
        this.directory = directory;
        this.sessions = new ArrayList<>(Provenance.read(directory));
        sessions.add(Provenance.begin(version, code, threads));
        Provenance.write(directory, sessions);
    }

    /** Records that {@code settings} more settings have been kept; may be called from any thread. */
    synchronized void kept(int settings, long settingSteps) throws IOException {
        int last = sessions.size() - 1;
        Provenance session = sessions.get(last);
        double seconds = (System.nanoTime() - start) / 1e9;
        sessions.set(
                last, session.after(seconds, session.settings() + settings, session.settingSteps() + settingSteps));
        Provenance.write(directory, sessions);
    }
}
