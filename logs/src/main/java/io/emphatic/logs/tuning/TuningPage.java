package io.emphatic.logs.tuning;

/** The page of a ranking. */
public final class TuningPage {
    private TuningPage() {}

    public static String html(TuningReport report, String version) {
        return version + report;
    }
}
