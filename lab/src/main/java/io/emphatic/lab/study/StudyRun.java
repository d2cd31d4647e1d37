package io.emphatic.lab.study;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.lab.Threads;
import io.emphatic.lab.mdpfile.FileProblem;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * A study at work in a directory: finds out what is missing, computes that on all cores, keeps each chunk as soon as it
 * is done, and writes the tables; then does the same with the runs of the best settings on fresh seeds. The outcome
 * depends on the study alone, not on threads or interruptions.
 */
public final class StudyRun implements Closeable {
    /** More settings than this in one chunk would make the chunk that a kill loses too long. */
    private static final int MOST_SETTINGS_PER_CHUNK = 256;

    private static final String STUDY = "study.yaml";

    private final Study study;
    private final String source;
    private final String problemSource;
    private final String version;
    private final Path directory;
    private final ResultStore store;
    private final WalkCache walks;
    private final List<Setting> settings;
    private final Map<String, Result> known;
    private final Map<String, Result> reruns;
    private final List<List<Setting>> chunks = new ArrayList<>();

    /**
     * Opens the directory, which is made if it is not there, and finds out what is missing.
     *
     * @throws IllegalArgumentException if the file is not a study, or the directory holds another one
     * @throws IOException if the directory is a file or cannot be written to
     */
    public StudyRun(Path file, Path directory, String version) throws IOException {
        this.study = StudyFile.read(file);
        this.source = Files.readString(file, StandardCharsets.UTF_8);
        this.problemSource = study.problem() instanceof FileProblem from ? Files.readString(from.path()) : "";
        this.version = version;
        this.directory = directory;
        this.settings = study.settings();
        this.walks = new WalkCache(study);
        WholeFile.requireWritable(directory);
        this.store = new ResultStore(directory, study.world());
        this.known = store.load(RandomPurpose.STUDY);
        this.reruns = store.load(RandomPurpose.RERUN);
        Map<Object, List<Setting>> groups = new LinkedHashMap<>();
        for (Setting setting : settings) {
            if (!known.containsKey(setting.toString())) {
                groups.computeIfAbsent(setting.traceKey(), key -> new ArrayList<>())
                        .add(setting);
            }
        }
        for (List<Setting> group : groups.values()) {
            for (int first = 0; first < group.size(); first += MOST_SETTINGS_PER_CHUNK) {
                chunks.add(List.copyOf(group.subList(first, Math.min(group.size(), first + MOST_SETTINGS_PER_CHUNK))));
            }
        }
    }

    /** @throws IllegalArgumentException if there are no results in the directory */
    public static Study studyIn(Path directory) throws IOException {
        Path file = directory.resolve(STUDY);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no finished study in " + directory
                    + "\n`emphatic study FILE --out " + directory + "` makes one.");
        }
        return StudyFile.readKept(file);
    }

    /** The study file whose results are in a directory, as it was written. */
    public static String sourceIn(Path directory) throws IOException {
        return Files.readString(directory.resolve(STUDY), StandardCharsets.UTF_8);
    }

    public Study study() {
        return study;
    }

    public int missingSettings() {
        return chunks.stream().mapToInt(List::size).sum();
    }

    /** Missing settings × runs × steps. */
    public long missingSettingSteps() {
        return (long) missingSettings() * study.runs() * study.steps();
    }

    /** How long the missing part will take: each algorithm is tried out for a moment. */
    public double estimateSeconds(int threads) {
        return TimeEstimate.seconds(study, walks, chunks, threads);
    }

    /**
     * Computes what is missing, writes the tables and returns all results in the order of {@link Study#settings}.
     *
     * @param progress is told of setting-steps as they are done, from several threads
     */
    public List<Result> run(int threads, LongConsumer progress) throws IOException {
        ProvenanceLog session = chunks.isEmpty() ? null : new ProvenanceLog(directory, version, threads, study);
        compute(threads, chunks, known, chunk -> {
            List<Result> results = compute(walks, chunk, progress);
            session.kept(results.size());
            return results;
        });
        chunks.clear();
        List<Result> results = results();
        ResultTables.write(directory, study, results);
        Optional<SampledTruth> truth = walks.problem().sampledTruth();
        if (truth.isPresent()) {
            truth.get().write(directory);
        }
        if (study.problem() instanceof FileProblem file) {
            Path kept = directory.resolve(StudyFile.KEPT);
            Files.createDirectories(kept);
            WholeFile.write(kept.resolve(file.name()), problemSource);
        }
        WholeFile.write(directory.resolve(STUDY), source);
        return results;
    }

    /** The values that errors are measured against, if they are not exact. */
    public Optional<SampledTruth> sampledTruth() {
        return walks.problem().sampledTruth();
    }

    /** How many of the best settings have no result on fresh seeds yet; known as soon as no setting is missing. */
    public int missingReruns() {
        return missingWinners().size();
    }

    private List<Setting> missingWinners() {
        return Ranking.winners(results()).stream()
                .filter(setting -> !reruns.containsKey(setting.toString()))
                .toList();
    }

    private List<Result> results() {
        return settings.stream()
                .map(setting -> known.get(setting.toString()))
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * Runs the best settings of each algorithm on fresh seeds, as far as that has not been done. Without it there is no
     * ranking: the error by which a setting was chosen is biased downwards by the choice.
     */
    public void rerun(int threads, LongConsumer progress) throws IOException {
        List<List<Setting>> single = missingWinners().stream().map(List::of).toList();
        WalkCache fresh = new WalkCache(study, RandomPurpose.RERUN);
        compute(threads, single, reruns, winner -> compute(fresh, winner, progress));
    }

    /** Settings that share their trace learn from all walks; their results are kept at once. */
    private List<Result> compute(WalkCache from, List<Setting> chunk, LongConsumer progress) throws IOException {
        TraceGroup group = new TraceGroup(from.problem(), study.every(), chunk);
        Result.Gatherer gatherer = new Result.Gatherer(study, chunk.size());
        for (int run = 0; run < study.runs(); run++) {
            gatherer.add(group.learn(from.of(run)));
            progress.accept((long) chunk.size() * study.steps());
        }
        List<Result> results = IntStream.range(0, chunk.size())
                .mapToObj(k -> gatherer.result(k, chunk.get(k)))
                .toList();
        store.save(from.purpose(), results);
        return results;
    }

    private interface Work {
        List<Result> on(List<Setting> chunk) throws IOException;
    }

    /** @param results by {@link Setting#toString}. Modified: what is computed is added. */
    private static void compute(int threads, List<List<Setting>> chunks, Map<String, Result> results, Work work)
            throws IOException {
        try (Threads pool = new Threads(threads)) {
            pool.map(IntStream.range(0, chunks.size()), k -> {
                        try {
                            return work.on(chunks.get(k));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .forEach(chunk ->
                            chunk.forEach(result -> results.put(result.setting().toString(), result)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * The results that a finished study left in a directory, in the order of {@link Study#settings}.
     *
     * @throws IllegalArgumentException if some are missing
     */
    static List<Result> resultsIn(Path directory, Study study) throws IOException {
        try (ResultStore store = new ResultStore(directory, study.world())) {
            Map<String, Result> known = store.load(RandomPurpose.STUDY);
            List<Setting> settings = study.settings();
            long missing = missing(settings, known);
            if (missing > 0) {
                throw new IllegalArgumentException(missing + " of " + settings.size() + " settings have no results in "
                        + directory + "\n`emphatic study FILE --out " + directory + "` computes what is missing.");
            }
            return settings.stream()
                    .map(setting -> known.get(setting.toString()))
                    .toList();
        }
    }

    /**
     * The results of these settings on fresh seeds in a directory, by {@link Setting#toString}.
     *
     * @throws IllegalArgumentException if some are missing
     */
    static Map<String, Result> rerunsIn(Path directory, Study study, List<Setting> winners) throws IOException {
        try (ResultStore store = new ResultStore(directory, study.world())) {
            Map<String, Result> known = store.load(RandomPurpose.RERUN);
            if (missing(winners, known) > 0) {
                throw new IllegalArgumentException("the best settings have not all been run on fresh seeds in "
                        + directory + "\n`emphatic study " + directory.resolve(STUDY) + " --out " + directory
                        + "` does that.");
            }
            return known;
        }
    }

    private static long missing(List<Setting> settings, Map<String, Result> known) {
        return settings.stream()
                .filter(setting -> !known.containsKey(setting.toString()))
                .count();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
