package io.emphatic.lab.internal.report;

import io.emphatic.Algorithms;
import io.emphatic.Parameter.Range;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.RankedAlgorithm.Winner;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.SampledTruth;
import io.emphatic.lab.study.Setting;
import io.emphatic.lab.study.Study;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What a reader of a ranking should bear in mind: a sentence each. */
public final class Cautions {
    private Cautions() {}

    public static List<String> of(Ranking ranking, Optional<SampledTruth> truth) {
        List<String> edges = new ArrayList<>();
        List<String> idle = new ArrayList<>();
        for (RankedAlgorithm ranked : ranking.algorithms()) {
            ranked.byAuc().ifPresent(winner -> {
                atEdges(ranking.study(), winner.result().setting()).ifPresent(edges::add);
                noBetterThanNothing(ranked.algorithm(), winner).ifPresent(idle::add);
            });
        }
        List<String> sentences = new ArrayList<>();
        if (!edges.isEmpty()) {
            sentences.add("Best at the edge of its grid, where a wider one may show it better: "
                    + String.join("; ", edges) + ".");
        }
        if (!idle.isEmpty()) {
            sentences.add("No better than not learning, or not distinguishable from it, on fresh seeds: "
                    + String.join("; ", idle) + ".");
        }
        huge(ranking).ifPresent(sentences::add);
        truth.map(Cautions::sampled).ifPresent(sentences::add);
        comparisons(ranking).ifPresent(sentences::add);
        return sentences;
    }

    /** {@code etd (step_size = 2⁻⁸, the largest)}. */
    private static Optional<String> atEdges(Study study, Setting best) {
        List<String> edges = new ArrayList<>();
        study.grids().stream()
                .filter(grid -> grid.algorithm().equals(best.algorithm()))
                .forEach(grid -> grid.values().forEach((parameter, values) -> edge(best, parameter, values)
                        .ifPresent(edges::add)));
        return edges.isEmpty()
                ? Optional.empty()
                : Optional.of(best.algorithm() + " (" + String.join(", ", edges) + ")");
    }

    private static Optional<String> edge(Setting best, String parameter, List<Double> values) {
        double value = best.parameters().get(parameter);
        List<Double> numbers = values.stream().filter(Double::isFinite).toList();
        if (numbers.size() < 2 || !Double.isFinite(value) || isEndOfRange(best.algorithm(), parameter, value)) {
            return Optional.empty();
        }
        String shown = parameter + " = " + Words.value(value) + ", the ";
        if (value == Collections.min(numbers)) {
            return Optional.of(shown + "smallest");
        }
        return value == Collections.max(numbers) ? Optional.of(shown + "largest") : Optional.empty();
    }

    private static boolean isEndOfRange(String algorithm, String parameter, double value) {
        Range range = parameter.equals(Setting.LAMBDA)
                ? Range.UNIT
                : Algorithms.named(algorithm).parameters().stream()
                        .filter(known -> known.name().equals(parameter))
                        .findFirst()
                        .orElseThrow()
                        .range();
        return value == range.min() && range.minIncluded() || value == range.max() && range.maxIncluded();
    }

    private static Optional<String> noBetterThanNothing(String algorithm, Winner winner) {
        double untaught = winner.rerun().mean()[0];
        double high = winner.rerunAuc().high();
        double mean = winner.rerunAuc().mean();
        boolean better = Double.isNaN(high) ? mean < untaught : high < untaught;
        return better
                ? Optional.empty()
                : Optional.of(algorithm + " " + Words.interval(winner.rerunAuc()) + ", not learning "
                        + Words.number(untaught));
    }

    private static Optional<String> huge(Ranking ranking) {
        long huge =
                ranking.algorithms().stream().mapToLong(RankedAlgorithm::huge).sum();
        return huge == 0
                ? Optional.empty()
                : Optional.of(Numbers.count(huge, "setting") + " did not diverge, but ended some run with more than a"
                        + " million times the error of not learning.");
    }

    private static String sampled(SampledTruth truth) {
        return "The true values of this problem are not known exactly: they are means of simulated returns in "
                + Numbers.count(truth.values().size(), "state") + ", with a standard error of "
                + Numbers.significant(truth.stderr(), 2) + ", and smaller errors are not distinguishable from it.";
    }

    private static Optional<String> comparisons(Ranking ranking) {
        long ranked = ranking.algorithms().stream()
                .filter(algorithm -> algorithm.byAuc().isPresent())
                .count();
        long pairs = ranked * (ranked - 1) / 2;
        return pairs == 0
                ? Optional.empty()
                : Optional.of(Numbers.count(pairs, "pair") + " of algorithms "
                        + (pairs == 1 ? "is compared, at 95 %" : "are compared, each at 95 %")
                        + (pairs < 3
                                ? ". "
                                : ": among as many with no difference at all, about "
                                        + Numbers.fixed(0.05 * pairs, pairs < 20 ? 1 : 0)
                                        + " would seem to differ by chance. ")
                        + "The best settings are chosen from "
                        + Numbers.count(ranking.study().settings().size()) + ".");
    }
}
