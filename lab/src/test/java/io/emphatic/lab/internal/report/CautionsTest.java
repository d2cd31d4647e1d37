package io.emphatic.lab.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.lab.Estimate;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.SampledTruth;
import io.emphatic.lab.study.StudyRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report warns of, and what it writes beside its pictures, after a study on the star, where td runs away. */
class CautionsTest {
    @TempDir
    private Path temporary;

    private Path directory;
    private List<String> cautions;

    @BeforeEach
    void study() throws IOException {
        Path file = Files.writeString(temporary.resolve("study.yaml"), """
                problem: baird
                runs: 3
                steps: 3000
                every: 1000
                algorithms:
                  td: {step_size: [0.001, 0.1], lambda: [0, 0.1]}
                  gtd: {step_size: [0.001, 0.01, 0.02]}
                  lstd: {}
                """);
        directory = temporary.resolve("out");
        try (StudyRun run = new StudyRun(file, directory, "test")) {
            run.run(1, done -> {});
            run.rerun(1, done -> {});
        }
        cautions = Cautions.of(Ranking.of(directory), Optional.empty());
    }

    @Test
    void aBestSettingAtTheEdgeOfItsGridIsNamedUnlessNothingLiesBeyond() {
        assertThat(cautions).anySatisfy(caution -> assertThat(caution)
                .startsWith("Best at the edge of its grid, where a wider one may show it better: td (step_size = 0.001,"
                        + " the smallest, lambda = 0.1, the largest)")
                .doesNotContain("gtd", "lambda = 0,"));
    }

    @Test
    void whatIsNoBetterThanNotLearningIsNamed() {
        assertThat(cautions).anySatisfy(caution -> assertThat(caution)
                .startsWith("No better than not learning, or not distinguishable from it, on fresh seeds: td ")
                .doesNotContain("lstd"));
    }

    @Test
    void settingsThatEndedHugeAndTheNumberOfComparisonsAreTold() {
        assertThat(cautions)
                .contains("2 settings did not diverge, but ended some run with more than a million times the"
                        + " error of not learning.");
        assertThat(cautions.get(cautions.size() - 1))
                .startsWith(
                        "3 pairs of algorithms are compared, each at 95 %: expect about 0.2 false differences among 3 comparisons. ")
                .endsWith("The best settings are chosen from 8.");
    }

    @Test
    void valuesFoundBySimulationAreToldWithTheirError() throws IOException {
        SampledTruth truth = new SampledTruth(List.of(new Estimate(1, 0.03), new Estimate(2, 0.04)));
        assertThat(Cautions.of(Ranking.of(directory), Optional.of(truth)))
                .anyMatch(caution -> caution.contains("in 2 states, with a standard error of 0.035,"));
    }

    @Test
    void whatIsDrawnIsWrittenAsDataToo() throws IOException {
        List<Path> written =
                StudyReport.write(directory, Ranking.of(directory), "test").subList(2, 5);
        assertThat(written)
                .extracting(file -> file.getFileName().toString())
                .containsExactly("comparison.csv", "paired.csv", "settings.csv");
        List<String> comparison = Files.readAllLines(written.get(0));
        assertThat(comparison.get(0)).isEqualTo("algorithm,setting,step,mean,stderr");
        assertThat(comparison).hasSize(1 + 3 * 4);
        List<String> paired = Files.readAllLines(written.get(1));
        assertThat(paired.get(0)).isEqualTo("row,column,difference,stderr,low,high");
        assertThat(paired).hasSize(1 + 6);
        List<String> settings = Files.readAllLines(written.get(2));
        assertThat(settings.get(0))
                .isEqualTo("setting,algorithm,step_size,lambda,mean_error,mean_error_stderr,final_error,"
                        + "final_error_stderr,diverged_runs,huge_runs");
        assertThat(settings).hasSize(1 + 8);
        assertThat(settings.get(3))
                .as("td with a large step size")
                .startsWith("2,td,0.1,0,")
                .endsWith(",0,3");
        assertThat(settings.get(8)).as("least squares, which has neither").startsWith("7,lstd,,,");
    }
}
