package io.emphatic.logs.spec;

import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** An evaluation resolved against a log: the plan of its query, and the columns that only an evaluation has. */
public record EvaluationPlan(
        Plan plan,
        EvaluationSettings settings,
        List<String> actions, // that some policy gives a probability, as text
        NumberSource action, // the index of the row's; null if no policy is by action
        List<PolicyTable> tables, // by target; null for those that have none, as what was not written down
        NumberSource starts,
        NumberSource weight,
        Expression available,
        Expression outcomeAge,
        long young, // rows that were left out because their outcome is not yet all there
        int clusterKeys // how many first keys of the stream a cluster shares; 0: each episode is one
        ) {
    /** The probability of every action under a policy: 0 for those that it does not list. */
    public record PolicyTable(
            String name,
            List<String> listed,
            List<Expression> written,
            List<NumberSource> probabilities,
            NumberSource sum) {}

    /** @param known the features, as another log has them; null for those of this log. The question may be null. */
    public static EvaluationPlan of(Log log, EvaluationSpec evaluation, FeatureMap known, GateQuestion gate)
            throws IOException {
        long young = leaveOutYoung(log, evaluation);
        Map<String, Map<String, Expression>> written = new LinkedHashMap<>();
        List<String> actions = new ArrayList<>();
        if (!evaluation.byAction().isEmpty()) {
            Expression action = Expression.of(log, "action", evaluation.spec().action());
            for (Map.Entry<String, Map<String, String>> policy :
                    evaluation.byAction().entrySet()) {
                Map<String, Expression> byAction = byAction(log, action, policy.getKey(), policy.getValue());
                byAction.keySet().stream().filter(key -> !actions.contains(key)).forEach(actions::add);
                written.put(policy.getKey(), byAction);
                addColumn(log, policy.getKey(), action, byAction);
            }
        }
        int clusterKeys = Plan.keys(log, "cluster", evaluation.cluster()).size();
        Plan plan = Plan.of(log, evaluation.readBy(), known);
        Slots slots = plan.slots();
        List<PolicyTable> tables = new ArrayList<>();
        for (Spec.Prediction policy : evaluation.spec().predictions()) {
            Map<String, Expression> byAction = written.get(policy.name());
            tables.add(byAction == null ? null : table(slots, policy.name(), actions, byAction));
        }
        EvaluationSpec.RowNotes notes = evaluation.notes();
        NumberSource starts =
                evaluation.start() == null ? null : slots.flag(Expression.of(log, "start", evaluation.start()));
        return new EvaluationPlan(
                plan,
                settings(plan, evaluation, actions, gate),
                actions,
                actions.isEmpty() ? null : index(plan, actions),
                tables,
                starts,
                slots.source(Expression.ofNumber(log, "weight", notes.weight() == null ? "1" : notes.weight())),
                available(log, notes.available()),
                notes.outcomeAge() == null ? null : Expression.of(log, "outcome_age", notes.outcomeAge()),
                young,
                clusterKeys > 0 ? clusterKeys : plan.stream().size());
    }

    private static long leaveOutYoung(Log log, EvaluationSpec evaluation) throws IOException {
        Double mature = evaluation.notes().matureAfter();
        if (mature == null) {
            return 0;
        }
        log.declare(evaluation.spec().shape().types());
        if (evaluation.spec().shape().unnest()) {
            log.unnest();
        }
        String age = Expression.ofNumber(log, "outcome_age", evaluation.notes().outcomeAge())
                .asDouble();
        return log.ask("outcome_age", () -> {
            double[] found = log.numbers("SELECT count(*) - count(*) FILTER (WHERE " + age + " >= " + mature
                    + "), count(*), count(" + age + "), max(" + age + ") FROM " + Log.VIEW);
            if (found[0] == found[1]) {
                throw new IllegalArgumentException("mature_after " + Numbers.significant(mature) + " leaves no row: "
                        + (found[2] == 0
                                ? "no outcome_age " + evaluation.notes().outcomeAge() + " is a number"
                                : "the oldest outcome has the age " + Numbers.significant(found[3])));
            }
            log.keepOnly(age + " >= " + mature);
            return (long) found[0];
        });
    }

    private static Expression available(Log log, String written) throws IOException {
        Expression available = written == null ? null : Expression.of(log, "available", written);
        if (available != null && !available.isList() && !available.type().equals("VARCHAR")) {
            throw new IllegalArgumentException(
                    "available " + available.text() + " is no list of actions but of the type " + available.type());
        }
        return available;
    }

    private static EvaluationSettings settings(
            Plan plan, EvaluationSpec evaluation, List<String> actions, GateQuestion gate) {
        List<EvaluationTarget> targets = evaluation.spec().predictions().stream()
                .map(policy -> new EvaluationTarget(
                        policy.name(), evaluation.byAction().containsKey(policy.name())))
                .toList();
        int features = evaluation.hasFeatures() ? plan.features().size() : 0;
        NumberSource lambda = plan.predictions().get(0).steps().lambda();
        EvaluationSettings settings = new EvaluationSettings(
                targets,
                features,
                actions.size(),
                lambda.isConstant() ? lambda.value() : null,
                evaluation.range(),
                evaluation.isBehaviourEstimated(),
                new Declarations(
                        evaluation.nothingElseMattered(),
                        evaluation.tolerance(),
                        evaluation.probabilityError(),
                        features > 0 ? plan.featureMap().names() : List.of(),
                        actions,
                        evaluation.cluster()),
                null);
        return gate == null ? settings : settings.with(gate);
    }

    /** The expressions by action, where actions are written as the log has them: 1 is {@code 1.0} among doubles. */
    private static Map<String, Expression> byAction(
            Log log, Expression action, String policy, Map<String, String> texts) throws IOException {
        Map<String, Expression> byAction = new LinkedHashMap<>();
        for (Map.Entry<String, String> entry : texts.entrySet()) {
            String place = EvaluationSpec.column(policy) + "." + entry.getKey();
            String key = Sql.string(entry.getKey());
            Expression probability = Expression.ofNumber(log, place, entry.getValue());
            String sameAsInLog =
                    "SELECT coalesce(CAST(TRY_CAST(" + key + " AS " + action.type() + ") AS VARCHAR), " + key + ")";
            byAction.put(log.ask(place, () -> log.texts(sameAsInLog).get(0)), probability);
        }
        return byAction;
    }

    /** The probability of the action taken; NULL if the policy does not list it. */
    private static void addColumn(Log log, String policy, Expression action, Map<String, Expression> byAction)
            throws IOException {
        String column = EvaluationSpec.column(policy);
        if (log.columns().containsKey(column)) {
            throw new IllegalArgumentException(
                    "target " + policy + " needs another name: the log has a column " + column);
        }
        StringJoiner cases = new StringJoiner(" ", "CASE " + action.asTextOf(null) + " ", " END");
        byAction.forEach(
                (key, probability) -> cases.add("WHEN " + Sql.string(key) + " THEN " + probability.asDouble()));
        log.ask(column, () -> log.addColumn(column, cases.toString()));
    }

    private static PolicyTable table(
            Slots slots, String policy, List<String> actions, Map<String, Expression> byAction) {
        List<NumberSource> probabilities = new ArrayList<>();
        StringJoiner sum = new StringJoiner(" + ");
        for (String action : actions) {
            Expression written = byAction.get(action);
            probabilities.add(written == null ? NumberSource.constant(0) : slots.source(written));
        }
        byAction.values().forEach(written -> sum.add(written.asDouble()));
        boolean constant = byAction.values().stream().allMatch(Expression::isConstant);
        Expression total = new Expression(
                "targets", "the sum of " + EvaluationSpec.column(policy), sum.toString(), "DOUBLE", Double.NaN);
        NumberSource source = constant
                ? NumberSource.constant(byAction.values().stream()
                        .mapToDouble(Expression::constant)
                        .sum())
                : slots.source(sum.toString(), total);
        return new PolicyTable(
                policy, List.copyOf(byAction.keySet()), List.copyOf(byAction.values()), probabilities, source);
    }

    /** −1 for an action that no policy lists. */
    private static NumberSource index(Plan plan, List<String> actions) {
        StringJoiner cases =
                new StringJoiner(" ", "CAST(CASE " + plan.action().asTextOf(null) + " ", " ELSE -1 END AS DOUBLE)");
        for (int k = 0; k < actions.size(); k++) {
            cases.add("WHEN " + Sql.string(actions.get(k)) + " THEN " + k);
        }
        return plan.slots().source(cases.toString(), plan.action());
    }
}
