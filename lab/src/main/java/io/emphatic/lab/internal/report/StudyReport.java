package io.emphatic.lab.internal.report;

import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.lab.study.Provenance;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.SampledTruth;
import io.emphatic.lab.study.StudyRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Draws a finished study: a page, and its figures as PNG and SVG beside it, with their data as CSV. */
public final class StudyReport {
    private StudyReport() {}

    /**
     * Writes the page, which comes first in the result, and the figures with their data into the directory of the
     * study.
     */
    public static List<Path> write(Path directory, Ranking ranking, String version) throws IOException {
        Figure comparison = ComparisonFigure.of(ranking);
        Figure sensitivity = SensitivityFigure.of(ranking);
        StudyPage page = new StudyPage(
                ranking,
                Cautions.of(ranking, SampledTruth.in(directory)),
                StudyRun.sourceIn(directory),
                Provenance.read(directory));
        List<Path> written = new ArrayList<>(List.of(
                WholeFile.write(directory.resolve("report.html"), page.html(version)),
                WholeFile.write(directory.resolve("comparison.png"), comparison.png()),
                WholeFile.write(directory.resolve("comparison.svg"), comparison.svg()),
                WholeFile.write(directory.resolve("sensitivity.png"), sensitivity.png()),
                WholeFile.write(directory.resolve("sensitivity.svg"), sensitivity.svg())));
        written.addAll(ReportTables.write(directory, ranking));
        return written;
    }
}
