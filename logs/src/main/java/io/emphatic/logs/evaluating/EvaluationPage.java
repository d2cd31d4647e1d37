package io.emphatic.logs.evaluating;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.page.Page;
import io.emphatic.documents.page.Parts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An evaluation as one page that needs nothing else; its words are in {@code page.jte} and {@code target.jte}. */
public record EvaluationPage(EvaluationReport report) {

    public static void write(EvaluationReport report, String version, Path file) throws IOException {
        WholeFile.write(file, new EvaluationPage(report).html(version));
    }

    private String html(String version) {
        return new Page(
                        report.result().gate() == null ? "What would it have earned?" : "May it go into the A/B test?",
                        EvaluationWords.counts(report.result()) + ".",
                        Parts.of(EvaluationPage.class, "page.jte", this),
                        version)
                .html();
    }

    List<String> decision() {
        return GateWords.of(report).lines(true);
    }

    EvaluationAnswer answer() {
        return new EvaluationAnswer(report.result());
    }
}
