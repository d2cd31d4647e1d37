package io.emphatic.logs.evaluating;

import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyComparison;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The numbers of an evaluation as text, the same on a terminal and on a page. */
public final class EvaluationWords {
    private static final int DIGITS = 5;

    /** A smaller difference is one of rounding. */
    private static final double ROUNDING = 1e-12;

    private EvaluationWords() {}

    /** What was read. */
    public static String size(EvaluationReport report) {
        EvaluationResult result = report.result();
        String streams = result.clusters() < result.lives() ? " of " + Numbers.count(result.clusters(), "stream") : "";
        return report.log() + ": " + Numbers.count(result.episodes(), "episode") + streams + ", "
                + Numbers.count(result.steps(), "step") + " (" + Numbers.count(result.ended()) + " ended, "
                + Numbers.count(result.cut()) + " cut off)" + estimated(result);
    }

    /** To be put behind everything that depends on the behaviour's probabilities. */
    public static String estimated(EvaluationResult result) {
        return result.behaviourEstimated() ? "; behaviour estimated" : "";
    }

    /** The verdict with the estimate that it is about. */
    public static String verdict(TargetResult target, EvaluationResult result) {
        String words = target.verdict().words();
        return recommended(target)
                        .map(estimate -> words + ": " + number(estimate.value()) + " by " + estimate.name()
                                + (estimate.low() == null
                                        ? ", without an interval"
                                        : ", 95 % interval " + interval(estimate.low(), estimate.high())))
                        .orElse(words)
                + estimated(result);
    }

    static Optional<PolicyEstimate> recommended(TargetResult target) {
        return target.estimates().stream()
                .filter(estimate -> estimate.name().equals(target.recommended()))
                .findFirst();
    }

    /** The estimators, with a heading. */
    public static List<List<String>> table(TargetResult target, boolean guaranteed) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row(guaranteed, "estimator", "value", "stderr", "95 % interval", "guaranteed 95 %", "assumes"));
        for (PolicyEstimate estimate : target.estimates()) {
            rows.add(row(
                    guaranteed,
                    estimate.name(),
                    number(estimate.value()),
                    number(estimate.stderr()),
                    interval(estimate.low(), estimate.high()),
                    interval(estimate.guaranteedLow(), estimate.guaranteedHigh()),
                    estimate.assumes()));
        }
        return rows;
    }

    private static List<String> row(boolean guaranteed, String... cells) {
        List<String> row = new ArrayList<>(List.of(cells));
        if (!guaranteed) {
            row.remove(4);
        }
        return row;
    }

    /** How many more episodes would halve the interval, if that is to be believed. */
    public static Optional<String> more(TargetResult target) {
        if (target.verdict() == Trust.DO_NOT_TRUST) {
            return Optional.of("How many more episodes would make it trustworthy cannot be said from this log.");
        }
        return Optional.ofNullable(target.moreEpisodes())
                .map(more -> "About " + Numbers.count(more, "more episode") + " would halve the interval of "
                        + target.recommended() + ".");
    }

    /** The weights in one line. */
    public static String weights(TargetResult target) {
        double[] sizes = target.effectiveSampleSize();
        String effective = sizes.length == 0
                ? ""
                : "effective sample size " + number(sizes[0]) + " at t = 0"
                        + (sizes.length == 1
                                ? ""
                                : ", " + number(sizes[sizes.length - 1]) + " at t = " + (sizes.length - 1))
                        + "; ";
        return effective + "tail of the weights k̂ = " + number(target.paretoK()) + ", of the terms "
                + number(target.tailOfTerms()) + "; the largest weight is "
                + percent(target.largestShare()) + " of all, the largest 1 % are " + percent(target.topPercentShare());
    }

    /** Whether there is a guaranteed interval. */
    public static boolean isGuaranteed(TargetResult target) {
        return target.estimates().stream().anyMatch(estimate -> estimate.guaranteedLow() != null);
    }

    /** A comparison: the policies, the difference, its standard error and interval, and what that says. */
    public static List<String> row(PolicyComparison pair, EvaluationResult result) {
        return List.of(
                pair.a() + " − " + pair.b(),
                number(pair.difference()),
                number(pair.stderr()),
                interval(pair.low(), pair.high()),
                answer(pair, result));
    }

    /** What a comparison says. */
    private static String answer(PolicyComparison pair, EvaluationResult result) {
        if (pair.low() == null || pair.high() == null) {
            return "";
        }
        List<String> distrusted = result.targets().stream()
                .filter(target -> target.verdict() == Trust.DO_NOT_TRUST)
                .map(TargetResult::name)
                .filter(name -> name.equals(pair.a()) || name.equals(pair.b()))
                .toList();
        if (!distrusted.isEmpty()) {
            return "no more to be trusted than " + String.join(" and ", distrusted);
        }
        boolean equal = Math.abs(pair.difference()) < ROUNDING;
        if (pair.low() > 0 && !equal) {
            return pair.a() + " earns more";
        }
        return pair.high() < 0 && !equal ? pair.a() + " earns less" : "they cannot be distinguished";
    }

    /** {@code [12.1, 15.9]}; a dash where there is none. */
    static String interval(Double low, Double high) {
        return low == null || high == null ? "–" : "[" + number(low) + ", " + number(high) + "]";
    }

    /** A dash for null. */
    static String number(Double value) {
        return value == null ? "–" : Numbers.significant(value, DIGITS);
    }

    private static String percent(Double part) {
        return part == null ? "–" : Numbers.significant(100 * part, 3) + " %";
    }
}
