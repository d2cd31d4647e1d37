package io.emphatic.lab.study;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.RecordJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One session that computed results. Kept in {@code provenance.json}, the only file of a study that holds times.
 *
 * @param version of the program, with its revision where that is known
 * @param started when, in UTC
 * @param seconds how long; until the last chunk that was kept, if the session did not come to its end
 * @param settings how many settings were computed and kept
 * @param settingSteps settings × runs × steps
 */
public record Provenance(
        String version,
        String started,
        double seconds,
        int threads,
        int settings,
        long settingSteps,
        String machine,
        String java) {
    private static final String FILE = "provenance.json";

    private static Provenance begin(String version, int threads) {
        return new Provenance(
                version,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                0,
                threads,
                0,
                0,
                processor() + Runtime.getRuntime().availableProcessors() + " processors, "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    }

    private Provenance after(double now, int more, long moreSteps) {
        double rounded = Math.rint(1000 * now) / 1000;
        return new Provenance(
                version, started, rounded, threads, settings + more, settingSteps + moreSteps, machine, java);
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip() + ", ")
                    .findFirst()
                    .orElse("");
        } catch (IOException e) { // only Linux has it
            return "";
        }
    }

    /**
     * The sessions recorded in a directory, oldest first.
     *
     * @throws IOException if the file is damaged; the message names it
     */
    public static List<Provenance> read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            List<Provenance> sessions = Arrays.asList(RecordJson.read(Provenance[].class, Files.readString(file)));
            if (sessions.contains(null)) {
                throw new IllegalArgumentException("null instead of a session");
            }
            return sessions;
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    file + " is damaged: " + e.getMessage()
                            + "\nIt records when and where results were computed; without it the study continues: remove it.",
                    e);
        }
    }

    static void write(Path directory, List<Provenance> sessions) throws IOException {
        WholeFile.write(directory.resolve(FILE), RecordJson.text(sessions) + "\n");
    }

    /** Writes the file when a session starts and again after each chunk, so that a kill loses no record. */
    static final class SessionLog {
        private final Path directory;
        private final long start = System.nanoTime();
        private final List<Provenance> sessions;

        SessionLog(Path directory, String version, int threads) throws IOException {
            this.directory = directory;
            this.sessions = new ArrayList<>(read(directory));
            sessions.add(begin(version, threads));
            write(directory, sessions);
        }

        /** Records that {@code settings} more settings have been computed; may be called from any thread. */
        synchronized void add(int settings, long settingSteps) throws IOException {
            int last = sessions.size() - 1;
            sessions.set(last, sessions.get(last).after((System.nanoTime() - start) / 1e9, settings, settingSteps));
            write(directory, sessions);
        }
    }
}
