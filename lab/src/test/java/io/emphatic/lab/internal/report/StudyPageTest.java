package io.emphatic.lab.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Algorithms;
import io.emphatic.lab.Naming;
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
    void theAnswerNamesTheBestThoseNotDistinguishableFromItAndThoseBehind() {
        assertThat(StudyReport.answer(ranking))
                .containsExactly(
                        "Best on collision: td with α = 0.25, mean error over the run 1.0000 [0.8000, 1.2000] on fresh seeds.",
                        "As good as it, or better, on fresh seeds: etd.",
                        "Behind it, paired by run, with a 95 % interval above 0: gtd by 3.0000.",
                        "Every setting diverged in some run: htd.");
    }

    @Test
    void someAlgorithmsAreSelectedAndKeepTheirColours() {
        Ranking some = ranking.only(List.of("gtd", "td"));
        assertThat(some.algorithms()).extracting(RankedAlgorithm::algorithm).containsExactly("td", "gtd");
        assertThatThrownBy(() -> ranking.only(List.of("edt"))).hasMessageContaining("did you mean etd?");
        for (Ranking shown : List.of(ranking, some)) {
            assertThat(new String(ComparisonFigure.of(shown).svg(), StandardCharsets.UTF_8))
                    .containsPattern(Naming.colour("gtd").hex() + "[^<]*>gtd<");
        }
    }

    /** For good: two reports can stand in one paper. */
    @Test
    void theRankingIsAListOnAPhoneAndNoIntervalIsBroken() {
        assertThat(page.html("1.2.3"))
                .contains("<td data-heading=\"mean error on fresh seeds\">1.0000\u00a0[0.8000,\u00a01.2000]</td>")
                .contains("<td data-heading=\"algorithm\">4 htd</td>"
                        + "<td data-heading=\"best setting\">every setting diverged in some run</td>");
    }

    @Test
    void anAlgorithmHasItsColour() {
        assertThat(List.of("td", "etd", "gtd", "wis-gtd"))
                .extracting(name -> Naming.colour(name).hex())
                .containsExactly("#0072B2", "#009E73", "#1B4F3A", "#444444");
        assertThat(Algorithms.all().stream()
                        .map(one -> Naming.colour(one.name()))
                        .distinct())
                .hasSize(Algorithms.all().size());
    }

    @Test
    void theMethodsAndTheSourcesOfTheAlgorithmsAreText() throws IOException {
        assertThat(page.methods())
                .startsWith("We compared td, etd, gtd, htd on collision, each with every combination")
                .contains("in 3 runs of\n10 steps (seed 1)")
                .contains("@article{sutton1988,", "@misc{mahmood2015emphatic,", "year = {2015}}")
                .doesNotContain("keywords", "hallak2016", "mahmood2015weighted", "<");
        StringBuilder sources = new StringBuilder();
        try (var in = StudyPage.class.getResourceAsStream("sources.bib")) {
            sources.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertThat(sources.toString()).doesNotContain("and others");
        assertThat(Algorithms.all()).allSatisfy(algorithm -> assertThat(sources.toString())
                .containsPattern("keywords = \\{([^}]* )?" + algorithm.name() + "[,}]"));
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
