package io.emphatic.logs.evaluating;

import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyComparison;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.Trust;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answer of an evaluation: what each policy would earn, whether to believe it and which earns more, in a few lines
 * and one table.
 */
public final class EvaluationAnswer {
    /** This many policies have a line each, and are named one by one. */
    private static final int FEW = 3;

    private static final String BEHAVIOUR = "behaviour";

    private static final String CARE =
            " Care: the interval may be too narrow; use the number to choose what to try next, not to decide.";
    private static final String DO_NOT_TRUST =
            " Do not trust: more episodes help, a shorter question, or a policy nearer" + " to the one that ran.";

    private static final Map<String, String> TITLES = Map.of(
            "is", "importance sampling",
            "wis", "weighted importance sampling",
            "pdis", "per-decision importance sampling",
            "cwpdis", "weighted per-decision importance sampling",
            "vdr", "doubly robust with values of states",
            "wdr", "weighted doubly robust",
            "dr", "doubly robust with values of actions");

    private final EvaluationResult result;
    private final List<TargetResult> targets;

    /** That of the believed policies which would earn the most; empty where fewer than two are believed. */
    private final Optional<TargetResult> best;

    public EvaluationAnswer(EvaluationResult result) {
        this.result = result;
        this.targets = result.targets();
        List<TargetResult> believed =
                targets.stream().filter(EvaluationAnswer::isBelieved).toList();
        this.best = believed.stream()
                .max(Comparator.comparingDouble(target ->
                        EvaluationWords.recommended(target).orElseThrow().value()))
                .filter(one -> believed.size() > 1);
    }

    private static boolean isBelieved(TargetResult target) {
        return target.verdict() != Trust.DO_NOT_TRUST
                && EvaluationWords.recommended(target).isPresent();
    }

    /** Three to six lines. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (targets.size() <= FEW) {
            targets.forEach(target -> lines.add(line(target)));
        } else {
            lines.add(Numbers.count(targets.size()) + " policies: " + count(Trust.TRUST) + " to be trusted, "
                    + count(Trust.CARE) + " to be taken with care, " + count(Trust.DO_NOT_TRUST)
                    + " unknown (do not trust).");
            best.ifPresent(one -> lines.add("The best: " + line(one) + " The best of many looks better than it is."));
        }
        behaviour()
                .ifPresent(ran -> lines.add("The policy that ran earned " + EvaluationWords.value(ran) + "."
                        + compared("Compared with it, ", BEHAVIOUR)));
        best.map(one -> compared("Compared with " + one.name() + ", the best, ", one.name()))
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> lines.add(text.strip()));
        String meaning = (count(Trust.CARE) > 0 ? CARE : "") + (count(Trust.DO_NOT_TRUST) > 0 ? DO_NOT_TRUST : "");
        if (!meaning.isEmpty()) {
            lines.add(meaning.strip());
        }
        return lines;
    }

    private long count(Trust verdict) {
        return targets.stream().filter(target -> target.verdict() == verdict).count();
    }

    private String line(TargetResult target) {
        PolicyEstimate estimate = EvaluationWords.recommended(target).orElse(null);
        if (!isBelieved(target)) {
            String guaranteed = estimate == null || estimate.guaranteedLow() == null
                    ? ""
                    : " It is guaranteed to be in " + EvaluationWords.guaranteed(estimate) + ".";
            return target.name() + ": unknown, do not trust." + guaranteed
                    + (estimate == null
                            ? " There is no estimate."
                            : " The estimate, not to be used, is " + EvaluationWords.number(estimate.value(), null)
                                    + EvaluationWords.estimated(result) + ".");
        }
        return target.name() + " would earn " + EvaluationWords.value(estimate) + " an episode: "
                + target.verdict().words() + ". "
                + (estimate.low() == null
                        ? "There is no interval"
                        : "95 % interval " + EvaluationWords.interval(estimate))
                + EvaluationWords.estimated(result) + ".";
    }

    private Optional<PolicyEstimate> behaviour() {
        return targets.get(0).estimates().stream().findFirst().filter(first -> first.name()
                .equals(BEHAVIOUR));
    }

    /** Which policies earn more than one of them, and which less; empty if none is compared. */
    private String compared(String with, String other) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        EvaluationWords.OUTCOMES.forEach(outcome -> groups.put(outcome, new ArrayList<>()));
        for (TargetResult target : targets) {
            pair(target.name(), other)
                    .map(pair -> EvaluationWords.outcome(pair, result))
                    .ifPresent(outcome -> groups.get(outcome).add(target.name()));
        }
        groups.values().removeIf(List::isEmpty);
        List<String> parts = new ArrayList<>();
        groups.forEach((outcome, names) -> parts.add(
                names.size() == 1
                        ? names.get(0) + " " + outcome
                        : (names.size() <= FEW ? String.join(" and ", names) : names.size() + " policies") + " "
                                + outcome.replaceFirst("^earns", "earn").replaceFirst("^is", "are")));
        return parts.isEmpty() ? "" : " " + with + String.join("; ", parts) + ".";
    }

    /** The difference of two policies, whichever of them is named first in the result. */
    private Optional<PolicyComparison> pair(String a, String b) {
        return result.comparisons().stream()
                .filter(pair -> pair.a().equals(a) && pair.b().equals(b)
                        || pair.a().equals(b) && pair.b().equals(a))
                .map(pair -> pair.a().equals(a) ? pair : EvaluationWords.reversed(pair))
                .findFirst();
    }

    /** A row for the policy that ran and for each other, with a heading: against the first, and against the best. */
    public List<List<String>> table() {
        String other = best.map(TargetResult::name).orElse("");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                ("policy|would earn|95 % interval|guaranteed|verdict|by|minus behaviour|minus " + other).split("\\|")));
        behaviour().ifPresent(ran -> rows.add(row(BEHAVIOUR, ran, true, "it ran", other)));
        targets.forEach(target -> rows.add(row(
                target.name(),
                EvaluationWords.recommended(target).orElse(null),
                isBelieved(target),
                target.verdict().words(),
                other)));
        return EvaluationWords.filled(rows);
    }

    /** @param estimate null for none */
    private List<String> row(String name, PolicyEstimate estimate, boolean believed, String verdict, String other) {
        return List.of(
                name,
                believed ? EvaluationWords.value(estimate) : "unknown",
                believed ? EvaluationWords.interval(estimate) : "–",
                estimate == null ? "–" : EvaluationWords.guaranteed(estimate),
                verdict,
                estimate == null ? "–" : estimate.name(),
                difference(name, BEHAVIOUR),
                difference(name, other));
    }

    private String difference(String a, String b) {
        return pair(a, b)
                .filter(pair -> !EvaluationWords.outcome(pair, result).equals(EvaluationWords.UNKNOWN))
                .map(EvaluationWords::difference)
                .orElse("–");
    }

    /** What the columns of the table are, with the names of its estimators spelled out. */
    public String legend() {
        List<String> used = targets.stream()
                .map(TargetResult::recommended)
                .filter(TITLES::containsKey)
                .distinct()
                .map(name -> " " + name + ": " + TITLES.get(name) + ".")
                .toList();
        return "±: one standard error. minus: the difference and its 95 % interval, on the same episodes."
                + String.join("", used);
    }

    /** The policies whose reasons belong to the answer: all where they are few, otherwise the best. */
    public List<TargetResult> explained() {
        return targets.size() <= FEW ? targets : best.stream().toList();
    }
}
