package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyCommandTest {
    @TempDir
    private Path temporary;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path file;

    @BeforeEach
    void writeStudy() throws IOException {
        file = temporary.resolve("small.yaml");
        Files.writeString(file, """
                problem: collision
                runs: 3
                steps: 500
                algorithms:
                  td:  {step_size: [0.001, 0.01, 50], lambda: 0.9}
                  etd: {step_size: [0.001, 0.01], lambda: 0.9}
                """);
    }

    private int emphatic(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Emphatic.run(new PrintWriter(out), new PrintWriter(err), arguments);
    }

    @Test
    void aStudySaysWhatItWillDoDoesItAndTheSecondTimeNothing() {
        String directory = temporary.resolve("out").toString();
        assertThat(emphatic("study", file.toString(), "--out", directory)).isZero();
        assertThat(err.toString()).contains("collision: 5 settings of 2 algorithms × 3 runs × 500 steps");
        assertThat(out.toString())
                .as("the answer comes first")
                .startsWith("Best on collision: ")
                .contains("1 of 5 settings diverged");
        assertThat(emphatic("study", file.toString(), "--out", directory)).isZero();
        assertThat(err.toString()).contains("Everything is there already.");
    }

    @Test
    void jsonIsOneDocumentAndTheRankingHasTheFieldsOfTheContract() throws IOException {
        String directory = temporary.resolve("out").toString();
        assertThat(emphatic("study", file.toString(), "--out", directory, "--threads", "1", "--json"))
                .isZero();
        JsonNode study = new ObjectMapper().readTree(out.toString());
        assertThat(study.get("settings").intValue()).isEqualTo(5);
        assertThat(study.get("computed").intValue()).isEqualTo(5);

        assertThat(emphatic("report", directory, "--json")).isZero();
        JsonNode ranking = new ObjectMapper().readTree(out.toString());
        assertThat(ranking.isArray()).isTrue();
        assertThat(ranking).hasSize(2);
        double before = 0;
        for (JsonNode entry : ranking) {
            assertThat(entry.fieldNames())
                    .toIterable()
                    .containsExactly("algorithm", "best", "auc", "final", "rerun", "settings", "diverged");
            assertThat(entry.get("best").fieldNames()).toIterable().containsExactly("step_size", "lambda");
            for (JsonNode estimate : new JsonNode[] {entry.get("auc"), entry.get("final"), entry.at("/rerun/auc")}) {
                assertThat(estimate.fieldNames()).toIterable().containsExactly("mean", "stderr");
                assertThat(estimate.get("mean").doubleValue()).isPositive();
            }
            assertThat(entry.at("/auc/mean").doubleValue()).isGreaterThanOrEqualTo(before);
            before = entry.at("/auc/mean").doubleValue();
            boolean td = entry.get("algorithm").textValue().equals("td");
            assertThat(entry.get("settings").intValue()).isEqualTo(td ? 3 : 2);
            assertThat(entry.get("diverged").intValue()).isEqualTo(td ? 1 : 0);
        }
        assertThat(temporary.resolve("out").resolve("report.html")).isNotEmptyFile();
        for (String form : new String[] {"svg", "png", "pdf"}) {
            assertThat(temporary.resolve("out").resolve("panels/sensitivity-td." + form))
                    .isNotEmptyFile();
        }
    }

    @Test
    void whatIsMergedInVainIsExplained() {
        String first = temporary.resolve("first").toString();
        String second = temporary.resolve("second").toString();
        assertThat(emphatic("study", file.toString(), "--out", first)).isZero();
        assertThat(emphatic("study", file.toString(), "--out", second, "--merge", first))
                .isZero();
        assertThat(err.toString()).startsWith("5 settings taken over from " + first + "\n");
        assertThat(emphatic("study", file.toString(), "--out", second, "--merge", first))
                .isZero();
        assertThat(err.toString())
                .startsWith("0 settings taken over from " + first
                        + ": every setting of this study is here already, with all its runs\n");
    }

    @Test
    void laterRunsWithoutThoseBeforeAreExplained() throws IOException {
        String later = temporary.resolve("later").toString();
        String text = Files.readString(file);
        Files.writeString(file, text.replace("runs: 3", "runs: 2..3"));
        assertThat(emphatic("study", file.toString(), "--out", later)).isZero();
        Files.writeString(file, text);
        assertThat(emphatic(
                        "study",
                        file.toString(),
                        "--out",
                        temporary.resolve("b").toString(),
                        "--merge",
                        later))
                .isZero();
        assertThat(err.toString())
                .startsWith("0 settings taken over from " + later
                        + ": its runs begin with number 2: they continue settings that have just the 1 before them,"
                        + " up to 3 runs\n");
    }

    @Test
    void fewerRunsThanMergedOnesAreExplained() throws IOException {
        String first = temporary.resolve("first").toString();
        assertThat(emphatic("study", file.toString(), "--out", first)).isZero();
        Files.writeString(file, Files.readString(file).replace("runs: 3", "runs: 2"));
        assertThat(emphatic(
                        "study",
                        file.toString(),
                        "--out",
                        temporary.resolve("b").toString(),
                        "--merge",
                        first))
                .isZero();
        assertThat(err.toString())
                .startsWith(
                        "0 settings taken over from " + first
                                + ": of the settings of this study it has none with more runs than are here and at most 2 runs\n");
    }

    @Test
    void aStudyWhoseFirstAlgorithmStartsWithoutErrorIsReported() throws IOException {
        Files.writeString(file, """
                problem: baird
                runs: 2
                steps: 100
                algorithms:
                  lstd:
                  gtd: {step_size: [0.001, 0.01]}
                """);
        Path directory = temporary.resolve("out");
        assertThat(emphatic("study", file.toString(), "--out", directory.toString()))
                .isZero();
        assertThat(emphatic("report", directory.toString())).as(err.toString()).isZero();
        assertThat(out.toString()).containsSubsequence("1  lstd", "2  gtd");
        assertThat(directory.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void countsOfOneAreSingularAndParametersHaveNoNeedlessDigits() throws IOException {
        Files.writeString(
                file, "problem: collision\nruns: 1\nsteps: 1\nalgorithms: {td: {step_size: 1e-7, lambda: 1}}");
        String directory = temporary.resolve("out").toString();
        assertThat(emphatic("study", file.toString(), "--out", directory)).isZero();
        assertThat(err.toString()).contains("collision: 1 setting of 1 algorithm × 1 run × 1 step = 1 setting-steps");
        assertThat(out.toString())
                .contains(
                        " setting-steps per second",
                        "0 of 1 setting diverged in some run",
                        "The best setting was run on fresh seeds");
        assertThat(emphatic("report", directory)).isZero();
        assertThat(out.toString()).contains("collision, 1 run of 1 step: ", "step_size 1·10⁻⁷, lambda 1\n");
    }

    @Test
    void wrongUsageIs2AndAWrongFile1EachInALineOrTwo() throws IOException {
        assertThat(emphatic("study", file.toString())).isEqualTo(Emphatic.WRONG_USAGE);
        assertThat(err.toString()).contains("--out");
        assertThat(emphatic("study", file.toString(), "--out", "x", "--threads", "0"))
                .isEqualTo(Emphatic.WRONG_USAGE);
        assertThat(emphatic(
                        "study", "nowhere.yaml", "--out", temporary.resolve("o").toString()))
                .isEqualTo(Emphatic.FAILED);
        assertThat(err.toString()).isEqualToIgnoringNewLines("there is no file nowhere.yaml that describes a study");
        assertThat(emphatic("report", temporary.resolve("none").toString())).isEqualTo(Emphatic.FAILED);
        assertThat(err.toString()).contains("there is no finished study in").doesNotContain("\tat ");
        Files.writeString(file, "problem: colision\nruns: 1\nsteps: 1\nalgorithms: {td: {}}");
        assertThat(emphatic(
                        "study",
                        file.toString(),
                        "--out",
                        temporary.resolve("o").toString()))
                .isEqualTo(Emphatic.FAILED);
        assertThat(err.toString()).contains("did you mean collision?");
    }

    @Test
    void aStudyWhoseWinnersWereNotRerunIsRefusedWithTheCommandThatDoesIt() throws IOException {
        Path directory = temporary.resolve("out");
        assertThat(emphatic("study", file.toString(), "--out", directory.toString()))
                .isZero();
        assertThat(out.toString()).contains("The 2 best settings were run on fresh seeds");
        try (Stream<Path> reruns = Files.list(directory.resolve("reruns"))) {
            for (Path rerun : reruns.toList()) {
                Files.delete(rerun);
            }
        }
        assertThat(emphatic("report", directory.toString())).isEqualTo(Emphatic.FAILED);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("the best settings have not all been run on fresh seeds in " + directory
                        + "`emphatic study " + directory.resolve("study.yaml") + " --out " + directory
                        + "` does that.");
        assertThat(directory.resolve("report.html")).doesNotExist();
        assertThat(emphatic("study", directory.resolve("study.yaml").toString(), "--out", directory.toString()))
                .isZero();
        assertThat(err.toString()).contains("Every setting is there already.");
        assertThat(out.toString()).contains("The 2 best settings were run on fresh seeds");
        assertThat(emphatic("report", directory.toString())).isZero();
    }
}
