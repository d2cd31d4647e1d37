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
import java.util.stream.Collectors;

/** What a reader of a ranking should bear in mind: a sentence each. */
public final class Cautions {
    private Cautions() {}

    public static List<String> of(Ranking ranking, Optional<SampledTruth> truth) {
        List<String> edges = new ArrayList<>();
        List<String> idle = new ArrayList<>();
        for (RankedAlgorithm ranked : ranking.algorithms()) {
            ranked.byAuc().ifPresent(winner -> {
                String at = edges(ranking.study(), winner.result().setting());
                if (!at.isEmpty()) {
                    edges.add(ranked.algorithm() + " (" + at + ")");
                }
                if (!isBetterThanNothing(winner)) {
                    idle.add(ranked.algorithm() + " " + Words.interval(winner.rerunAuc()) + ", not learning "
                            + Words.number(winner.rerun().mean()[0]));
                }
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
        long huge =
                ranking.algorithms().stream().mapToLong(RankedAlgorithm::huge).sum();
        if (huge > 0) {
            sentences.add(Numbers.count(huge, "setting") + " did not diverge, but ended some run with more than a"
                    + " million times the error of not learning.");
        }
        truth.map(Cautions::sampled).ifPresent(sentences::add);
        long ranked = ranking.algorithms().stream()
                .filter(algorithm -> algorithm.byAuc().isPresent())
                .count();
        if (ranked > 1) {
            sentences.add(comparisons(ranked * (ranked - 1) / 2)
                    + "The best settings are chosen from "
                    + Numbers.count(ranking.study().settings().size()) + ".");
        }
        return sentences;
    }

    /** {@code step_size = 2⁻⁸, the largest}; empty if the best values lie inside. */
    private static String edges(Study study, Setting best) {
        return study.grids().stream()
                .filter(grid -> grid.algorithm().equals(best.algorithm()))
                .flatMap(grid -> grid.values().entrySet().stream())
                .map(grid -> edge(best, grid.getKey(), grid.getValue()))
                .filter(edge -> !edge.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String edge(Setting best, String parameter, List<Double> values) {
        double value = best.parameters().get(parameter);
        List<Double> numbers = values.stream().filter(Double::isFinite).toList();
        if (numbers.size() < 2 || !Double.isFinite(value) || isEndOfRange(best.algorithm(), parameter, value)) {
            return "";
        }
        boolean smallest = value == Collections.min(numbers);
        return smallest || value == Collections.max(numbers)
                ? parameter + " = " + Words.value(value) + (smallest ? ", the smallest" : ", the largest")
                : "";
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

    private static boolean isBetterThanNothing(Winner winner) {
        double high = winner.rerunAuc().high();
        return (Double.isNaN(high) ? winner.rerunAuc().mean() : high)
                < winner.rerun().mean()[0];
    }

    private static String sampled(SampledTruth truth) {
        return "The true values of this problem are not known exactly: they are means of simulated returns in "
                + Numbers.count(truth.values().size(), "state") + ", with a standard error of "
                + Numbers.significant(truth.stderr(), 2) + ", and smaller errors are not distinguishable from it.";
    }

    private static String comparisons(long pairs) {
        return Numbers.count(pairs, "pair") + " of algorithms "
                + (pairs == 1 ? "is compared, at 95 %" : "are compared, each at 95 %")
                + (pairs < 3
                        ? ". "
                        : ": expect about " + Numbers.fixed(0.05 * pairs, pairs < 20 ? 1 : 0)
                                + " false differences among " + Numbers.count(pairs, "comparison") + ". ");
    }
}
