package io.emphatic.lab.study;

import io.emphatic.documents.file.WholeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/**
 * A study at work in a directory: finds out what is missing, computes that on all cores, keeps each chunk as soon as it
 * is done, and writes the tables at the end. The outcome depends on the study alone, not on threads or interruptions.
 */
public final class StudyRun implements Closeable {
    /** More settings than this in one chunk would make the chunk that a kill loses too long. */
    private static final int MOST_SETTINGS_A_CHUNK = 256;

    private static final String STUDY = "study.yaml";

    private final Study study;
    private final String source;
    private final String version;
    private final Path directory;
    private final Store store;
    private final Walks walks;
    private final List<Setting> settings;
    private final Map<String, Result> known;
    private final List<List<Setting>> chunks = new ArrayList<>();

    /**
     * Opens the directory, which is made if it is not there, and finds out what is missing.
     *
     * @param file the study
     * @param version of the program, for the provenance
     * @throws IllegalArgumentException if the file is not a study, or the directory holds another one
     */
    public StudyRun(Path file, Path directory, String version) throws IOException {
        this.study = StudyFile.read(file);
        this.source = Files.readString(file, StandardCharsets.UTF_8);
        this.version = version;
        this.directory = directory;
        this.settings = study.settings();
        this.walks = new Walks(study, Part.STUDY);
        this.store = new Store(directory, study.world());
        this.known = store.load();
        Map<String, List<Setting>> groups = new LinkedHashMap<>();
        for (Setting setting : settings) {
            if (!known.containsKey(setting.toString())) {
                groups.computeIfAbsent(setting.traceKey(), key -> new ArrayList<>())
                        .add(setting);
            }
        }
        for (List<Setting> group : groups.values()) {
            for (int first = 0; first < group.size(); first += MOST_SETTINGS_A_CHUNK) {
                chunks.add(List.copyOf(group.subList(first, Math.min(group.size(), first + MOST_SETTINGS_A_CHUNK))));
            }
        }
    }

    /**
     * The study whose results are in a directory.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Study studyIn(Path directory) throws IOException {
        Path file = directory.resolve(STUDY);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no finished study in " + directory
                    + "\n`emphatic study FILE --out " + directory + "` makes one.");
        }
        return StudyFile.read(file);
    }

    /** The study file whose results are in a directory, as it was written. */
    public static String sourceIn(Path directory) throws IOException {
        return Files.readString(directory.resolve(STUDY), StandardCharsets.UTF_8);
    }

    /** The study at work. */
    public Study study() {
        return study;
    }

    /** How many settings have no result yet. */
    public int missingSettings() {
        return chunks.stream().mapToInt(List::size).sum();
    }

    /** Missing settings × runs × steps. */
    public long missingSettingSteps() {
        return (long) missingSettings() * study.runs() * study.steps();
    }

    /** How long the missing part will take: each algorithm is tried out for a moment. */
    public double estimateSeconds(int threads) {
        return Forecast.seconds(study, walks, chunks, threads);
    }

    /**
     * Computes what is missing and writes the tables.
     *
     * @param progress is told of setting-steps as they are done, from several threads
     * @return all results, in the order of {@link Study#settings}
     */
    public List<Result> run(int threads, LongConsumer progress) throws IOException, InterruptedException {
        Session session = missingSettings() > 0
                ? new Session(directory, version, threads, (long) study.runs() * study.steps())
                : null;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<List<Result>>> futures = new ArrayList<>();
            for (List<Setting> chunk : chunks) {
                futures.add(pool.submit(() -> {
                    List<Result> results = Chunk.compute(study, walks, chunk, progress);
                    store.save(results);
                    session.kept(results.size());
                    return results;
                }));
            }
            for (Future<List<Result>> future : futures) {
                future.get().forEach(result -> known.put(result.setting().toString(), result));
            }
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } finally {
            pool.shutdownNow();
        }
        chunks.clear();
        List<Result> results = results();
        Tables.write(directory, study, results);
        WholeFile.write(directory.resolve(STUDY), source);
        return results;
    }

    /**
     * The results that a finished study left in a directory, in the order of {@link Study#settings}.
     *
     * @throws IllegalArgumentException if some are missing
     */
    static List<Result> resultsIn(Path directory, Study study) throws IOException {
        try (Store store = new Store(directory, study.world())) {
            Map<String, Result> known = store.load();
            List<Setting> settings = study.settings();
            long missing = settings.stream()
                    .filter(setting -> !known.containsKey(setting.toString()))
                    .count();
            if (missing > 0) {
                throw new IllegalArgumentException(missing + " of " + settings.size() + " settings have no results in "
                        + directory + "\n`emphatic study FILE --out " + directory + "` computes what is missing.");
            }
            return settings.stream()
                    .map(setting -> known.get(setting.toString()))
                    .toList();
        }
    }

    private List<Result> results() {
        return settings.stream().map(setting -> known.get(setting.toString())).toList();
    }

    private static IOException unwrapped(ExecutionException e) {
        if (e.getCause() instanceof IOException io) {
            return io;
        }
        if (e.getCause() instanceof RuntimeException defect) {
            throw defect;
        }
        throw new IllegalStateException(e.getCause());
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
