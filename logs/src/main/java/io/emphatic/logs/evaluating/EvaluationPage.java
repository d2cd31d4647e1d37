package io.emphatic.logs.evaluating;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.page.Page;
import io.emphatic.documents.page.Parts;
import io.emphatic.evaluation.result.TargetResult;
import java.io.IOException;
import java.nio.file.Path;

/** An evaluation as one page that needs nothing else; its words are in {@code page.jte} and {@code target.jte}. */
public record EvaluationPage(EvaluationReport report) {

    public static void write(EvaluationReport report, String version, Path file) throws IOException {
        WholeFile.write(file, new EvaluationPage(report).html(version));
    }

    private String html(String version) {
        return new Page(
                        "What would it have earned?",
                        EvaluationWords.counts(report.result()) + ".",
                        Parts.of(EvaluationPage.class, "page.jte", this),
                        version)
                .html();
    }

    EvaluationAnswer answer() {
        return new EvaluationAnswer(report.result());
    }

    String estimatesCaption(TargetResult target) {
        String guaranteed = EvaluationWords.isGuaranteed(target) ? " Thin and grey: guaranteed intervals." : "";
        String recommended = target.recommended() == null ? "" : " In colour: " + target.recommended() + ".";
        return "Estimates with 95 % intervals; an arrow means that the interval continues." + guaranteed + recommended;
    }
}
