package io.emphatic.cli.evaluating;

import static io.emphatic.cli.evaluating.EvaluationWords.recommended;
import static io.emphatic.cli.evaluating.EvaluationWords.value;

import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyComparison;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.Trust;
import io.emphatic.logs.evaluating.EvaluationReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What each policy would earn, whether to believe it and which earns more, in a few lines and one table. */
public final class EvaluationAnswer {
    private static final int NAMED_POLICIES = 3; // this many policies have a line each, and are named one by one

    private static final String NOTHING = "The log guarantees nothing beyond the declared range. ";
    private static final List<String> THAN = List.of(" than ", " than ", " from ", " compared with "); // by outcome
    private static final String BEHAVIOUR = "behaviour";
    private static final Map<Trust, String> MEANINGS = Map.of(
            Trust.TRUST, "",
            Trust.CARE,
                    "Care: the interval may be too narrow; use the number to choose what to try next, not to decide.",
            Trust.DO_NOT_TRUST,
                    "Do not trust: more episodes help, a shorter question, or a policy nearer to the one that ran.");
    /** Of reasons that more episodes of the same kind leave as they are. */
    private static final Pattern STAYING =
            Pattern.compile("No episode of the log has a weight.*|.*never does what.*|.*: wrong prob.*|.*cut: 100 %.*");

    private static final Pattern HELPED = Pattern.compile("The estimate hangs on few .*|There is only one .*");
    private static final String UNHELPED =
            "Do not trust: more of the same will not help; the log must contain what the policy"
                    + " does, with right probabilities, to the end of each episode.";
    private static final Map<String, String> TITLES = Map.of(
            "is", "importance sampling",
            "wis", "weighted importance sampling",
            "pdis", "per-decision importance sampling",
            "cwpdis", "weighted per-decision importance sampling",
            "vdr", "doubly robust with values of states",
            "wdr", "weighted doubly robust",
            "dr", "doubly robust with values of actions");

    private final EvaluationResult result;
    private final ReturnRange declared; // null if none is
    private final List<TargetResult> targets;

    /** Of those believed the one that would earn the most; empty where it is the only one. */
    private final Optional<TargetResult> best;

    public EvaluationAnswer(EvaluationReport report) {
        this.result = report.result();
        this.declared = report.spec().range();
        this.targets = result.targets();
        List<TargetResult> believed =
                targets.stream().filter(EvaluationAnswer::isBelieved).toList();
        this.best = believed.stream()
                .filter(one -> believed.size() > 1)
                .max(Comparator.comparingDouble(
                        one -> recommended(one).orElseThrow().value()));
    }

    private static boolean isBelieved(TargetResult target) {
        return target.verdict() != Trust.DO_NOT_TRUST && recommended(target).isPresent();
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (targets.size() <= NAMED_POLICIES) {
            targets.forEach(target -> lines.add(line(target)));
        } else {
            lines.add(targets.size() + " policies: " + count(Trust.TRUST) + " to be trusted, " + count(Trust.CARE)
                    + " to be taken with care, " + count(Trust.DO_NOT_TRUST) + " unknown (do not trust).");
            best.ifPresent(one -> lines.add("The best: " + line(one) + " The best of many looks better than it is."));
        }
        behaviour()
                .ifPresent(ran -> lines.add("The policy that ran earned " + value(ran)
                        + (result.size().leftOver() > 0 ? " up to the cuts (what came later is not in it)." : ".")
                        + compared(" Compared with it, ", BEHAVIOUR, "")));
        best.ifPresent(one -> lines.add(compared("", one.name(), one.name() + ", the best policy")));
        lines.add(List.of(Trust.values()).stream()
                .filter(verdict -> count(verdict) > 0)
                .map(this::meaning)
                .reduce("", (all, one) -> (all + " " + one).strip()));
        lines.removeIf(String::isEmpty);
        return lines;
    }

    String meaning(Trust verdict) {
        return verdict == Trust.DO_NOT_TRUST && !isHelped() ? UNHELPED : MEANINGS.get(verdict);
    }

    /** Whether more episodes may do for all that is not trusted. */
    private boolean isHelped() {
        return targets.stream()
                .filter(target -> target.verdict() == Trust.DO_NOT_TRUST)
                .allMatch(target -> has(target, HELPED) || !has(target, STAYING));
    }

    private static boolean has(TargetResult target, Pattern reason) {
        return target.reasons().stream().anyMatch(one -> reason.matcher(one).matches());
    }

    private long count(Trust verdict) {
        return targets.stream().filter(target -> target.verdict() == verdict).count();
    }

    private String line(TargetResult target) {
        PolicyEstimate estimate = recommended(target).orElse(null);
        String estimated = EvaluationWords.estimated(result) + ".";
        if (estimate == null) {
            return target.name() + ": unknown, do not trust. There is no estimate.";
        }
        if (!isBelieved(target)) {
            String guaranteed = EvaluationWords.guaranteed(estimate);
            boolean all = declared != null
                    && !guaranteed.equals("–")
                    && estimate.guaranteedHigh() - estimate.guaranteedLow() > 0.99 * (declared.high() - declared.low());
            return target.name() + ": unknown, do not trust. "
                    + (guaranteed.equals("–") ? "" : all ? NOTHING : "It is guaranteed to be in " + guaranteed + ". ")
                    + "The estimate, not to be used, is " + EvaluationWords.number(estimate.value(), null) + estimated;
        }
        return target.name() + " would earn " + value(estimate) + " an episode: "
                + target.verdict().words() + ". 95 % interval " + EvaluationWords.interval(estimate) + estimated;
    }

    private Optional<PolicyEstimate> behaviour() {
        return EvaluationWords.estimate(targets.get(0), BEHAVIOUR);
    }

    /** Which policies earn more than another, named as said, and which less; empty if none is compared. */
    private String compared(String with, String other, String said) {
        List<String> parts = new ArrayList<>();
        for (String outcome : EvaluationWords.OUTCOMES) {
            List<String> names = targets.stream()
                    .map(TargetResult::name)
                    .filter(name -> pair(name, other)
                            .filter(pair ->
                                    EvaluationWords.outcome(pair, result).equals(outcome))
                            .isPresent())
                    .toList();
            String several = outcome.replaceFirst("^earns", "earn").replaceFirst("^is", "are");
            if (!names.isEmpty()) {
                parts.add((names.size() <= NAMED_POLICIES ? String.join(" and ", names) : names.size() + " policies")
                        + " "
                        + (names.size() == 1 ? outcome : several)
                        + (said.isEmpty()
                                ? ""
                                : THAN.get(EvaluationWords.OUTCOMES.indexOf(outcome))
                                        + (parts.isEmpty() ? said : "it")));
            }
        }
        return parts.isEmpty() ? "" : with + String.join("; ", parts) + ".";
    }

    /** The difference of two policies, whichever of them is named first in the result. */
    private Optional<PolicyComparison> pair(String a, String b) {
        return result.comparisons().stream()
                .map(pair -> pair.a().equals(a) ? pair : EvaluationWords.reversed(pair))
                .filter(pair -> pair.a().equals(a) && pair.b().equals(b))
                .findFirst();
    }

    /** A row for the policy that ran and for each other, with a heading: against the first, and against the best. */
    public List<List<String>> table() {
        String other = best.map(TargetResult::name).orElse("");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                ("policy|would earn|95 % interval|guaranteed|verdict|by|minus behaviour|minus " + other).split("\\|")));
        behaviour().ifPresent(ran -> rows.add(row(BEHAVIOUR, ran, true, "it ran", other)));
        targets.forEach(one -> rows.add(row(
                one.name(),
                recommended(one).orElse(null),
                isBelieved(one),
                one.verdict().words(),
                other)));
        return EvaluationWords.filled(rows);
    }

    private List<String> row(String name, PolicyEstimate estimate, boolean believed, String verdict, String other) {
        return List.of(
                name,
                believed ? value(estimate) : "unknown",
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
        boolean hasDifferences = table().get(0).stream().anyMatch(heading -> heading.startsWith("minus"));
        String titles = targets.stream()
                .map(TargetResult::recommended)
                .filter(name -> name != null && TITLES.containsKey(name))
                .distinct()
                .map(name -> name + ": " + TITLES.get(name) + ".")
                .collect(Collectors.joining(" "));
        return (hasDifferences ? "minus: the difference and its 95 % interval, on the same episodes. " : "") + titles;
    }

    /** The policies whose reasons belong to the answer: all where they are few, otherwise the best. */
    public List<TargetResult> explained() {
        return targets.size() <= NAMED_POLICIES ? targets : best.stream().toList();
    }
}
