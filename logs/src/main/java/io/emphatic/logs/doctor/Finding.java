package io.emphatic.logs.doctor;

import java.util.List;
import java.util.stream.Collectors;

/** One finding of the log doctor, with the first rows where it shows, from 1; why and remedy may be empty. */
public record Finding(
        Severity severity, String check, String column, String message, List<Long> rows, String why, String remedy) {
    public enum Severity {
        /** Learning is refused. */
        ERROR,
        /** Learning continues; the result may not mean what it seems to. */
        WARNING,
        /** Good to know. */
        NOTE
    }

    /** A sentence about the log as a whole. */
    public static Finding of(Severity severity, String check, String sentence) {
        return new Finding(severity, check, "", sentence, List.of(), "", "");
    }

    public String text() {
        String place = rows.isEmpty()
                ? ""
                : (rows.size() == 1 ? " (row " : " (rows ")
                        + rows.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
        return severity.name().toLowerCase() + ": " + message + place
                + (why.isEmpty() ? "" : "\n  " + why)
                + (remedy.isEmpty() ? "" : "\n  " + remedy);
    }
}
