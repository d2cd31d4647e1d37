package io.emphatic.lab.study;

import io.emphatic.documents.text.Numbers;
import io.emphatic.experience.Names;
import io.emphatic.lab.study.RankedAlgorithm.Winner;
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
import java.util.stream.Stream;

/**
 * The algorithms of a finished study, best first by {@code auc}. Ties go by the order of the study file; algorithms
 * without any setting that survived all runs come last.
 *
 * <pre>
 *   Ranking ranking = Ranking.of(Path.of("results"));                  // where StudyRun has been
 *   RankedAlgorithm best = ranking.algorithms().get(0);
 *   best.byAuc().ifPresent(winner -&gt; System.out.println(winner.rerunAuc().mean()));
 * </pre>
 */
public record Ranking(Study study, List<RankedAlgorithm> algorithms) {
    /**
     * Ranks the results in a directory, with those of the winners on fresh seeds; nothing is learned.
     *
     * @throws IllegalArgumentException if there is no finished study, or its winners were not re-run
     */
    public static Ranking of(Path directory) throws IOException {
        Study study = StudyFile.studyIn(directory);
        if (study.firstRun() > 0) {
            throw new IllegalArgumentException(directory + " holds the later runs of a study only"
                    + "\n`emphatic study FILE --out DIR --merge " + directory + "` adds them to the others.");
        }
        ResultStore store = new ResultStore(directory, study.world());
        Map<Setting, Result> known = store.load(RandomPurpose.STUDY);
        List<Setting> settings = study.settings();
        long missing = missing(study, settings, known);
        if (missing > 0) {
            throw new IllegalArgumentException(missing + " of " + Numbers.count(settings.size(), "setting")
                    + " have no results of " + Numbers.count(study.runs(), "run") + " in " + directory
                    + "\n`emphatic study FILE --out " + directory + "` computes what is missing.");
        }
        List<Result> results = settings.stream().map(known::get).toList();
        Map<Setting, Result> reruns = store.load(RandomPurpose.RERUN);
        if (missing(study, winners(results), reruns) > 0) {
            throw new IllegalArgumentException("the best settings have not all been run on fresh seeds in "
                    + directory + "\n`emphatic study " + directory.resolve(StudyFile.STUDY) + " --out " + directory
                    + "` does that.");
        }
        return of(study, results, reruns);
    }

    private static long missing(Study study, List<Setting> settings, Map<Setting, Result> known) {
        return settings.stream()
                .map(setting -> known.get(setting))
                .filter(result -> result == null || result.runs() != study.runs())
                .count();
    }

    /** @param reruns of all winners, by setting */
    static Ranking of(Study study, List<Result> results, Map<Setting, Result> reruns) {
        List<RankedAlgorithm> algorithms = new ArrayList<>();
        byAlgorithm(results)
                .forEach((algorithm, own) -> algorithms.add(new RankedAlgorithm(
                        algorithm,
                        own,
                        best(own, Result::meanAuc).map(result -> winner(study, result, reruns)),
                        best(own, Result::meanLast).map(result -> winner(study, result, reruns)),
                        own.stream().filter(Result::isDiverged).count())));
        algorithms.sort(Comparator.comparingDouble(
                ranked -> ranked.byAuc().map(winner -> winner.auc().mean()).orElse(Double.POSITIVE_INFINITY)));
        return new Ranking(study, List.copyOf(algorithms));
    }

    /** The best setting of each algorithm by {@code auc} and by final error: those to run again on fresh seeds. */
    static List<Setting> winners(List<Result> results) {
        return byAlgorithm(results).values().stream()
                .flatMap(own -> Stream.of(best(own, Result::meanAuc), best(own, Result::meanLast)))
                .flatMap(Optional::stream)
                .map(Result::setting)
                .distinct()
                .toList();
    }

    private static Map<String, List<Result>> byAlgorithm(List<Result> results) {
        return results.stream()
                .collect(Collectors.groupingBy(
                        result -> result.setting().algorithm(), LinkedHashMap::new, Collectors.toList()));
    }

    private static Optional<Result> best(List<Result> results, ToDoubleFunction<Result> error) {
        return results.stream()
                .filter(result -> !result.isDiverged() && !Double.isNaN(error.applyAsDouble(result)))
                .min(Comparator.comparingDouble(error));
    }

    private static Winner winner(Study study, Result result, Map<Setting, Result> reruns) {
        Result rerun = reruns.get(result.setting());
        long seed = study.seed();
        return new Winner(
                result,
                rerun,
                Interval.of(result.auc(), seed),
                Interval.of(result.last(), seed),
                Interval.of(rerun.auc(), seed),
                Interval.of(rerun.last(), seed));
    }

    /** The ranking of some of the algorithms; an unknown name is refused. */
    public Ranking only(List<String> names) {
        List<String> known = algorithms.stream().map(RankedAlgorithm::algorithm).toList();
        names.stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException("the study has no algorithm " + name + Names.didYouMean(name, known)
                    + "\nIt has: " + String.join(", ", known));
        });
        return new Ranking(
                study,
                algorithms.stream()
                        .filter(ranked -> names.contains(ranked.algorithm()))
                        .toList());
    }

    /** The difference of the re-run {@code auc} of two algorithms, run by run; empty if either has none. */
    public Optional<Interval> compare(RankedAlgorithm one, RankedAlgorithm other) {
        return one.byAuc().flatMap(a -> other.byAuc()
                .map(b -> Interval.ofDifference(a.rerun().auc(), b.rerun().auc(), study.seed())));
    }
}
