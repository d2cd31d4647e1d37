package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import io.emphatic.logs.spec.PlannedPrediction.WrittenExpressions;
import io.emphatic.logs.sql.Expression;
import java.sql.SQLException;
import java.util.List;

/** Checks of single values: present, finite, and in the interval of their role. */
record ValueChecks(Plan plan, Examination exam, ColumnExtremes extremes) {
    /** What a number means, and the interval of its values; {@code positive}: without 0. */
    private record Role(String name, boolean positive, boolean atMostOne, String why) {
        boolean contains(double value) {
            return (positive ? value > 0 : value >= 0) && (!atMostOne || value <= 1);
        }

        String interval() {
            return (positive ? "(0, " : "[0, ") + (atMostOne ? "1]" : "∞)");
        }

        /** The SQL condition of a value outside; NaN is greater than any bound. */
        String violation(String sql) {
            return "NOT (" + sql + (positive ? " > 0" : " >= 0") + (atMostOne ? " AND " + sql + " <= 1" : "") + ")";
        }
    }

    private static final double VERY_DIFFERENT = 100; // how much larger than another a feature may be

    private static final String TAKEN =
            "A probability is at most 1, and an action that was taken did not have probability 0.";
    private static final Role BEHAVIOUR = new Role("behaviour", true, true, TAKEN);
    private static final Role TARGET = new Role("target", false, true, "A probability is between 0 and 1.");
    private static final Role RATIO = new Role("ratio", false, false, "ρ = π/μ is never negative.");
    private static final Role DISCOUNT =
            new Role("discount", false, true, "γ is the weight of what comes later: 0 ends, 1 counts fully.");
    private static final Role LAMBDA = new Role("lambda", false, true, "λ mixes two estimates: 0 bootstraps, 1 waits.");
    private static final Role INTEREST =
            new Role("interest", false, false, "i says how much a state matters, at least not at all.");

    private static final Role WEIGHT =
            new Role("weight", true, false, "An episode that was kept stands for one at least.");

    void run() throws SQLException {
        for (int slot = 0; slot < plan.slots().size(); slot++) {
            present(slot);
        }
        for (PlannedPrediction prediction : plan.predictions()) {
            PlannedPrediction.StepColumns steps = prediction.steps();
            WrittenExpressions written = prediction.written();
            range(BEHAVIOUR, written.behaviour(), steps.policy().behaviour());
            range(TARGET, written.target(), steps.policy().target());
            range(RATIO, written.ratio(), steps.policy().ratio());
            range(DISCOUNT, written.discount(), steps.discount());
            range(LAMBDA, written.lambda(), steps.lambda());
            range(INTEREST, written.interest(), steps.interest());
            if (written.target() != null) {
                support(steps.policy(), written);
                certainty(steps.policy(), written);
            }
        }
        for (int slot = 0; slot < plan.featureSlots(); slot++) {
            constant(slot);
        }
        sizes();
    }

    /** Numbers of very different size as features: no step size is right for both. */
    private void sizes() {
        boolean stepSize = plan.predictions().stream()
                .anyMatch(prediction -> prediction.config().parameters().containsKey("step_size"));
        if (!stepSize || exam.hasErrors()) {
            return;
        }
        double least = plan.features().hasIndicators() ? 1 : Double.POSITIVE_INFINITY;
        double most = plan.features().hasIndicators() ? 1 : 0;
        String small = "a bias or a category";
        String large = small;
        for (int slot = 0; slot < plan.featureSlots(); slot++) {
            FeatureReader.SlotUse use = plan.features().use(slot);
            double size = Math.max(Math.abs(extremes.min(slot)), Math.abs(extremes.max(slot)));
            double seen = use == FeatureReader.SlotUse.SCALED ? 1 : size;
            if ((use == FeatureReader.SlotUse.NUMBER || use == FeatureReader.SlotUse.SCALED) && seen > 0) {
                String name = plan.slots().expressions().get(slot).text();
                small = seen < least ? name : small;
                large = seen > most ? name : large;
                least = Math.min(least, seen);
                most = Math.max(most, seen);
            }
        }
        if (most > VERY_DIFFERENT * least) {
            String message = "features differ in size: " + large + " is up to " + Numbers.significant(most) + ", and "
                    + small + " up to " + Numbers.significant(least);
            exam.warning("feature-size", large, message);
        }
    }

    void run(EvaluationPlan evaluation) throws SQLException {
        NumberSource weight = evaluation.weight();
        if (!weight.isConstant()) {
            range(WEIGHT, plan.slots().expressions().get(weight.slot()), weight);
        }
        for (EvaluationPlan.PolicyTable table : evaluation.tables()) {
            for (int k = 0; table != null && k < table.written().size(); k++) {
                int action = evaluation.actions().indexOf(table.listed().get(k));
                range(TARGET, table.written().get(k), table.probabilities().get(action));
            }
        }
    }

    /** Neither missing nor infinite nor NaN. */
    private void present(int slot) throws SQLException {
        Expression expression = plan.slots().expressions().get(slot);
        String sql = plan.slots().sql().get(slot);
        String named = expression.place() + " " + expression.text();
        String name = sqlName(expression);
        if (extremes.missing(slot) > 0) {
            List<Long> rows = exam.firstRows(sql + " IS NULL");
            String shown = exam.valueAt(expression.sql(), rows.get(0));
            boolean text = !shown.equals("NULL");
            String message = named
                    + (text ? " is not a number in " : " is NULL in ")
                    + Numbers.count(extremes.missing(slot), "row")
                    + (text ? ": " + shown : exam.lacking(expression));
            String why = "A step means nothing without it, and a guess would count as if it were true.";
            String remedy = text
                    ? "If it is a category, use onehot (in a YAML spec); otherwise turn it into a number with SQL."
                    : substitute(expression, name) + "leave those rows out of the log.";
            exam.error("missing-value", expression.text(), message, rows, why, remedy);
        } else if (!extremes.isFinite(slot)) {
            List<Long> rows = exam.firstRows("NOT isfinite(" + sql + ")");
            String message = named + " is not a finite number: " + exam.valueAt(sql, rows.get(0));
            String why = "One such number would spread through the weights and never leave.";
            String remedy =
                    "Replace it in SQL, for example CASE WHEN isfinite(" + name + ") THEN " + name + " ELSE 0 END.";
            exam.error("non-finite-value", expression.text(), message, rows, why, remedy);
        }
    }

    /** What might stand for a value that is missing. Nothing stands for the probability of an action that was taken. */
    private static String substitute(Expression expression, String name) {
        String role = expression.place().replaceFirst("(?s).*: (?=\\w+$)", "");
        String value =
                switch (role) {
                    case "behaviour", "ratio" -> null;
                    case "terminated", "truncated" -> "false";
                    default -> "0";
                };
        return value == null
                ? "How likely the action was cannot be guessed: "
                : "Say what it should be, for example coalesce(" + name + ", " + value + "), or ";
    }

    private static String sqlName(Expression expression) {
        return expression.sql().strip().replaceAll("^\\(\n|\n\\)$", "");
    }

    private void range(Role role, Expression expression, NumberSource source) throws SQLException {
        if (expression == null) {
            return;
        }
        if (source.isConstant()) {
            if (!role.contains(source.value())) {
                outside(role, expression, "", source.value() + "", List.of(), "Give a value in the interval.");
            }
            return;
        }
        int slot = source.slot();
        boolean inside = role.contains(extremes.min(slot)) && role.contains(extremes.max(slot));
        if (extremes.missing(slot) == 0 && extremes.isFinite(slot) && !inside) { // otherwise reported already
            String sql = plan.slots().sql().get(slot);
            List<Long> rows = exam.firstRows(role.violation(sql));
            String value = exam.valueAt(sql, rows.get(0));
            outside(role, expression, " " + expression.text(), value, rows, remedy(role, expression, slot));
        }
    }

    private void outside(
            Role role, Expression expression, String column, String value, List<Long> rows, String remedy) {
        String message = role.name() + column + " is not in the interval " + role.interval() + ": " + value;
        exam.error(role.name() + "-range", expression.text(), message, rows, role.why(), remedy);
    }

    /** Recognises what is commonly logged instead of a probability. */
    private String remedy(Role role, Expression expression, int slot) {
        if (role != BEHAVIOUR && role != TARGET) {
            return "Correct the expression or the rows.";
        }
        String name = sqlName(expression);
        if (extremes.max(slot) <= 0 && extremes.min(slot) < 0) {
            return "No value is above 0, so these look like log-probabilities: write exp(" + name + ").";
        }
        if (extremes.min(slot) >= 0 && extremes.max(slot) > 1) {
            return "Values above 1 look like densities of a continuous action (or percentages): give the quotient of the two"
                    + " densities as the ratio, or divide percentages by 100.";
        }
        return "Log the probability of the action that was taken, at the time it was taken.";
    }

    private void support(PolicyColumns policy, WrittenExpressions written) throws SQLException {
        NumberSource behaviour = policy.behaviour();
        if (behaviour.isConstant() || extremes.min(behaviour.slot()) > 0) {
            return;
        }
        Expression mu = written.behaviour();
        Expression pi = written.target();
        List<Long> rows = exam.firstRows(mu.asDouble() + " = 0 AND " + pi.asDouble() + " > 0");
        if (!rows.isEmpty()) {
            String message = "target " + pi.text() + " is positive where behaviour " + mu.text() + " is 0";
            exam.error("no-support", mu.text(), message, rows);
        }
    }

    /** Behaviour exactly 1 everywhere beside a target that differs. */
    private void certainty(PolicyColumns policy, WrittenExpressions written) {
        Expression mu = written.behaviour();
        Expression pi = written.target();
        if (isAlwaysOne(policy.behaviour()) && !isAlwaysOne(policy.target())) {
            String message =
                    "behaviour " + mu.text() + " is 1 in every row, and target " + pi.text() + " differs from it";
            exam.warning("behaviour-certain", mu.text(), message);
        }
    }

    private boolean isAlwaysOne(NumberSource source) {
        return extremes.min(source) == 1 && extremes.max(source) == 1;
    }

    private void constant(int slot) {
        FeatureReader.SlotUse use = plan.features().use(slot);
        Expression expression = plan.slots().expressions().get(slot);
        double value = extremes.min(slot);
        boolean isCategory = use == FeatureReader.SlotUse.CATEGORY;
        boolean isUnknown = isCategory && value == FeatureReader.UNKNOWN;
        boolean isBias = value == 1 && expression.text().strip().equals("1");
        if (isUnknown || isBias || extremes.missing(slot) > 0 || value != extremes.max(slot)) {
            return;
        }
        String kind = isCategory
                ? plan.featureMap().kindOf(expression.text())
                : use == FeatureReader.SlotUse.TILES ? "tiles:" : "feature";
        String message = kind + " " + expression.text()
                + (isCategory ? " has one value only" : " is " + value + " in every row");
        String why =
                switch (use) {
                    case SCALED -> "Standardised it is 0, and its weight will stay 0.";
                    case NUMBER ->
                        value == 0 ? "Its weight will stay 0." : "It tells no states apart; as a bias it is fine.";
                    case CATEGORY ->
                        "Its one feature is 1 in every row: it tells no states apart; as a bias it is fine.";
                    case TILES -> "It tells no tiles apart.";
                };
        String remedy = "Leave it out if it was meant to tell something.";
        exam.note("constant-feature", expression.text(), message, why, remedy);
    }
}
