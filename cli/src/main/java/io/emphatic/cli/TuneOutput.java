package io.emphatic.cli;

import io.emphatic.Parameter;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import io.emphatic.logs.tuning.CandidateWords;
import io.emphatic.logs.tuning.TuningReport;
import io.emphatic.logs.tuning.TuningReport.PredictionRanking;
import io.emphatic.logs.tuning.TuningReport.RankedCandidate;
import java.io.PrintWriter;
import java.util.OptionalDouble;

/** What {@code emphatic tune} prints. */
final class TuneOutput {
    /** Candidates shown to people. */
    private static final int MOST_ROWS = 20;

    private TuneOutput() {}

    static JsonObject document(TuningReport report) {
        return new JsonObject()
                .with("log", report.log())
                .with("rows", report.rows())
                .withAll("predictions", report.predictions(), TuneOutput::document);
    }

    private static JsonObject document(PredictionRanking ranking) {
        return new JsonObject()
                .with("name", ranking.name())
                .with(
                        "best",
                        ranking.best().map(best -> document(best.candidate())).orElse(null))
                .withAll("candidates", ranking.candidates(), TuneOutput::document)
                .with("indistinguishable", ranking.indistinguishable());
    }

    private static JsonObject document(Candidate candidate) {
        OptionalDouble lambda = candidate.constantLambda();
        return new JsonObject()
                .with("algorithm", candidate.config().algorithm().name())
                .with("parameters", Parameter.documented(candidate.config().parameters()))
                .with("lambda", lambda.isPresent() ? lambda.getAsDouble() : candidate.lambda())
                .with("features", candidate.features().name());
    }

    private static JsonObject document(RankedCandidate ranked) {
        return document(ranked.candidate())
                .with("score", ranked.score())
                .with("stderr", ranked.stderr())
                .with("behind", ranked.behind())
                .with("behind_stderr", ranked.behindStderr())
                .with(
                        "diverged_at",
                        ranked.divergedAt().isPresent() ? ranked.divergedAt().getAsLong() : null);
    }

    static void print(TuningReport report, PrintWriter out) {
        out.println(report.log() + ": " + Numbers.count(report.rows(), "row") + " in "
                + Numbers.count(report.streams(), "stream"));
        report.findings().forEach(finding -> out.println(finding.text()));
        report.predictions().forEach(ranking -> print(ranking, out));
    }

    private static void print(PredictionRanking ranking, PrintWriter out) {
        out.println();
        out.println(ranking.name() + ": " + CandidateWords.summary(ranking));
        out.println("  " + CandidateWords.effective(ranking));
        TextTable table = new TextTable("rlllll").add(CandidateWords.HEADINGS);
        int shown = Math.min(ranking.candidates().size(), MOST_ROWS);
        CandidateWords.rows(ranking).subList(0, shown).forEach(table::add);
        table.print(out);
        int hidden = ranking.candidates().size() - shown;
        if (hidden > 0) {
            out.println("  … and " + Numbers.count(hidden) + " more, all of them with --json or --html");
        }
    }
}
