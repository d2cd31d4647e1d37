package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.lab.internal.report.StudyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankingTest {
    @TempDir
    private Path temporary;

    private Ranking ranking(String text) throws Exception {
        Path file = temporary.resolve("study.yaml");
        Files.writeString(file, text);
        try (StudyRun run = new StudyRun(file, temporary.resolve("out"), "test")) {
            run.run(2, done -> {});
            run.rerun(2, done -> {});
        }
        return Ranking.of(temporary.resolve("out"));
    }

    @Test
    void onCollisionEmphaticAlgorithmsAreAheadOfTdAndTheRatioFreeOnesLastAndTogether() throws Exception {
        Ranking ranking = ranking("""
                problem: collision
                runs: 30
                steps: 10000
                seed: 1
                algorithms:
                  abtd:        {step_size: {powers_of_two: [-7, -5]}, zeta: [0.5, 1]}
                  vtrace:      {step_size: {powers_of_two: [-7, -5]}, lambda: [0.9, 1]}
                  tree-backup: {step_size: {powers_of_two: [-7, -5]}, lambda: [0.9, 1]}
                  td:          {step_size: {powers_of_two: [-9, -6]}, lambda: [0.9, 1]}
                  etd:         {step_size: {powers_of_two: [-9, -6]}, lambda: [0.8, 0.9]}
                  etd-beta:    {step_size: {powers_of_two: [-9, -6]}, lambda: [0.8, 0.9], beta: 0.8}
                """);
        Map<String, RankedAlgorithm> by = ranking.algorithms().stream()
                .collect(Collectors.toMap(RankedAlgorithm::algorithm, Function.identity()));
        assertThat(ranking.compare(by.get("etd"), by.get("td")).orElseThrow().sign())
                .isNegative();
        assertThat(ranking.compare(by.get("etd-beta"), by.get("td"))
                        .orElseThrow()
                        .sign())
                .isNegative();
        for (String last : List.of("vtrace", "tree-backup", "abtd")) {
            assertThat(ranking.compare(by.get("td"), by.get(last)).orElseThrow().sign())
                    .isNegative();
            assertThat(by.get(last).byAuc().orElseThrow().auc().mean())
                    .isCloseTo(by.get("vtrace").byAuc().orElseThrow().auc().mean(), within(1e-9));
        }
        assertThat(ranking.algorithms().stream().limit(3).map(RankedAlgorithm::algorithm))
                .containsExactlyInAnyOrder("etd", "etd-beta", "td");
    }

    @Test
    void aSettingThatDivergedCannotBeBestAndAnAlgorithmThatAlwaysDidComesLast() throws Exception {
        Ranking ranking = ranking("""
                problem: baird
                runs: 4
                steps: 30000
                algorithms:
                  td:   {step_size: [0.5, 0.7]}
                  tdrc: {step_size: [0.01, 20]}
                """);
        RankedAlgorithm first = ranking.algorithms().get(0);
        RankedAlgorithm last = ranking.algorithms().get(1);
        assertThat(first.algorithm()).isEqualTo("tdrc");
        assertThat(first.diverged()).isEqualTo(1);
        assertThat(first.byAuc().orElseThrow().result().setting().parameters()).containsEntry("step_size", 0.01);
        assertThat(last.diverged()).isEqualTo(2);
        assertThat(last.byAuc()).isEmpty();
        assertThat(ranking.compare(first, last)).isEmpty();
        assertPage(StudyReport.write(temporary.resolve("out"), ranking, "test"), "every setting diverged in some run");
    }

    @Test
    void aSingleRunOfAnAlgorithmWithoutStepSizeCanBeReportedToo() throws Exception {
        Ranking ranking = ranking("problem: boyan\nruns: 1\nsteps: 50\nalgorithms: {lstd: {lambda: [0, 1]}, td: {}}");
        assertThat(ranking.algorithms().get(0).byAuc().orElseThrow().auc().stderr())
                .isNaN();
        assertPage(StudyReport.write(temporary.resolve("out"), ranking, "test"), "Study of boyan");
    }

    private static void assertPage(List<Path> files, String contained) throws IOException {
        assertThat(files).hasSize(23).allSatisfy(file -> assertThat(file).isNotEmptyFile());
        String page = Files.readString(files.get(0));
        assertThat(page.split("<figure>", -1))
                .as("text before, between and after two panels and the figure of sensitivity")
                .hasSize(4);
        assertThat(page).contains(contained).doesNotContain("NaN", "http://", "https://");
    }

    @Test
    void theWinnerIsRerunOnOtherExperience() throws Exception {
        Ranking ranking = ranking("problem: collision\nruns: 5\nsteps: 500\nalgorithms: {td: {step_size: 0.01}}");
        RankedAlgorithm.Winner winner = ranking.algorithms().get(0).byAuc().orElseThrow();
        assertThat(winner.rerun().auc())
                .hasSize(5)
                .doesNotContain(winner.result().auc());
        assertThat(winner.auc().mean())
                .isCloseTo(Arrays.stream(winner.result().auc()).average().orElseThrow(), within(1e-15));
    }

    @Test
    void aBootstrapIntervalIsAboutTwoStandardErrorsWideOnEachSideAndSeeded() {
        double[] samples = new Random(1).doubles(200).toArray();
        Interval interval = Interval.of(samples, 3);
        assertThat(interval.high() - interval.mean())
                .isCloseTo(1.96 * interval.stderr(), within(0.1 * interval.stderr()));
        assertThat(interval.mean() - interval.low())
                .isCloseTo(1.96 * interval.stderr(), within(0.1 * interval.stderr()));
        assertThat(Interval.of(samples, 3)).isEqualTo(interval);
        assertThat(Interval.ofDifference(samples, samples, 3).sign()).isZero();
        double[] shifted = Arrays.stream(samples).map(x -> x + 1e-6).toArray();
        assertThat(Interval.ofDifference(samples, shifted, 3).sign()).isNegative();
        assertThat(Interval.of(new double[] {1, Double.NaN}, 3).low()).isNaN();
    }

    @Test
    void aDirectoryWithoutAStudyIsRefused() {
        assertThatThrownBy(() -> Ranking.of(temporary)).hasMessageContaining("there is no finished study in");
    }

    private static final Study SMALL = StudyText.parse("""
            problem: collision
            runs: 3
            steps: 10
            every: 4
            algorithms: {td: {step_size: [0.1, 0.2]}, etd: {step_size: 0.1}}
            """, "small.yaml");

    private static Result result(String algorithm, double stepSize, double[] auc, long... divergedAt) {
        double[] points = new double[SMALL.points()];
        return new Result(
                new Setting(algorithm, Map.of("step_size", stepSize)),
                auc,
                auc,
                divergedAt,
                points,
                points,
                new int[points.length],
                new double[0][]);
    }

    /** With every = 4 and 10 steps, the last point is after 8: a run can diverge and have an error at every point. */
    @Test
    void aSettingThatDivergedAfterTheLastPointIsNotBestHoweverSmallItsError() {
        Result survived = result("td", 0.1, new double[] {3, 3, 3}, -1, -1, -1);
        Result diverged = result("td", 0.2, new double[] {1, 1, 1}, -1, 9, -1);
        assertThat(Ranking.winners(List.of(diverged, survived))).containsExactly(survived.setting());
        assertThat(Ranking.winners(List.of(diverged))).isEmpty();
    }

    @Test
    void algorithmsAreComparedRunByRunOnFreshSeedsNotInTheStudyThatChoseThem() {
        Result td = result("td", 0.1, new double[] {3, 3, 3}, -1, -1, -1);
        Result etd = result("etd", 0.1, new double[] {1, 1, 1}, -1, -1, -1);
        Map<Setting, Result> fresh = Map.of(
                td.setting(), result("td", 0.1, new double[] {2, 3, 4}, -1, -1, -1),
                etd.setting(), result("etd", 0.1, new double[] {2.5, 3.5, 4.5}, -1, -1, -1));
        Ranking ranking = Ranking.of(SMALL, List.of(td, etd), fresh);
        assertThat(ranking.algorithms()).extracting(RankedAlgorithm::algorithm).containsExactly("etd", "td");
        Interval difference = ranking.compare(
                        ranking.algorithms().get(0), ranking.algorithms().get(1))
                .orElseThrow();
        assertThat(difference.mean()).isEqualTo(0.5);
        assertThat(difference.low()).as("the same in every run").isEqualTo(0.5);
        RankedAlgorithm.Winner winner = ranking.algorithms().get(0).byAuc().orElseThrow();
        assertThat(winner.auc().mean()).isEqualTo(1);
        assertThat(winner.rerunAuc().mean()).isEqualTo(3.5);
    }
}
