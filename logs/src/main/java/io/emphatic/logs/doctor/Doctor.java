package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Judges a log by the extremes of every column; rows are queried again only to name the first that fail. */
public final class Doctor {
    private Doctor() {}

    public static Diagnosis check(Log log, EvaluationSpec spec) throws IOException {
        EvaluationPlan evaluation = EvaluationPlan.of(log, spec, null, null);
        return examine(evaluation, order(evaluation.plan()));
    }

    public static Diagnosis check(Log log, Spec spec) throws IOException {
        return check(Plan.of(log, spec));
    }

    public static Diagnosis check(Plan plan) throws IOException {
        return examine(plan, order(plan));
    }

    /** The order of the rows, of which there has to be one at least. */
    public static RowOrder order(Plan plan) throws IOException {
        return order(plan, false);
    }

    /** @param asLogged whether rows are taken as they lie */
    public static RowOrder order(Plan plan, boolean asLogged) throws IOException {
        plan.log().keepRows();
        RowOrder order = asLogged ? plan.rowsAsLogged() : plan.rowOrder();
        if (order.rows() == 0) {
            throw new IllegalArgumentException(plan.log().name() + " has no rows");
        }
        return order;
    }

    public static Diagnosis examine(Plan plan, RowOrder order) throws IOException {
        return examine(plan, null, order);
    }

    public static Diagnosis examine(EvaluationPlan evaluation, RowOrder order) throws IOException {
        return examine(evaluation.plan(), evaluation, order);
    }

    /** @param evaluation null if predictions are to be learned */
    private static Diagnosis examine(Plan plan, EvaluationPlan evaluation, RowOrder order) throws IOException {
        Examination exam = new Examination(plan);
        try {
            ColumnExtremes extremes = new ColumnExtremes(plan);
            if (evaluation == null || new PolicyChecks(evaluation, exam, extremes).run()) {
                new ValueChecks(plan, exam, extremes).run();
                if (evaluation != null) {
                    new ValueChecks(plan, exam, extremes).run(evaluation);
                    new PolicyChecks(evaluation, exam, extremes).noteSingleEpisode(order);
                    new PolicyChecks(evaluation, exam, extremes).noteSharedStreams();
                }
                new StreamChecks(plan, exam, extremes, order).run(evaluation != null);
                if (evaluation == null || evaluation.weight().isConstant()) { // frequencies among kept rows are others
                    new ActionCheck(plan, exam, extremes, evaluation != null).run();
                    new RatioCheck(plan, exam, extremes, order.rows()).run();
                }
                if (evaluation != null) {
                    new DecisionChecks(evaluation, exam, extremes, order.rows()).run();
                    new AlikeRows(evaluation, exam, extremes).run();
                }
                if (plan.continues()) {
                    new NewValueChecks(plan, exam, extremes).run();
                }
            }
        } catch (SQLException e) {
            throw plan.failure(e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return new Diagnosis(plan.log().name(), order.rows(), order.streams(), exam.findings());
    }

    /** What the log doctor found, the most severe findings first. */
    public record Diagnosis(String log, long rows, long streams, List<Finding> findings) {
        public boolean hasErrors() {
            return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
        }

        public List<String> errors() {
            return findings.stream()
                    .filter(finding -> finding.severity() == Severity.ERROR)
                    .map(Finding::message)
                    .toList();
        }

        /** Itself, if it has no errors. */
        public Diagnosis refuseErrors() {
            if (hasErrors()) {
                throw new RefusedLogException(this);
            }
            return this;
        }
    }

    public static final class RefusedLogException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;
        private final transient Diagnosis diagnosis;

        private RefusedLogException(Diagnosis diagnosis) {
            super(diagnosis.findings().stream()
                    .filter(finding -> finding.severity() == Severity.ERROR)
                    .map(Finding::text)
                    .collect(Collectors.joining("\n", diagnosis.log() + " cannot be used\n", "")));
            this.diagnosis = diagnosis;
        }

        public Diagnosis diagnosis() {
            return diagnosis;
        }
    }

    /** Counts what a log has and the model does not know from which learning continues. */
    private record NewValueChecks(Plan plan, Examination exam, ColumnExtremes extremes) {
        void run() throws SQLException, IOException {
            for (int slot = 0; slot < plan.featureSlots(); slot++) {
                Expression expression = plan.slots().expressions().get(slot);
                boolean category = plan.features().use(slot) == FeatureReader.SlotUse.CATEGORY;
                if (category && extremes.min(slot) < 0) {
                    String unknown = plan.slots().sql().get(slot) + " < 0";
                    String kind = plan.featureMap().kindOf(expression.text());
                    String message = "a value of " + kind + " " + expression.text() + " that the model does not know";
                    report("new-category", expression.text(), unknown, message, "It activates no feature.");
                }
            }
            for (FeatureBlock group : plan.featureMap().blocks()) {
                if (group instanceof FeatureBlock.Tiles tiles) {
                    ranges(tiles);
                } else if (group instanceof FeatureBlock.OfNumbers numbers && numbers.length() > 0) {
                    lengths(numbers.text(), numbers.length());
                }
            }
        }

        private void ranges(FeatureBlock.Tiles tiles) throws SQLException, IOException {
            for (int d = 0; d < tiles.columns().size(); d++) {
                String text = tiles.columns().get(d);
                List<Double> range = tiles.ranges().get(d);
                String value =
                        Expression.of(plan.log(), "features: tiles", text).asDouble();
                String outside = value + " < " + range.get(0) + " OR " + value + " > " + range.get(1);
                String message = "a value of tiles " + text + " outside of the model's range " + range;
                report("new-range", text, outside, message, "It belongs to the tile at the edge.");
            }
        }

        private void lengths(String text, int length) throws SQLException, IOException {
            String list = Expression.of(plan.log(), "features", text).sql();
            String other = "len(" + list + ") > " + length; // a shorter one lacks values
            String message = "a longer list " + text + " than the model's " + length + " elements";
            report("new-length", text, other, message, "What is beyond is not looked at.");
        }

        /** @param which the rows, as a condition in SQL */
        private void report(String check, String column, String which, String message, String why) throws SQLException {
            String remedy = "Learn anew from all logs if it matters: the features of a model stay as they are.";
            long rows = exam.count(which);
            if (rows > 0) {
                String found = Numbers.count(rows, "row") + " with " + message;
                exam.warning(check, column, found, exam.firstRows(which), why, remedy);
            }
        }
    }
}
