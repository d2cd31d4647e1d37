package io.emphatic.lab.internal.explanation;

import io.emphatic.Algorithm;
import io.emphatic.Family;
import io.emphatic.FixedPoint;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Naming;
import io.emphatic.lab.internal.explanation.Explanation.PolicyExplanation;
import io.emphatic.lab.theory.FixedPointError;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** What an explanation comes to: a few sentences, and one table in which an algorithm is judged over all targets. */
final class Answer {
    /** An error of at most this many times the least one is as right. */
    private static final double AS_RIGHT = 1.1;

    /** An error of at most this part of the largest value is rounding. */
    private static final double NOISE = 1e-9;

    private static final Algorithm ETD_BETA = Theory.algorithm(FixedPoint.BETA_EMPHASIS);

    /** With more states, the moments of the traces are computed only on request. */
    private static final int MOST_STATES = 300;

    static final String LEGEND = "✓ good: stable, rmse at most 10 % above the least, finite variance; ~ stable, but not"
            + " good; ✗ not stable. Stable is the expected update, below this step size; single runs may need a far smaller"
            + " one. The variance is that of the trace. A range is over the targets.";

    /**
     * An algorithm over all targets.
     *
     * @param excess its error where you care over the least of a stable one, on the target where that is worst
     * @param moments E‖e‖² on each target; NaN where it is not known
     */
    private record Judged(String name, List<Solution> solutions, double excess, double[] moments) {
        boolean isSafe() {
            return count(ExplanationTables.STABLE) == solutions.size();
        }

        boolean isRight() {
            return isSafe() && excess <= AS_RIGHT;
        }

        boolean isCalm() {
            return isSafe() && Arrays.stream(moments).allMatch(Double::isFinite);
        }

        int wild() {
            return (int) Arrays.stream(moments).filter(Double::isInfinite).count();
        }

        boolean isUnknown() {
            return wild() == 0 && Arrays.stream(moments).anyMatch(Double::isNaN);
        }

        int count(String outcome) {
            return (int) solutions.stream()
                    .filter(solution -> ExplanationTables.outcome(solution).equals(outcome))
                    .count();
        }

        int rank() {
            return isRight() && isCalm() ? 0 : isSafe() ? 1 : 2;
        }
    }

    private final List<PolicyExplanation> targets;
    private final double[] least;
    private final List<Judged> all;

    Answer(Explanation explanation) {
        targets = explanation.targets();
        least = targets.stream().mapToDouble(Answer::least).toArray();
        List<double[]> moments = targets.stream().map(Answer::moments).toList();
        all = IntStream.range(0, targets.get(0).solutions().size())
                .mapToObj(k -> {
                    List<Solution> own = targets.stream()
                            .map(target -> target.solutions().get(k))
                            .toList();
                    double[] errors = errors(own.stream().map(Solution::error).toList());
                    double[] traces = moments.stream().mapToDouble(by -> by[k]).toArray();
                    return new Judged(ExplanationTables.name(own.get(0).config()), own, excess(errors), traces);
                })
                .toList();
    }

    private static double least(PolicyExplanation target) {
        return target.solutions().stream()
                .filter(solution -> ExplanationTables.outcome(solution).equals(ExplanationTables.STABLE))
                .mapToDouble(solution -> error(target.theory(), solution.error()))
                .min()
                .orElse(Double.NaN);
    }

    /** Where you care; everywhere if that is nowhere. */
    private static double error(Theory theory, FixedPointError error) {
        double size = Arrays.stream(theory.value()).map(Math::abs).max().orElse(0);
        double known = Double.isNaN(error.interestRmse()) ? error.rmse() : error.interestRmse();
        return known <= NOISE * (size == 0 ? 1 : size) ? 0 : known;
    }

    private double[] errors(List<FixedPointError> errors) {
        return IntStream.range(0, errors.size())
                .mapToDouble(t -> error(targets.get(t).theory(), errors.get(t)))
                .toArray();
    }

    private double excess(double[] errors) {
        return IntStream.range(0, least.length)
                .mapToDouble(t -> errors[t] == least[t] ? 1 : (float) (errors[t] / least[t]))
                .max()
                .orElseThrow();
    }

    /** E‖e‖² of each algorithm. Other families have the trace of td or etd; that of the weighted one is not known. */
    private static double[] moments(PolicyExplanation target) {
        boolean few = target.theory().mdp().states().size() <= MOST_STATES
                || target.tradeOff().isPresent();
        Map<FixedPoint, Double> plain = new EnumMap<>(FixedPoint.class);
        return target.solutions().stream()
                .mapToDouble(solution -> {
                    FixedPoint shared = solution.algorithm().fixedPoint();
                    if (!few || !solution.defined() || solution.family() == Family.WEIGHTED) {
                        return Double.NaN;
                    }
                    if (solution.family() != Family.ONE_TRACE) {
                        return plain.getOrDefault(shared, Double.NaN);
                    }
                    double trace = target.theory().moments(solution.config()).trace();
                    plain.putIfAbsent(shared, trace);
                    return trace;
                })
                .toArray();
    }

    /** Three to six. */
    List<String> sentences() {
        List<Judged> right = all.stream().filter(Judged::isRight).toList();
        List<String> sentences = new ArrayList<>();
        if (right.isEmpty()) {
            sentences.add("Take none of these: not one is known to be stable for every target.");
        } else {
            take(right, sentences);
        }
        sentences.add("Safe here (the expected update is stable): " + names(Judged::isSafe) + ".");
        sentences.add(unsafe());
        if (!right.isEmpty()) {
            String worst = all.stream()
                    .filter(judged -> judged.isSafe() && !judged.isRight())
                    .max(Comparator.comparingDouble(Judged::excess))
                    .map(judged -> "; the worst safe one is " + judged.name + " (" + range(judged) + ")")
                    .orElse("");
            sentences.add(
                    "Right where you care (rmse " + range(right.get(0)) + "): " + names(Judged::isRight) + worst + ".");
        }
        sentences.add(variance());
        return sentences;
    }

    private void take(List<Judged> right, List<String> sentences) {
        Judged best = right.stream().filter(Judged::isCalm).findFirst().orElse(right.get(0));
        String solved = right.stream()
                .filter(judged -> judged.solutions.get(0).family() == Family.LEAST_SQUARES && judged != best)
                .filter(judged -> judged.isCalm() == best.isCalm())
                .map(judged -> " (or " + judged.name + ", which needs no step size)")
                .findFirst()
                .orElse("");
        sentences.add("Take " + best.name + solved + ": stable, nearest to the truth where you care, "
                + (best.isCalm()
                        ? "finite variance."
                        : best.wild() == 0
                                ? "variance not computed."
                                : "but infinite variance: bound steps (overshoot) or clip."));
        if (best.wild() > 0) {
            sentences.add(calmer());
        }
    }

    /** The least wrong of the safe algorithms of finite variance, etd-beta with the largest such β among them. */
    private String calmer() {
        double beta = targets.stream()
                .mapToDouble(target -> Verdict.calmBeta(target.theory()))
                .min()
                .orElseThrow();
        List<FixedPointError> tamed = targets.stream()
                .filter(target -> target.theory().etdBetaConverges(beta))
                .map(target -> target.theory().error(ETD_BETA, Map.of("beta", beta)))
                .toList();
        Judged calm = all.stream()
                .filter(Judged::isCalm)
                .min(Comparator.comparingDouble(Judged::excess))
                .orElse(null);
        if (tamed.size() == targets.size() && (calm == null || excess(errors(tamed)) < calm.excess)) {
            return "Calmer: etd-beta with beta = " + Numbers.significant(beta)
                    + ", of a finite follow-on variance, rmse " + range(errors(tamed)) + ".";
        }
        return calm == null
                ? "Calmer: none; no safe one has a finite variance."
                : "Calmer: " + calm.name + ", of finite variance, rmse " + range(calm) + ".";
    }

    private String unsafe() {
        List<String> groups = new ArrayList<>();
        for (String outcome : List.of("diverges", "learns nothing", "unknown", "undefined")) {
            Map<String, List<String>> names = new TreeMap<>();
            all.stream().filter(judged -> judged.count(outcome) > 0).forEach(judged -> names.computeIfAbsent(
                            of(judged.count(outcome)), key -> new ArrayList<>())
                    .add(judged.name));
            names.forEach((of, group) -> groups.add(outcome.replaceFirst("s\\b", "") + of + ": "
                    + (group.size() == all.size() ? "all" : String.join(", ", group))));
        }
        List<String> gaps = targets.stream()
                .flatMap(target -> target.theory().uncoveredWhereVisited().stream())
                .distinct()
                .toList();
        String said = groups.isEmpty() ? "diverge: none" : String.join("; ", groups);
        return said.substring(0, 1).toUpperCase(Locale.ROOT)
                + said.substring(1)
                + (gaps.isEmpty() ? "." : ", as the behaviour never takes " + Naming.list(gaps) + ".");
    }

    private String variance() {
        String wild = names(judged -> judged.wild() > 0);
        String unknown = names(Judged::isUnknown);
        if (all.stream().allMatch(Judged::isUnknown)) {
            return "Variance: not computed; --variance does that for more than " + MOST_STATES + " states.";
        }
        return "Variance: " + (wild.equals("none") ? "" : "infinite for " + wild + " (rare, huge steps); ")
                + (unknown.equals("none") ? "" : "not computed for " + unknown + "; ")
                + (wild.equals(unknown) ? "finite for all." : "finite for the others.");
    }

    /** All, all but a few, or a few. */
    private String names(Predicate<Judged> which) {
        List<String> in = all.stream().filter(which).map(Judged::name).toList();
        List<String> out = all.stream().filter(which.negate()).map(Judged::name).toList();
        String some = out.size() < in.size() / 2 ? "all but " + String.join(", ", out) : String.join(", ", in);
        return in.isEmpty()
                ? "none"
                : out.isEmpty() ? "all " + in.size() : some.replace("wis-td, wis-etd, wis-gtd", "wis-*");
    }

    /** Of how many targets, if not of all. */
    private String of(int count) {
        return count == targets.size() ? "" : " (" + count + " of " + targets.size() + " targets)";
    }

    private String range(Judged judged) {
        return range(errors(judged.solutions.stream().map(Solution::error).toList()));
    }

    private static String range(double[] values) {
        String first = Numbers.significant(Arrays.stream(values).min().orElseThrow());
        String last = Numbers.significant(Arrays.stream(values).max().orElseThrow());
        return first.equals(last) ? first : first + " to " + last;
    }

    /** The heading first, then the best. */
    List<List<String>> table() {
        List<List<String>> table = new ArrayList<>();
        table.add(List.of("  algorithm", "expected update", "step size <", "rmse where you care", "variance"));
        all.stream()
                .sorted(Comparator.comparingInt(Judged::rank).thenComparingDouble(Judged::excess))
                .map(this::row)
                .forEach(table::add);
        return table;
    }

    private List<String> row(Judged judged) {
        boolean safe = judged.isSafe();
        String worst = judged.solutions.stream()
                .map(ExplanationTables::outcome)
                .filter(outcome -> safe || !outcome.equals(ExplanationTables.STABLE))
                .findFirst()
                .orElseThrow();
        double bound = judged.solutions.stream()
                .mapToDouble(Solution::largestStepSize)
                .min()
                .orElseThrow();
        return List.of(
                "✓~✗".charAt(judged.rank()) + " " + judged.name,
                worst + of(judged.count(worst)),
                safe ? Numbers.bound(bound) : "–",
                safe ? range(judged) : "–",
                judged.wild() > 0 ? "infinite" + of(judged.wild()) : judged.isUnknown() ? "–" : "finite");
    }
}
