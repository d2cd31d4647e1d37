package io.emphatic.logs.learning;

import java.io.IOException;

/** Everything was learned, and then an output could not be written. The report is not lost. */
public final class UnwrittenException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient LearningReport report;

    UnwrittenException(LearningReport report, IOException cause) {
        super(cause.getMessage(), cause);
        this.report = report;
    }

    public LearningReport report() {
        return report;
    }
}
