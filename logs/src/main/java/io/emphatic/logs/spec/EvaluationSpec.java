package io.emphatic.logs.spec;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.ReturnRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which policies to evaluate on a log, as it was written. */
public record EvaluationSpec(
        Spec spec, // a prediction for each policy, named as it; without features, a bias stands in
        boolean hasFeatures, // otherwise only ratios are evaluated
        Map<String, Map<String, String>> byAction, // expressions of policies that give the probability of every action
        String start, // whether the question starts in a row; null for the first of each episode
        ReturnRange range, // null if it was not declared
        String cluster, // what rows of one piece of evidence share; null for the stream
        boolean nothingElseMattered,
        double tolerance,
        double probabilityError,
        RowNotes notes) {
    /** What a log may say of its rows beside what was done and what it brought; null where it does not. */
    public record RowNotes(String weight, String available, String outcomeAge, Double matureAfter) {
        /** The log says nothing more. */
        public static final RowNotes NONE = new RowNotes(null, null, null, null);

        public RowNotes {
            if (matureAfter != null && outcomeAge == null) {
                throw new IllegalArgumentException(
                        "mature_after needs the age of the outcomes" + "\nName the column that has it: outcome_age.");
            }
            if (matureAfter != null && !Double.isFinite(matureAfter)) {
                throw new IllegalArgumentException("mature_after is not a finite number: " + matureAfter);
            }
        }
    }

    /** What is asked of every policy; the behaviour is null if the ratio is known. */
    public record PolicyQuestion(String behaviour, String cumulant, String discount, String lambda) {
        public PolicyQuestion {
            Spec.Prediction.requireInterval("behaviour", behaviour, true, 1);
            Spec.Prediction.requireInterval("discount", discount, false, 1);
            Spec.Prediction.requireInterval("lambda", lambda, false, 1);
        }
    }

    static final String BY_ACTION = " gives each action a probability";

    /** The name of a policy that was given none. */
    public static final String ONLY = "target";

    /** One policy: the probability of the action taken, or ρ, or the probability of each action. Others are null. */
    public record PolicySpec(String name, String target, String ratio, Map<String, String> byAction) {
        public PolicySpec {
            if (name.equals("behaviour")) {
                throw new IllegalArgumentException(
                        "a target cannot be called behaviour: that is the policy which wrote the log");
            }
            if (byAction != null && byAction.isEmpty()) {
                throw new IllegalArgumentException(label(name) + " gives no action a probability");
            }
            if (target != null && ratio != null) {
                throw new IllegalArgumentException(
                        label(name) + " has a ratio, too: ρ is target / behaviour, or it is the ratio");
            }
            Spec.Prediction.requireInterval(label(name), target, false, 1);
            Spec.Prediction.requireInterval("ratio", ratio, false, Double.MAX_VALUE);
        }

        Spec.Prediction of(PolicyQuestion question) {
            return new Spec.Prediction(
                    name,
                    question.behaviour(),
                    byAction == null ? target : column(name),
                    ratio,
                    question.cumulant(),
                    question.discount(),
                    question.lambda(),
                    null,
                    null,
                    Map.of());
        }
    }

    public EvaluationSpec {
        new Declarations(nothingElseMattered, tolerance, probabilityError, List.of(), List.of(), null); // checks them
        boolean counted =
                spec.predictions().stream().allMatch(policy -> policy.ratio() != null || policy.target() != null);
        if (!counted) {
            throw new IllegalArgumentException("a policy to evaluate needs a target or a ratio");
        }
        if (!byAction.isEmpty() && spec.action() == null) {
            throw withoutAction(label(byAction.keySet().iterator().next()) + BY_ACTION);
        }
        if (notes.available() != null && spec.action() == null) {
            throw withoutAction("available lists actions");
        }
    }

    static String label(String policy) {
        return policy.equals(ONLY) ? policy : "target " + policy;
    }

    static IllegalArgumentException withoutAction(String why) {
        return new IllegalArgumentException(
                why + ", and the action is missing\nName the column of the action taken: action.");
    }

    /** @param question everything but the policy, which is the same for all */
    public static List<Spec.Prediction> predictions(List<PolicySpec> policies, PolicyQuestion question) {
        if (policies.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no policy to evaluate: it needs a target, the probability with which it takes the action taken"
                            + "\nName one or several: --target careful=pi_careful, or in a spec targets: {careful: pi_careful}.");
        }
        if (question.behaviour() == null && policies.stream().anyMatch(policy -> policy.ratio() == null)) {
            throw new IllegalArgumentException("behaviour is missing: the probability with which the action was taken"
                    + "\nIf it was never written down, frequency(site, shift) estimates it by counting the actions among the"
                    + " rows with the same site and shift; it needs the action.");
        }
        return policies.stream().map(policy -> policy.of(question)).toList();
    }

    /** The column in which a log gets the probability of the action taken, under a policy given action by action. */
    static String column(String policy) {
        return "targets." + policy;
    }

    /** The expressions by action, of the policies that have them. */
    public static Map<String, Map<String, String>> byAction(List<PolicySpec> policies) {
        Map<String, Map<String, String>> byAction = new LinkedHashMap<>();
        policies.stream()
                .filter(policy -> policy.byAction() != null)
                .forEach(policy -> byAction.put(policy.name(), policy.byAction()));
        return byAction;
    }

    /** The spec by which rows are read: those of a cluster one after another, its streams apart. */
    Spec readBy() {
        String streams = spec.stream() == null ? cluster : cluster + ", " + spec.stream();
        return cluster == null ? spec : spec.withBands(null).withStream(streams).perEachStream();
    }

    /** Whether the behaviour is {@code frequency(…)}, counted among the rows. */
    public boolean isBehaviourEstimated() {
        return spec.predictions().stream().anyMatch(policy -> EstimatedBehaviour.isMeantBy(policy.behaviour()));
    }
}
