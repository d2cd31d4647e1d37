package io.emphatic.logs.spec;

import io.emphatic.Config;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;

/** One prediction of a plan, as columns of its query; the log doctor needs them as they were written, too. */
public record PlannedPrediction(
        String name, Config config, StepColumns steps, NumberSource cumulant, WrittenExpressions written) {
    /** Where ρ, γ, λ and i of each step come from; predictions that have them in common see the same steps. */
    public record StepColumns(
            PolicyColumns policy, NumberSource discount, NumberSource lambda, NumberSource interest) {}

    /** The expressions of a prediction; null where nothing was written and there is no default. */
    public record WrittenExpressions(
            Expression target,
            Expression behaviour,
            Expression ratio,
            Expression discount,
            Expression lambda,
            Expression interest) {}

    static PlannedPrediction of(Log log, Slots slots, String place, Spec.Prediction p, Expression action)
            throws IOException {
        if (p.cumulant() == null
                && Sql.columnNamed(log.columns().keySet(), "reward").isEmpty()) {
            throw new IllegalArgumentException(place + "cumulant is missing: name the column of what is to be predicted"
                    + "\nBy default it is the column reward, which the log does not have.");
        }
        if (p.discount() == null) {
            throw new IllegalArgumentException(
                    place + "discount is missing: a number in [0, 1], a column or a SQL expression"
                            + "\nA prediction over the next 1/(1 − γ) rows or so has the discount γ: 0.99 looks ahead about"
                            + " 100 rows.");
        }
        WrittenExpressions written = new WrittenExpressions(
                probability(log, place + "target", p.target(), action),
                EstimatedBehaviour.isMeantBy(p.behaviour())
                        ? EstimatedBehaviour.of(log, place + "behaviour", p.behaviour(), action)
                        : probability(log, place + "behaviour", p.behaviour(), action),
                number(log, place + "ratio", p.ratio(), null),
                number(log, place + "discount", p.discount(), null),
                number(log, place + "lambda", p.lambda(), "0"),
                number(log, place + "interest", p.interest(), "1"));
        // On-policy: π = μ, or only ρ = 1 when μ is not known either.
        NumberSource behaviour = slots.source(written.behaviour());
        NumberSource target = p.target() == null ? behaviour : slots.source(written.target());
        boolean unknown = p.ratio() == null && behaviour == null;
        NumberSource ratio = unknown ? NumberSource.constant(1) : slots.source(written.ratio());
        NumberSource cumulant = slots.source(number(log, place + "cumulant", p.cumulant(), "reward"));
        StepColumns steps = new StepColumns(
                new PolicyColumns(target, behaviour, ratio),
                slots.source(written.discount()),
                slots.source(written.lambda()),
                slots.source(written.interest()));
        return new PlannedPrediction(p.name(), p.config(), steps, cumulant, written);
    }

    private static Expression probability(Log log, String place, String text, Expression action) throws IOException {
        return TabledPolicy.isMeantBy(text)
                ? TabledPolicy.of(log, place, text, action)
                : number(log, place, text, null);
    }

    private static Expression number(Log log, String place, String text, String byDefault) throws IOException {
        String given = text == null ? byDefault : text;
        return given == null ? null : Expression.ofNumber(log, place, given);
    }

    /** Where ρ of each step comes from: π/μ with a null ratio, or ρ itself with π and μ null. */
    public record PolicyColumns(NumberSource target, NumberSource behaviour, NumberSource ratio) {
        /** Writes ratios of rows; returns the first row that is out of range, −1 if there is none. */
        public int read(double[][] columns, int rows, double[] ratios) {
            for (int row = 0; row < rows; row++) {
                double rho =
                        ratio == null ? target.at(columns, row) / behaviour.at(columns, row) : ratio.at(columns, row);
                boolean right = rho >= 0 && rho < Double.POSITIVE_INFINITY;
                if (right && ratio == null) {
                    double pi = target.at(columns, row);
                    double mu = behaviour.at(columns, row);
                    right = pi >= 0 && pi <= 1 && mu > 0 && mu <= 1;
                }
                if (!right) {
                    return row;
                }
                ratios[row] = rho;
            }
            return -1;
        }

        /** What is wrong with a row for which {@link #read} stopped. */
        public IllegalArgumentException misfit(double[][] columns, int row) {
            if (ratio != null) {
                return new IllegalArgumentException("ratio is not in the interval [0, ∞): " + ratio.at(columns, row));
            }
            double pi = target.at(columns, row);
            double mu = behaviour.at(columns, row);
            String wrong = !(mu > 0 && mu <= 1)
                    ? "behaviour is not in the interval (0, 1]: " + mu
                    : pi >= 0 && pi <= 1
                            ? "target / behaviour is not a finite number: " + pi + " / " + mu
                            : "target is not in the interval [0, 1]: " + pi;
            return new IllegalArgumentException(wrong);
        }
    }
}
