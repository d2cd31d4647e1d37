package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import io.emphatic.logs.spec.PlannedPrediction.WrittenExpressions;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a target is a policy: the importance ratios of a log average 1, since E[ρ | S] = Σ π(a|S) = 1
 * ({@link UnitMean}). Each action adds the share of π that it has, which is at most 1; the shares add up to 1.
 *
 * <p>Ratios that are too small on average are only complained about where π and μ are known: E[ρ² | S] is taken to be
 * at most π²/μ + (1 − π)²/m, with all that the target does otherwise on the least likely action, of probability m.
 */
record RatioCheck(Plan plan, Examination exam, ColumnExtremes extremes, long rows) {
    private static final int MOST_SHARES = 10;

    void run() throws SQLException {
        if (exam.hasErrors()) {
            return;
        }
        Map<PolicyColumns, WrittenExpressions> policies = new LinkedHashMap<>();
        for (PlannedPrediction prediction : plan.predictions()) {
            WrittenExpressions written = prediction.written();
            if (written.target() != null || written.ratio() != null) {
                policies.putIfAbsent(prediction.steps().policy(), written);
            }
        }
        if (policies.isEmpty()) {
            return;
        }
        int comparisons = 2 * policies.size();
        for (Map.Entry<PolicyColumns, UnitMean> one : means(policies).entrySet()) {
            UnitMean mean = one.getValue();
            WrittenExpressions written = policies.get(one.getKey());
            if (mean.isTooLarge(comparisons)
                    || mean.isSmall() && mean.isTooSmall(variance(one.getKey(), written), comparisons)) {
                report(ratio(written), written, mean);
            }
        }
    }

    private static String ratio(WrittenExpressions written) {
        return written.ratio() != null
                ? written.ratio().asDouble()
                : "(" + written.target().asDouble() + " / "
                        + written.behaviour().asDouble() + ")";
    }

    private Map<PolicyColumns, UnitMean> means(Map<PolicyColumns, WrittenExpressions> policies) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (WrittenExpressions written : policies.values()) {
            String rho = ratio(written);
            columns.add("sum(" + rho + "), sum((" + rho + " - 1) * (" + rho + " - 1))");
        }
        double[] sums = plan.log().numbers("SELECT " + String.join(", ", columns) + " FROM " + Log.VIEW);
        Map<PolicyColumns, UnitMean> means = new LinkedHashMap<>();
        for (PolicyColumns policy : policies.keySet()) {
            int k = 2 * means.size();
            means.put(policy, new UnitMean(rows, sums[k], sums[k + 1]));
        }
        return means;
    }

    /** What the variances of ρ add up to at most; infinity where π and μ are not known. */
    private double variance(PolicyColumns policy, WrittenExpressions written) throws SQLException {
        if (policy.ratio() != null) {
            return Double.POSITIVE_INFINITY;
        }
        String sum = variance(written, extremes.min(policy.behaviour()));
        return plan.log().numbers("SELECT " + sum + " FROM " + Log.VIEW)[0];
    }

    private static String variance(WrittenExpressions written, double least) {
        String pi = written.target().asDouble();
        String mu = written.behaviour().asDouble();
        String possible = "least(" + least + ", " + otherShare(mu, 2) + ")";
        return "sum(CASE WHEN " + pi + " = 1 THEN 1 / " + mu + " - 1 WHEN " + possible + " > 0 THEN " + pi + " * " + pi
                + " / " + mu + " + (1 - " + pi + ") * (1 - " + pi + ") / " + possible
                + " - 1 ELSE 'infinity'::DOUBLE END)";
    }

    /** What each of the other actions had in a row, if they had the same. */
    static String otherShare(String mu, int actions) {
        return "(1 - " + mu + ") / " + Math.max(1, actions - 1);
    }

    private void report(String rho, WrittenExpressions written, UnitMean mean) throws SQLException {
        boolean large = mean.mean() > 1;
        double error = Math.sqrt(Math.max(0, mean.squares() / mean.count() - Math.pow(mean.mean() - 1, 2)))
                / Math.sqrt(mean.count());
        String text = written.ratio() != null
                ? "ratio " + written.ratio().text()
                : "target " + written.target().text() + " does not go with behaviour "
                        + written.behaviour().text();
        String shown = error < 1e-6 ? "0" : Numbers.significant(2 * error, 2); // below that it is rounding
        String message = text + ": ρ averages " + Numbers.significant(mean.mean()) + " ± "
                + shown + " over " + Numbers.count(mean.count(), "row") + " instead of 1"
                + shares(rho, mean.count());
        String why = large
                ? "The probabilities of all actions add up to 1, and these would to more: predictions and the follow-on"
                        + " trace grow without a reason."
                : "The probabilities of all actions add up to 1, and these would to less; unless the target does what the"
                        + " behaviour never did, which this log says nothing of.";
        String remedy =
                "Give π of the action that the row has, in the state of the same row; not that of another action, nor one"
                        + " number for whatever was done.";
        String column = written.ratio() != null
                ? written.ratio().text()
                : written.target().text();
        exam.warning("mean-ratio", column, message, why, remedy);
    }

    /** The share of the target that each action has, where actions are known and few. */
    private String shares(String rho, long rows) throws SQLException {
        if (plan.action() == null) {
            return "";
        }
        List<String> shares = new ArrayList<>();
        String query = "SELECT CAST(" + plan.action().sql() + " AS VARCHAR) AS action, sum(" + rho + ") FROM "
                + Log.VIEW + " GROUP BY ALL ORDER BY action LIMIT " + (MOST_SHARES + 1);
        plan.log()
                .each(
                        query,
                        row -> shares.add(row.getString(1) + " " + Numbers.significant(row.getDouble(2) / rows, 3)));
        return shares.size() > MOST_SHARES ? "" : " (by action: " + String.join(", ", shares) + ")";
    }

    /**
     * Numbers X ≥ 0 that average 1 over a correct log, whatever the states were and however steps depend on each other:
     * E[X | past] = 1. How likely is an average as far away as theirs? Both answers are upper bounds that hold for any
     * number of rows, so that a rare action does not look like a wrong probability:
     *
     * <pre>
     *   above:  ln P ≤ −(d − v ln(1 + d/v))    d = Σ(X − 1), v = Σ(X − 1)²     (Fan, Grama &amp; Liu 2015, for X − 1 ≥ −1)
     *   above and below:  ln P ≤ −(V/b²) h(b d/V)    h(u) = (1 + u) ln(1 + u) − u     (Bennett 1962; Freedman 1975)
     * </pre>
     *
     * where V is the sum of the variances of X given the past, and b the most that X can be above 1, or 1 below it. A
     * mean that is too small says nothing of the rare large numbers that it lacks, nor does its variance.
     */
    record UnitMean(long count, double sum, double squares) {
        private static final double LEVEL = 0.01; // how often a correct log may be complained about, in all

        private static final double CLOSE_TO_ONE = 0.05; // averages closer to 1 are not worth a word, however certain

        double mean() {
            return sum / count;
        }

        /** Whether the mean is too large to be chance, in a family of this many comparisons. */
        boolean isTooLarge(int comparisons) {
            double excess = sum - count;
            return mean() > 1 + CLOSE_TO_ONE && logChanceFromSquares(excess) < logLevel(comparisons);
        }

        /** Whether it is, where the variance of X given the past, summed up, and the most that X can be are known. */
        boolean isTooLarge(double variance, double most, int comparisons) {
            double excess = sum - count;
            return mean() > 1 + CLOSE_TO_ONE && logBennett(excess, variance, most - 1) < logLevel(comparisons);
        }

        /** Whether the mean is so small that it has to be asked whether that is chance. */
        boolean isSmall() {
            return mean() < 1 - CLOSE_TO_ONE;
        }

        /** Whether the mean is too small to be chance; {@code variance} as above, infinite if nothing is known. */
        boolean isTooSmall(double variance, int comparisons) {
            return isSmall() && logBennett(count - sum, variance, 1) < logLevel(comparisons);
        }

        private static double logLevel(int comparisons) {
            return Math.log(LEVEL / comparisons);
        }

        private double logChanceFromSquares(double d) {
            return -(d - squares * Math.log1p(d / squares));
        }

        private static double logBennett(double d, double variance, double bound) {
            if (variance == 0) {
                return Double.NEGATIVE_INFINITY;
            }
            double u = bound * d / variance;
            double h = u < 1e-4 ? u * u / 2 : (1 + u) * Math.log1p(u) - u; // the difference cancels for small u
            return Double.isInfinite(variance) ? 0 : -variance / (bound * bound) * h;
        }
    }
}
