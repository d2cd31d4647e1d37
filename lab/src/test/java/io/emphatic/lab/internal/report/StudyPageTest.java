package io.emphatic.lab.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.RankedAlgorithm.Winner;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Result;
import io.emphatic.lab.study.Setting;
import io.emphatic.lab.study.Study;
import io.emphatic.lab.study.StudyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyPageTest {
    private StudyPage page;
    private Ranking ranking;

    /** td first by auc, etd tied with it on fresh seeds, gtd behind both; by final error in the opposite order. */
    @BeforeEach
    void rank(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("study.yaml");
        Files.writeString(
                file, "problem: collision\nruns: 3\nsteps: 10\nalgorithms: {td: {}, etd: {}, gtd: {}, htd: {}}");
        Study study = StudyFile.read(file);
        ranking = new Ranking(
                study,
                List.of(
                        ranked("td", 1, 9, 1, 2, 3),
                        ranked("etd", 2, 8, 2, 1, 3),
                        ranked("gtd", 3, 7, 4, 5, 6),
                        new RankedAlgorithm("htd", List.of(), Optional.empty(), Optional.empty(), 1)));
        page = new StudyPage(ranking, List.of(), "", List.of());
    }

    private static RankedAlgorithm ranked(String algorithm, double auc, double last, double... rerun) {
        Result result = new Result(
                new Setting(algorithm, Map.of("step_size", 0.25)),
                rerun,
                rerun,
                new long[] {-1, -1, -1},
                new double[11],
                new double[11],
                new int[11],
                new double[0][]);
        Winner winner = new Winner(result, result, mean(auc), mean(last), mean(auc), mean(last));
        return new RankedAlgorithm(algorithm, List.of(result), Optional.of(winner), Optional.of(winner), 0);
    }

    private static Interval mean(double mean) {
        return new Interval(mean, 0.1, mean - 0.2, mean + 0.2);
    }

    @Test
    void theSummaryNamesTheFirstThoseThatCannotBeToldFromItAndThoseBehind() {
        assertThat(page.summary())
                .startsWith("td comes out first with α = 0.25")
                .contains("it is not distinguishable from etd.", "excludes zero: gtd.")
                .doesNotContain("htd");
    }

    @Test
    void aLineWithoutALambdaOfItsOwnHasTheProblems() {
        String svg = new String(SensitivityFigure.of(ranking).svg(), StandardCharsets.UTF_8);
        assertThat(svg).containsPattern("the problem(&#39;|'|&apos;)s");
    }

    @Test
    void aLetterMeansOneThing() {
        Setting both = new Setting("wis-gtd", Map.of("eta", 16.0, "usage_decay", 0.5));
        assertThat(Words.setting(both)).contains("η = 16", "usage_decay = 0.5");
    }

    @Test
    void theTableOfFinalErrorsHasTheSmallestFirst() {
        assertThat(page.byFinalError().stream().skip(1).map(row -> row.get(0))).containsExactly("gtd", "etd", "td");
    }
}
