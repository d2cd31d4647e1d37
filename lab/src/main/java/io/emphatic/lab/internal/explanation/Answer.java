package io.emphatic.lab.internal.explanation;

import io.emphatic.Algorithm.Family;
import io.emphatic.LcEtd;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Naming;
import io.emphatic.lab.internal.explanation.Explanation.PolicyExplanation;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What an explanation comes to: a few sentences, and one table in which an algorithm is judged over all targets. */
final class Answer {
    private static final double ALIKE = 1.1; // an error of at most this many times another is about the same

    /** The error of the best constant prediction is at least as many times that of what is good. */
    private static final double BETTER = 1.05;

    private static final double NOISE = 1e-9; // an error of at most this part of the largest value is rounding

    static final String LEGEND =
            "✓ good: stable, of finite variance, rmse at most 10 % above the least (but for lc-etd, whose"
                    + " fixed point moves) and 5 % below that of the best constant prediction; ~ stable; not good, or its variance is not known; ✗ not stable."
                    + " Stable is the expected update, below this step size; single runs may need a far smaller one."
                    + " The variance is that of the trace (true online: of td's or etd's). A range is over targets.";

    private static final String STABLE = "stable";
    private static final int LONGEST_NAMES = 36;

    /**
     * An algorithm over all targets; excess is its worst error over the least of a stable one, moments are E‖e‖², and
     * constant says whether for some target the best constant prediction is about as right.
     */
    private record Standing(
            String name, List<Solution> solutions, double[] errors, double excess, double[] moments, boolean constant) {
        boolean isSafe() {
            return count(STABLE) == solutions.size();
        }

        boolean isRight() {
            return isSafe() && excess <= ALIKE;
        }

        boolean isLeast() {
            return isSafe() && excess == 1;
        }

        boolean isCalm() {
            return isSafe() && Arrays.stream(moments).allMatch(Double::isFinite);
        }

        boolean isWild() {
            return Arrays.stream(moments).anyMatch(Double::isInfinite);
        }

        boolean isUnknown() {
            return !isWild() && Arrays.stream(moments).anyMatch(Double::isNaN);
        }

        int count(String outcome) {
            return (int) solutions.stream()
                    .filter(solution -> ExplanationTables.outcome(solution).equals(outcome))
                    .count();
        }

        int rank() {
            return isRight() && isCalm() && !constant ? 0 : isSafe() ? 1 : 2;
        }

        String range() {
            return Answer.range(errors);
        }
    }

    private final List<PolicyExplanation> targets;
    private final List<Standing> all;
    private final double[] ofZero; // by target, the error of always predicting 0, …
    private final double[] ofConstant; // … and of the best constant
    private final Optional<Assumption> limit;

    Answer(Explanation explanation) {
        targets = explanation.targets();
        limit = explanation.assumptions().stream()
                .filter(one -> one.name() == Assumption.LEARNED)
                .findFirst();
        ofZero =
                targets.stream().mapToDouble(target -> target.plainError(false)).toArray();
        ofConstant =
                targets.stream().mapToDouble(target -> target.plainError(true)).toArray();
        List<double[]> moments =
                targets.stream().map(PolicyExplanation::moments).toList();
        double[] least = targets.stream()
                .mapToDouble(target -> target.solutions().stream()
                        .filter(solution -> ExplanationTables.outcome(solution).equals(STABLE) && settles(solution))
                        .mapToDouble(solution -> error(target.theory(), solution))
                        .min()
                        .orElse(Double.NaN))
                .toArray();
        all = IntStream.range(0, targets.get(0).solutions().size())
                .mapToObj(k -> {
                    List<Solution> own = targets.stream()
                            .map(target -> target.solutions().get(k))
                            .toList();
                    double[] errors = IntStream.range(0, least.length)
                            .mapToDouble(t -> error(targets.get(t).theory(), own.get(t)))
                            .toArray();
                    double excess = IntStream.range(0, least.length)
                            .mapToDouble(t -> errors[t] == least[t] ? 1 : (float) (errors[t] / least[t]))
                            .max()
                            .orElseThrow();
                    double[] traces = moments.stream().mapToDouble(by -> by[k]).toArray();
                    boolean constant = isReached(ofConstant, errors, BETTER);
                    String name = TradeOff.name(own.get(0).config());
                    return new Standing(name, own, errors, excess, traces, constant);
                })
                .toList();
    }

    /** Whether its fixed point stays where it is: that of lc-etd moves with the number of steps. */
    private static boolean settles(Solution solution) {
        return !(solution.config() instanceof LcEtd);
    }

    /** Where you care; everywhere if that is nowhere. */
    private static double error(Theory theory, Solution solution) {
        double size = Arrays.stream(theory.value()).map(Math::abs).max().orElse(0);
        double error = Double.isNaN(solution.interestRmse()) ? solution.rmse() : solution.interestRmse();
        return error <= NOISE * (size == 0 ? 1 : size) ? 0 : error;
    }

    /** Whether for some target a prediction without features, which has errors, is not clearly worse. */
    private static boolean isReached(double[] plain, double[] errors, double factor) {
        return IntStream.range(0, plain.length).anyMatch(t -> errors[t] > 0 && plain[t] < factor * errors[t]);
    }

    private static String range(double[] errors) {
        String first = Numbers.significant(Arrays.stream(errors).min().orElseThrow());
        String last = Numbers.significant(Arrays.stream(errors).max().orElseThrow());
        return first.equals(last) ? first : first + " to " + last;
    }

    List<String> sentences() {
        List<Standing> right = all.stream().filter(Standing::isRight).toList();
        List<String> sentences = new ArrayList<>();
        Optional<Standing> best = right.stream()
                .filter(standing -> settles(standing.solutions.get(0)))
                .min(Comparator.comparingInt(Standing::rank)
                        .thenComparing(standing -> !standing.isCalm())) // the first of these
                .or(() -> all.stream()
                        .filter(standing -> standing.isSafe() && settles(standing.solutions.get(0)))
                        .min(Comparator.comparingDouble(Standing::excess)));
        sentences.add(best.map(taken -> take(taken, right))
                .orElse("Take none of these: not one is known to be stable for every target."));
        limit.ifPresent(limit -> sentences.add("But " + limit.detail() + "."));
        sentences.add("Safe here (the expected update is stable): " + names(Standing::isSafe) + ".");
        sentences.add(unsafe());
        best.filter(Standing::isRight).ifPresent(taken -> sentences.add(leastError(taken, right)));
        sentences.add(variance()
                + best.filter(Standing::isWild)
                        .flatMap(taken ->
                                all.stream().filter(Standing::isCalm).min(Comparator.comparingDouble(Standing::excess)))
                        .map(calm -> " Calmer: " + calm.name + ", of finite variance, rmse " + calm.range() + ".")
                        .orElse(""));
        return sentences;
    }

    private String leastError(Standing taken, List<Standing> right) {
        Optional<Standing> least = right.stream().filter(Standing::isLeast).findFirst();
        double[] errors = least.orElse(taken).errors;
        List<String> parts = new ArrayList<>();
        parts.add("Least error where you care (rmse " + range(errors)
                + (isReached(ofZero, errors, ALIKE) ? "; always predicting 0 has " + range(ofZero) : "") + "): "
                + least.map(one -> names(Standing::isLeast)).orElse("another one for each target"));
        List<Standing> near = right.stream().filter(one -> one.excess > 1).toList();
        if (!near.isEmpty()) {
            parts.add("within 10 %: " + (right.size() == all.size() ? "all others" : joined(near)));
        }
        right.stream()
                .filter(one -> one.excess < 1)
                .forEach(one -> parts.add(one.name + " has " + one.range() + ", but its fixed point moves"));
        all.stream()
                .filter(one -> one.isSafe() && !one.isRight())
                .max(Comparator.comparingDouble(Standing::excess))
                .ifPresent(worst -> parts.add("the worst safe one is " + worst.name + " (" + worst.range() + ")"));
        return String.join("; ", parts) + ".";
    }

    private String take(Standing best, List<Standing> right) {
        String solved = right.stream()
                .filter(standing -> standing.solutions.get(0).family() == Family.LEAST_SQUARES && standing != best)
                .filter(standing -> standing.isCalm() == best.isCalm())
                .map(standing -> " (or " + standing.name + ", which needs no step size)")
                .findFirst()
                .orElse("");
        String near = best.isRight()
                ? best.isLeast() ? "the least error" : "nearly the least error"
                : Double.isInfinite(best.excess)
                        ? "an error where another one has none"
                        : "up to " + Numbers.significant(best.excess) + " times the least error";
        List<String> flaws = new ArrayList<>();
        if (best.constant) {
            flaws.add("the best constant prediction is about as good, or better (rmse "
                    + range(Arrays.stream(ofConstant).filter(Double::isFinite).toArray()) + ")");
        }
        if (best.isWild()) {
            flaws.add("its variance is infinite: bound its steps (overshoot) or clip");
        } else if (!best.isCalm()) {
            flaws.add("its variance was not computed");
        }
        boolean none = all.stream().noneMatch(standing -> standing.rank() == 0);
        String known =
                right.stream().anyMatch(standing -> standing.isUnknown() && !standing.constant) ? "known to be " : "";
        return (none ? "None is " + known + "good here; the least bad is " : "Take ") + best.name + solved
                + ": it is stable and has " + near + " where you care, "
                + (flaws.isEmpty() ? "and its variance is finite." : "but " + String.join(", and ", flaws) + ".");
    }

    private String unsafe() {
        List<String> groups = new ArrayList<>();
        for (String outcome : List.of("diverges", "learns nothing", "unknown", "undefined")) {
            Map<String, List<String>> names = new TreeMap<>();
            all.stream().filter(standing -> standing.count(outcome) > 0).forEach(standing -> names.computeIfAbsent(
                            of(standing.count(outcome)), key -> new ArrayList<>())
                    .add(standing.name));
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
        if (all.stream().allMatch(Standing::isUnknown)) {
            return all.stream().allMatch(standing -> standing.count("undefined") > 0)
                    ? "Variance: not defined, as the updates are not defined for every target."
                    : "Variance: not computed; --variance does that for more than " + PolicyExplanation.MOST_STATES
                            + " states.";
        }
        String wild = names(Standing::isWild);
        String unknown = names(Standing::isUnknown);
        return "Variance: " + (wild.equals("none") ? "" : "infinite for " + wild + " (rare, huge steps); ")
                + (unknown.equals("none") ? "" : "not known for " + unknown + "; ")
                + (wild.equals(unknown) ? "finite for all." : "finite for the others.");
    }

    private String names(Predicate<Standing> which) {
        List<Standing> in = all.stream().filter(which).toList();
        List<Standing> out = all.stream().filter(which.negate()).toList();
        return in.isEmpty()
                ? "none"
                : out.isEmpty()
                        ? "all " + in.size()
                        : out.size() < in.size() / 2 ? "all but " + joined(out) : joined(in);
    }

    private static String joined(List<Standing> some) {
        return some.stream()
                .map(Standing::name)
                .collect(Collectors.joining(", "))
                .replace("wis-td, wis-etd, wis-gtd", "wis-*");
    }

    /** Of how many targets, if not of all. */
    private String of(long count) {
        return count == targets.size() ? "" : " (" + count + " of " + targets.size() + " targets)";
    }

    List<List<String>> table() {
        List<String> heading =
                List.of("  algorithm", "expected update", "step size <", "rmse where you care", "variance");
        List<List<String>> table = new ArrayList<>(List.of(heading));
        all.stream()
                .sorted(Comparator.comparingInt(Standing::rank).thenComparingDouble(Standing::excess))
                .map(this::row)
                .forEach(row -> addTo(table, row));
        return table;
    }

    /** Safe algorithms that follow each other with the same numbers share a row. */
    private static void addTo(List<List<String>> table, List<String> row) {
        List<String> last = table.get(table.size() - 1);
        String both = last.get(0) + ", " + row.get(0).substring(2);
        boolean alike = last.get(0).charAt(0) == row.get(0).charAt(0)
                && last.subList(1, last.size()).equals(row.subList(1, row.size()));
        if (alike && both.charAt(0) != '✗' && both.length() <= LONGEST_NAMES) {
            table.remove(table.size() - 1);
            row = Stream.concat(Stream.of(both), row.stream().skip(1)).toList();
        }
        table.add(row);
    }

    private List<String> row(Standing standing) {
        boolean safe = standing.isSafe();
        String worst = standing.solutions.stream()
                .map(ExplanationTables::outcome)
                .filter(outcome -> safe || !outcome.equals(STABLE))
                .findFirst()
                .orElseThrow();
        double[] bounds = standing.solutions.stream()
                .mapToDouble(Solution::largestStepSize)
                .sorted()
                .toArray();
        long wild = Arrays.stream(standing.moments).filter(Double::isInfinite).count();
        return List.of(
                "✓~✗".charAt(standing.rank()) + " " + standing.name,
                worst + of(standing.count(worst)),
                safe ? Numbers.bound(bounds[0]) : "–",
                safe ? standing.range() : "–",
                wild > 0 ? "infinite" + of(wild) : standing.isUnknown() ? "–" : "finite");
    }
}
