package io.emphatic.logs.doctor;

import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges a log. The extremes of every quantity tell most of it, found by one query or by whoever reads the rows anyway
 * ({@link Watch}); only what looks wrong is looked at again, to name its first rows.
 */
public final class Doctor {
    /** How many offending rows a finding names. */
    static final int ROWS_NAMED = 3;

    private final Plan plan;
    private final Map<String, Finding> findings = new LinkedHashMap<>();

    private Doctor(Plan plan) {
        this.plan = plan;
    }

    /** What came out of a check. */
    public record Checkup(String log, long rows, long streams, List<Finding> findings) {
        /** Whether learning would be refused. */
        public boolean hasErrors() {
            return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
        }
    }

    /** Judges a log without learning from it. */
    public static Checkup check(Log log, Spec spec) throws IOException {
        Diagnosis diagnosis = examine(Plan.of(log, spec));
        return new Checkup(
                diagnosis.log(), diagnosis.order().rows(), diagnosis.order().streams(), diagnosis.findings());
    }

    static Diagnosis examine(Plan plan) throws IOException {
        return examine(plan, order(plan), null);
    }

    /** How the rows lie. */
    public static RowOrder order(Plan plan) throws IOException {
        RowOrder order = plan.rowOrder();
        if (order.rows() == 0) {
            throw new IllegalArgumentException(plan.log().name() + " has no rows");
        }
        return order;
    }

    /** @param seen the extremes if they are known; null to look for them */
    public static Diagnosis examine(Plan plan, RowOrder order, Extremes seen) throws IOException {
        Doctor doctor = new Doctor(plan);
        try {
            Extremes extremes = seen == null ? Extremes.of(plan) : seen;
            new ValueChecks(plan, doctor, extremes).run();
            new StreamChecks(plan, doctor, extremes, order).run();
            new ActionCheck(plan, doctor).run();
        } catch (SQLException e) {
            throw plan.failure(e);
        }
        List<Finding> sorted = new ArrayList<>(doctor.findings.values());
        sorted.sort(Comparator.comparing(Finding::severity)); // stable: the order of the checks within each
        return new Diagnosis(plan.log().name(), order, sorted);
    }

    /** Takes a finding down, once for each column. */
    void report(Finding finding) {
        findings.putIfAbsent(finding.check() + " " + finding.column(), finding);
    }

    boolean hasFound(String check) {
        return findings.values().stream().anyMatch(finding -> finding.check().equals(check));
    }

    /** The first rows of the file for which a condition holds, counted from 1. */
    List<Long> firstRows(String condition) throws SQLException {
        List<Long> rows = new ArrayList<>();
        plan.log()
                .each(
                        "SELECT place FROM (SELECT row_number() OVER () AS place, (" + condition + ") AS wrong FROM "
                                + Log.VIEW + ") WHERE wrong LIMIT " + ROWS_NAMED,
                        row -> rows.add(row.getLong(1)));
        return rows;
    }

    /** The value of an expression in the row of this number, as text. */
    String valueAt(String sql, long place) throws SQLException {
        String[] value = new String[1];
        plan.log()
                .each(
                        "SELECT CAST(value AS VARCHAR) FROM (SELECT row_number() OVER () AS place, " + sql
                                + " AS value FROM " + Log.VIEW + ") WHERE place = " + place + " LIMIT 1",
                        row -> value[0] = row.getString(1));
        return value[0] == null ? "NULL" : value[0];
    }
}
