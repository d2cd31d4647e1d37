package io.emphatic.logs.doctor;

import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.spec.RowOrder;
import java.util.List;
import java.util.stream.Collectors;

/** What the log doctor found, and the order of rows that it saw on the way. */
public record Diagnosis(String log, RowOrder order, List<Finding> findings) {

    boolean hasErrors() {
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
    }

    /** Throws with every error there is. */
    public void refuseErrors() {
        if (hasErrors()) {
            throw new IllegalArgumentException(findings.stream()
                    .filter(finding -> finding.severity() == Severity.ERROR)
                    .map(Finding::text)
                    .collect(Collectors.joining("\n", log + " cannot be learned from\n", "")));
        }
    }
}
