package io.emphatic.lab.report;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.lab.study.Provenance;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.StudyRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Draws a finished study: a page, and its figures as PNG and SVG beside it. */
public final class Report {
    private Report() {}

    /**
     * Writes everything into the directory of the study.
     *
     * @param version of the program, for the provenance
     * @return the files, the page first
     */
    public static List<Path> write(Path directory, Ranking ranking, String version) throws IOException {
        Drawing comparison = ComparisonFigure.of(ranking);
        Drawing sensitivity = SensitivityFigure.of(ranking);
        byte[] comparisonPng = comparison.png();
        byte[] sensitivityPng = sensitivity.png();
        Path page = directory.resolve("report.html");
        WholeFile.write(
                page,
                Page.of(
                        ranking,
                        comparisonPng,
                        sensitivityPng,
                        StudyRun.sourceIn(directory),
                        Provenance.read(directory),
                        version));
        return List.of(
                page,
                write(directory.resolve("comparison.png"), comparisonPng),
                write(directory.resolve("comparison.svg"), comparison.svg()),
                write(directory.resolve("sensitivity.png"), sensitivityPng),
                write(directory.resolve("sensitivity.svg"), sensitivity.svg()));
    }

    private static Path write(Path file, byte[] bytes) throws IOException {
        WholeFile.write(file, bytes);
        return file;
    }
}
