package io.emphatic.lab.study;

import io.emphatic.documents.file.OutputLock;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Threads;
import io.emphatic.lab.mdpfile.MdpFile.FileProblem;
import io.emphatic.lab.study.TraceGroup.LearningCurves;
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
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * A study at work in a directory: finds out what is missing, computes that on all cores, keeps each chunk as soon as it
 * is done, and writes the tables; then does the same with the runs of the best settings on fresh seeds. The outcome
 * depends on the study alone, not on threads or interruptions.
 *
 * <pre>
 *   try (StudyRun run = new StudyRun(Path.of("study.yaml"), Path.of("results"), "1.0")) {
 *       run.run(2, steps -&gt; {});       // on two threads
 *       run.rerun(2, steps -&gt; {});     // the best settings, on fresh seeds
 *   }
 *   Ranking ranking = Ranking.of(Path.of("results"));
 * </pre>
 *
 * One process at a time may have a directory open, and one thread a StudyRun.
 */
public final class StudyRun implements Closeable {
    private static final int MOST_SETTINGS_PER_CHUNK = 256;

    private final Study study;
    private final String source;
    private final String problemSource;
    private final String version;
    private final Path directory;
    private final ResultStore store;
    private final OutputLock lock;
    private final WalkCache walks;
    private final List<Setting> settings;
    private final Map<Setting, Result> known;
    private final Map<Setting, Result> reruns;

    /**
     * Opens the directory, which is made if it is not there, and finds out what is missing.
     *
     * @param version of the program, with its revision where that is known; kept with the results
     * @throws IllegalArgumentException if the file is not a study, or the directory holds another one
     * @throws IOException if the directory is a file, cannot be written to, or is being written by another run
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
        this.lock =
                OutputLock.of("the study", directory.resolve(StudyFile.STUDY)).untilTheProgramEnds();
        try {
            this.store = new ResultStore(directory, study.world());
            store.begin();
            this.known = store.load(RandomPurpose.STUDY);
            this.reruns = store.load(RandomPurpose.RERUN);
            requireNoMoreRuns();
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private void requireNoMoreRuns() {
        known.values().stream()
                .filter(result -> result.runs() > study.runs())
                .findFirst()
                .ifPresent(result -> {
                    throw new IllegalArgumentException(
                            directory + " holds " + Numbers.count(result.runs(), "run") + " of "
                                    + result.setting() + ", this study has " + Numbers.count(study.runs())
                                    + "\nRuns can be added, not taken away: give another --out.");
                });
    }

    /**
     * Takes over what another directory has of this study's settings and this one has not. The other does not change.
     *
     * @return how many settings
     * @throws IllegalArgumentException if the other directory holds something else
     */
    public int takeFrom(Path other) throws IOException {
        int first = firstRunIn(other);
        boolean isLater = first > study.firstRun();
        ResultStore from = new ResultStore(other, study.world() + (isLater ? " from=" + first : ""));
        int taken = isLater ? append(from.load(RandomPurpose.STUDY), first) : take(from, RandomPurpose.STUDY, known);
        take(from, RandomPurpose.RERUN, reruns);
        List<Provenance> sessions = new ArrayList<>(Provenance.read(directory));
        Provenance.read(other).stream()
                .filter(session -> !sessions.contains(session))
                .forEach(sessions::add);
        Provenance.write(directory, sessions);
        return taken;
    }

    /** The first run of the results in a directory, counted from 0. */
    public static int firstRunIn(Path directory) throws IOException {
        Path world = directory.resolve("chunks").resolve("world.txt");
        String first = Files.exists(world) ? Files.readString(world).strip().replaceAll(".* from=", "") : "";
        return first.matches("\\d+") ? Integer.parseInt(first) : 0;
    }

    private int take(ResultStore from, RandomPurpose purpose, Map<Setting, Result> into) throws IOException {
        int taken = 0;
        Map<Setting, Result> theirs = from.load(purpose);
        for (Setting setting : settings) {
            Result there = theirs.get(setting);
            int runs = runsOfUse(there);
            if (runs > runsOfUse(into.get(setting)) && runs <= study.runs()) {
                into.put(setting, there);
                store.save(purpose, List.of(there));
                taken++;
            }
        }
        return taken;
    }

    /** Adds runs that continue those that are there, one by one: the bits are those of one go. */
    private int append(Map<Setting, Result> theirs, int first) throws IOException {
        int taken = 0;
        for (Setting setting : settings) {
            Result there = theirs.get(setting);
            Result here = known.get(setting);
            if (there != null && runsOfUse(here) == first && first + there.runs() <= study.runs()) {
                Result.Gatherer gatherer = new Result.Gatherer(study, here);
                for (int run = 0; run < there.runs(); run++) {
                    gatherer.add(there.curves()[run], there.divergedAt()[run]);
                }
                Result result = gatherer.result();
                known.put(setting, result);
                store.save(RandomPurpose.STUDY, List.of(result));
                taken++;
            }
        }
        return taken;
    }

    private boolean isComplete(Result result) {
        return isBegun(result) && result.runs() == study.runs();
    }

    private boolean isBegun(Result result) {
        return result != null && (!study.keepsRuns() || result.curves().length == result.runs());
    }

    /** How many runs need not be computed: none of a result without curves, where the study asks for them. */
    private int runsOfUse(Result result) {
        return isBegun(result) ? result.runs() : 0;
    }

    /** What is missing: settings that learn together, and have as many runs already. */
    private List<List<Setting>> chunks() {
        Map<Integer, List<Setting>> missing = new LinkedHashMap<>();
        for (Setting setting : settings) {
            if (!isComplete(known.get(setting))) {
                missing.computeIfAbsent(missingRuns(setting), runs -> new ArrayList<>())
                        .add(setting);
            }
        }
        return missing.values().stream()
                .flatMap(alike -> TraceGroup.of(alike, MOST_SETTINGS_PER_CHUNK).stream())
                .toList();
    }

    private int missingRuns(Setting setting) {
        return study.runs() - runsOfUse(known.get(setting));
    }

    /** What is asked. */
    public Study study() {
        return study;
    }

    /** The other versions of emphatic that have computed results in the directory, whose numbers may differ. */
    public List<String> otherVersions() throws IOException {
        return Provenance.read(directory).stream()
                .map(Provenance::version)
                .filter(other -> !other.equals(version))
                .distinct()
                .toList();
    }

    /** How many settings have not all their runs. */
    public int missingSettings() {
        return chunks().stream().mapToInt(List::size).sum();
    }

    /** Missing settings × their missing runs × steps. */
    public long missingSettingSteps() {
        return chunks().stream()
                .flatMap(List::stream)
                .mapToLong(setting -> (long) missingRuns(setting) * study.steps())
                .sum();
    }

    /**
     * Computes what is missing, writes the tables and returns all results in the order of {@link Study#settings}.
     *
     * @param progress receives setting-steps as they are done, from several threads
     */
    public List<Result> run(int threads, LongConsumer progress) throws IOException {
        List<List<Setting>> chunks = chunks();
        Provenance.SessionLog session =
                chunks.isEmpty() ? null : new Provenance.SessionLog(directory, version, threads);
        compute(threads, chunks, known, walks, progress, session);
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
        WholeFile.write(directory.resolve(StudyFile.STUDY), source);
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
        return Ranking.winners(study.firstRun() > 0 ? List.of() : results()).stream() // a part has no best
                .filter(setting -> !isComplete(reruns.get(setting)))
                .toList();
    }

    /** Of what is there; everything has to be. */
    public Ranking ranking() {
        return Ranking.of(study, results(), reruns);
    }

    private List<Result> results() {
        return settings.stream().map(known::get).filter(this::isComplete).toList();
    }

    /**
     * Runs the best settings of each algorithm on fresh seeds, as far as that has not been done. Without it there is no
     * ranking: the error by which a setting was chosen is biased downwards by the choice.
     */
    public void rerun(int threads, LongConsumer progress) throws IOException {
        List<List<Setting>> single = missingWinners().stream().map(List::of).toList();
        compute(threads, single, reruns, walks.onFreshSeeds(), progress, null);
    }

    /** Settings that learn together learn from the walks they have not seen; their results are kept at once. */
    private List<Result> compute(
            WalkCache from, Map<Setting, Result> before, List<Setting> chunk, LongConsumer progress)
            throws IOException {
        TraceGroup group = new TraceGroup(from.problem(), study.every(), chunk);
        List<Result.Gatherer> gatherers = chunk.stream()
                .map(setting -> isBegun(before.get(setting)) ? before.get(setting) : Result.none(study, setting))
                .map(begun -> new Result.Gatherer(study, begun))
                .toList();
        for (int run = runsOfUse(before.get(chunk.get(0))); run < study.runs(); run++) {
            LearningCurves curves = group.learn(from.of(run));
            for (int k = 0; k < chunk.size(); k++) {
                gatherers.get(k).add(curves.errors(k), curves.divergedAt()[k]);
            }
            progress.accept((long) chunk.size() * study.steps());
        }
        List<Result> results = gatherers.stream().map(Result.Gatherer::result).toList();
        store.save(from.purpose(), results);
        return results;
    }

    /** What is computed is added to the results, which are by setting; and to the session, if any. */
    private void compute(
            int threads,
            List<List<Setting>> chunks,
            Map<Setting, Result> results,
            WalkCache from,
            LongConsumer progress,
            Provenance.SessionLog session)
            throws IOException {
        try (Threads pool = new Threads(threads)) {
            pool.map(IntStream.range(0, chunks.size()), k -> {
                        List<Setting> chunk = chunks.get(k);
                        try {
                            List<Result> done = compute(from, results, chunk, progress);
                            if (session != null) {
                                long steps = (long) missingRuns(chunk.get(0)) * study.steps();
                                session.add(chunk.size(), chunk.size() * steps);
                            }
                            return done;
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .forEach(chunk -> chunk.forEach(result -> results.put(result.setting(), result)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
