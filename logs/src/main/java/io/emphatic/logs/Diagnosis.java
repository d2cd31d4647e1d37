package io.emphatic.logs;

import io.emphatic.logs.Finding.Severity;
import java.util.List;
import java.util.stream.Collectors;

/** What the log doctor found, and the order of rows that it saw on the way. */
record Diagnosis(String log, RowOrder order, List<Finding> findings) {

    boolean hasErrors() {
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
    }

    /** Throws with every error there is. */
    void refuseErrors() {
        if (hasErrors()) {
            throw new IllegalArgumentException(findings.stream()
                    .filter(finding -> finding.severity() == Severity.ERROR)
                    .map(Finding::text)
                    .collect(Collectors.joining("\n", log + " cannot be learned from\n", "")));
        }
    }
}
