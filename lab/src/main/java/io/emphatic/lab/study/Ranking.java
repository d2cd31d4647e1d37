package io.emphatic.lab.study;

import io.emphatic.lab.study.Standing.Winner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The algorithms of a finished study, best first by {@code auc}. Ties go by the order of the study file; algorithms
 * without any setting that survived all runs come last.
 *
 * @param study what was asked
 * @param standings best first
 */
public record Ranking(Study study, List<Standing> standings) {

    /**
     * Ranks the results in a directory, and re-runs the winners on fresh seeds.
     *
     * @param progress is told of each run that is done, from several threads
     * @throws IllegalArgumentException if there is no finished study
     */
    public static Ranking of(Path directory, Runnable progress) throws IOException {
        Study study = StudyRun.studyIn(directory);
        List<Result> results = StudyRun.resultsIn(directory, study);
        Map<String, List<Result>> byAlgorithm = results.stream()
                .collect(Collectors.groupingBy(
                        result -> result.setting().algorithm(), LinkedHashMap::new, Collectors.toList()));
        Map<String, Result> reruns = rerun(study, byAlgorithm.values(), progress);
        List<Standing> standings = new ArrayList<>();
        byAlgorithm.forEach((algorithm, own) -> standings.add(new Standing(
                algorithm,
                own,
                best(own, Result::meanAuc).map(result -> winner(study, result, reruns)),
                best(own, Result::meanLast).map(result -> winner(study, result, reruns)),
                own.stream().filter(Result::isDiverged).count())));
        standings.sort(Comparator.comparingDouble(
                standing -> standing.byAuc().map(winner -> winner.auc().mean()).orElse(Double.POSITIVE_INFINITY)));
        return new Ranking(study, List.copyOf(standings));
    }

    /** How many runs on fresh seeds {@link #of} will do at most: two winners for each algorithm. */
    public static long rerunsIn(Path directory) throws IOException {
        Study study = StudyRun.studyIn(directory);
        return 2L * study.grids().size() * study.runs();
    }

    /** The setting with the smallest error; NaN is never best. */
    private static Optional<Result> best(List<Result> results, ToDoubleFunction<Result> error) {
        return results.stream()
                .filter(result -> !result.isDiverged() && !Double.isNaN(error.applyAsDouble(result)))
                .min(Comparator.comparingDouble(error));
    }

    private static Map<String, Result> rerun(Study study, Iterable<List<Result>> byAlgorithm, Runnable progress) {
        List<Setting> winners = new ArrayList<>();
        for (List<Result> results : byAlgorithm) {
            best(results, Result::meanAuc).ifPresent(result -> winners.add(result.setting()));
            best(results, Result::meanLast).ifPresent(result -> winners.add(result.setting()));
        }
        Walks fresh = new Walks(study, Part.RERUN);
        return winners.stream()
                .distinct()
                .parallel()
                .flatMap(setting -> Chunk.compute(study, fresh, List.of(setting), done -> progress.run()).stream())
                .collect(Collectors.toMap(result -> result.setting().toString(), result -> result));
    }

    private static Winner winner(Study study, Result result, Map<String, Result> reruns) {
        Result rerun = reruns.get(result.setting().toString());
        long seed = study.seed();
        return new Winner(
                result,
                rerun,
                Interval.of(result.auc(), seed),
                Interval.of(result.last(), seed),
                Interval.of(rerun.auc(), seed),
                Interval.of(rerun.last(), seed));
    }

    /**
     * The difference of the re-run {@code auc} of two algorithms, run by run on the same experience; empty if either
     * has none.
     */
    public Optional<Interval> compare(Standing one, Standing other) {
        return one.byAuc().flatMap(a -> other.byAuc()
                .map(b -> Interval.ofDifference(a.rerun().auc(), b.rerun().auc(), study.seed())));
    }
}
