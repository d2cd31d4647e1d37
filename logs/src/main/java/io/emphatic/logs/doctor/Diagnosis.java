package io.emphatic.logs.doctor;

import io.emphatic.logs.doctor.Finding.Severity;
import java.util.List;
import java.util.stream.Collectors;

/** What the log doctor found, the most severe findings first. */
public record Diagnosis(String log, long rows, long streams, List<Finding> findings) {

    public boolean hasErrors() {
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
    }

    public void refuseErrors() {
        if (hasErrors()) {
            throw new IllegalArgumentException(findings.stream()
                    .filter(finding -> finding.severity() == Severity.ERROR)
                    .map(Finding::text)
                    .collect(Collectors.joining("\n", log + " cannot be used\n", "")));
        }
    }
}
