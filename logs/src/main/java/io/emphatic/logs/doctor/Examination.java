package io.emphatic.logs.doctor;

import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ResourceBundle;

/** What the checks of one log ask it, and what they have found. */
final class Examination {
    private static final int ROWS_NAMED = 3;
    private static final ResourceBundle TEXTS =
            ResourceBundle.getBundle(Examination.class.getPackageName() + ".findings", Locale.ROOT);

    private final Plan plan;
    private final Map<String, Finding> findings = new LinkedHashMap<>();

    Examination(Plan plan) {
        this.plan = plan;
    }

    /** @param texts why and remedy; none for those in {@code findings.properties} */
    private void report(
            Severity severity, String check, String column, String message, List<Long> rows, String... texts) {
        String place = rows.isEmpty() ? "" : place(rows.get(0));
        boolean isNamed = message.contains(place.replaceFirst("row \\d+ of ", ""));
        String placed = message + (isNamed ? "" : ", first in " + place);
        String why = texts.length > 0 ? texts[0] : TEXTS.getString(check + ".why");
        String remedy = texts.length > 0 ? texts[1] : TEXTS.getString(check + ".remedy");
        findings.putIfAbsent(check + " " + column, new Finding(severity, check, column, placed, rows, why, remedy));
    }

    private String place(long row) {
        try {
            return plan.log().place(row);
        } catch (SQLException | IOException e) {
            return ""; // the files were read before, and are gone now
        }
    }

    void error(String check, String column, String message, List<Long> rows, String... texts) {
        report(Severity.ERROR, check, column, message, rows, texts);
    }

    void warning(String check, String column, String message, List<Long> rows, String... texts) {
        report(Severity.WARNING, check, column, message, rows, texts);
    }

    void warning(String check, String column, String message, String... texts) {
        report(Severity.WARNING, check, column, message, List.of(), texts);
    }

    void note(String check, String column, String message, String... texts) {
        report(Severity.NOTE, check, column, message, List.of(), texts);
    }

    /** The most severe first. */
    List<Finding> findings() {
        List<Finding> sorted = new ArrayList<>(findings.values());
        sorted.sort(Comparator.comparing(Finding::severity)); // stable: the order of the checks within each
        return sorted;
    }

    boolean hasFound(String... checks) {
        return findings.values().stream().map(Finding::check).anyMatch(List.of(checks)::contains);
    }

    boolean hasErrors() {
        return findings.values().stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
    }

    long count(String condition) throws SQLException {
        return plan.log().wholeNumber("SELECT count_if(" + condition + ") FROM " + Log.VIEW);
    }

    /** The first rows of the file for which a condition holds, counted from 1. */
    List<Long> firstRows(String condition) throws SQLException {
        String query = "SELECT row_number() OVER () AS file_row, (" + condition + ") AS wrong FROM " + Log.VIEW;
        return firstRows("file_row", query, "wrong");
    }

    /** The smallest values of a column among the rows of a query for which a condition holds. */
    List<Long> firstRows(String column, String query, String condition) throws SQLException {
        String chosen = "SELECT " + column + " FROM (" + query + ") WHERE " + condition + " ORDER BY " + column;
        return plan.log().wholeNumbers(chosen + " LIMIT " + ROWS_NAMED);
    }

    /** Which of several files lacks the column that an expression is; empty where none does. */
    String lacking(Expression expression) throws SQLException {
        try {
            Path file = plan.log().fileWithout(expression.text());
            return file == null ? "" : ": " + file + " has no such column";
        } catch (IOException e) {
            return ""; // the files were read before, and are gone now
        }
    }

    String valueAt(String sql, long row) throws SQLException {
        String query = "SELECT CAST(value AS VARCHAR) FROM (SELECT row_number() OVER () AS file_row, " + sql
                + " AS value FROM " + Log.VIEW + ") WHERE file_row = " + row + " LIMIT 1";
        return Objects.requireNonNullElse(plan.log().texts(query).get(0), "NULL");
    }
}
