package io.emphatic.cli.evaluating;

import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyComparison;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.Trust;
import io.emphatic.logs.evaluating.EvaluationReport;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The numbers of an evaluation as text, the same on a terminal and on a page. */
public final class EvaluationWords {
    static final String UNKNOWN = "is unknown";

    /** What a comparison can say. */
    static final List<String> OUTCOMES = List.of("earns more", "earns less", "is not distinguishable", UNKNOWN);

    private static final double ROUNDING = 1e-12; // a smaller difference is one of rounding

    private EvaluationWords() {}

    public static String size(EvaluationReport report) {
        return report.log() + ": " + counts(report);
    }

    static String counts(EvaluationReport report) {
        EvaluationResult.LogSize log = report.result().size();
        String units = log.clusters() < log.lives() ? " of " + units(log.clusters(), "", report) : "";
        String worth = log.effectiveEpisodes() == log.episodes()
                ? ""
                : " with weights, worth " + Numbers.significant(log.effectiveEpisodes()) + " of equal weight";
        return Numbers.count(log.episodes(), "episode") + worth + units + ", "
                + Numbers.count(log.steps(), "step") + " (" + Numbers.count(log.ended()) + " ended, "
                + Numbers.count(log.cut()) + " cut off)" + estimated(report.result());
    }

    /** What one piece of evidence is: {@code 9 streams}, {@code 60 values of user_id}. */
    private static String units(long count, String which, EvaluationReport report) {
        String cluster = report.spec().cluster();
        EvaluationResult.LogSize log = report.result().size();
        return log.clusters() == log.lives()
                ? Numbers.count(count, which + "episode")
                : cluster == null
                        ? Numbers.count(count, which + "stream")
                        : Numbers.count(count, which + "value") + " of " + cluster;
    }

    /** To be put behind everything that depends on the behaviour's probabilities. */
    public static String estimated(EvaluationResult result) {
        return result.behaviourEstimated() ? "; behaviour estimated" : "";
    }

    static Optional<PolicyEstimate> recommended(TargetResult target) {
        return estimate(target, target.recommended());
    }

    static Optional<PolicyEstimate> estimate(TargetResult target, String estimator) {
        return target.estimates().stream()
                .filter(estimate -> estimate.name().equals(estimator))
                .findFirst();
    }

    public static List<List<String>> table(TargetResult target) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("estimator", "value", "stderr", "95 % interval", "guaranteed 95 %", "assumes"));
        for (PolicyEstimate estimate : target.estimates()) {
            rows.add(List.of(
                    estimate.name(),
                    number(estimate.value(), estimate.stderr()),
                    number(estimate.stderr(), estimate.stderr()),
                    interval(estimate),
                    guaranteed(estimate),
                    estimate.assumes()));
        }
        return filled(rows);
    }

    /** Without columns that have nothing but dashes below their heading. */
    static List<List<String>> filled(List<List<String>> rows) {
        int[] kept = IntStream.range(0, rows.get(0).size())
                .filter(k -> rows.stream().skip(1).anyMatch(row -> !row.get(k).equals("–")))
                .toArray();
        return rows.stream()
                .map(row -> Arrays.stream(kept).mapToObj(row::get).toList())
                .toList();
    }

    /** How much more evidence would halve the interval, if that is to be believed. */
    public static Optional<String> more(TargetResult target, EvaluationReport report) {
        if (target.verdict() == Trust.DO_NOT_TRUST) {
            return Optional.of("How many more would make it trustworthy cannot be said from this log.");
        }
        return Optional.ofNullable(target.moreClusters())
                .map(more -> new BigDecimal(more).round(new MathContext(2)).longValue())
                .map(more -> "About " + units(more, "more ", report) + " would halve the interval of "
                        + target.recommended() + ".");
    }

    public static String weights(TargetResult target) {
        return "tail of the weights k̂ = " + number(target.paretoK(), null) + ", of the terms "
                + number(target.termsParetoK(), null) + "; the largest weight is "
                + percent(target.largestShare()) + " of all, the largest 1 % are " + percent(target.topPercentShare());
    }

    /** Effective sample size and mean weight over t, at ten times at most. */
    public static List<List<String>> overTime(TargetResult target) {
        double[] sizes = target.effectiveSampleSize();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("t", "Effective sample size", "Mean weight"));
        int points = Math.min(sizes.length, 10);
        for (int k = 0; k < points; k++) {
            int t = points == 1 ? 0 : Math.round((float) k * (sizes.length - 1) / (points - 1));
            rows.add(List.of(Integer.toString(t), number(sizes[t], null), number(target.meanWeight()[t], null)));
        }
        return rows;
    }

    /** What {@code elstd} estimates with one λ in all rows. */
    static List<List<String>> byLambda(TargetResult target) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("Agreement over λ", "elstd", "stderr")));
        target.byLambda()
                .forEach(one -> rows.add(List.of(
                        Numbers.exact(one.lambda()),
                        number(one.value(), one.stderr()),
                        number(one.stderr(), one.stderr()))));
        return rows;
    }

    static String outcome(PolicyComparison pair, EvaluationResult result) {
        boolean distrusted = result.targets().stream()
                .filter(target -> target.verdict() == Trust.DO_NOT_TRUST)
                .anyMatch(target ->
                        target.name().equals(pair.a()) || target.name().equals(pair.b()));
        if (distrusted || pair.low() == null || pair.high() == null) {
            return UNKNOWN;
        }
        boolean equal = Math.abs(pair.difference()) < ROUNDING;
        boolean less = pair.high() < 0 && !equal;
        return OUTCOMES.get(pair.low() > 0 && !equal ? 0 : less ? 1 : 2);
    }

    static PolicyComparison reversed(PolicyComparison pair) {
        return new PolicyComparison(
                pair.b(), pair.a(), -pair.difference(), pair.stderr(), negative(pair.high()), negative(pair.low()));
    }

    private static Double negative(Double end) {
        return end == null ? null : -end;
    }

    /** {@code 0.68 [0.29, 1.06]}. */
    static String difference(PolicyComparison pair) {
        return number(pair.difference(), pair.stderr()) + " " + interval(pair.low(), pair.high(), pair.stderr());
    }

    /** {@code 4.17}, as far as its standard error goes. */
    static String value(PolicyEstimate estimate) {
        return number(estimate.value(), estimate.stderr());
    }

    /** {@code [12.1, 15.9]}; a dash where there is none. */
    static String interval(PolicyEstimate estimate) {
        return interval(estimate.low(), estimate.high(), estimate.stderr());
    }

    static String interval(Double low, Double high, Double error) {
        return low == null || high == null ? "–" : "[" + number(low, error) + ", " + number(high, error) + "]";
    }

    /** Rounded outwards; a dash where nothing is guaranteed. */
    static String guaranteed(PolicyEstimate estimate) {
        if (estimate.guaranteedLow() == null) {
            return "–";
        }
        double low = estimate.guaranteedLow();
        double high = estimate.guaranteedHigh();
        return "[" + Numbers.rounded(low, (high - low) / 20, RoundingMode.FLOOR) + ", "
                + Numbers.rounded(high, (high - low) / 20, RoundingMode.CEILING) + "]";
    }

    /** Rounded to its error, or to three digits if that is null; a dash for null. */
    static String number(Double value, Double error) {
        return value == null ? "–" : Numbers.rounded(value, error == null ? 0 : error);
    }

    private static String percent(Double part) {
        return part == null ? "–" : Numbers.significant(100 * part, 3) + " %";
    }
}
