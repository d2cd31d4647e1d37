package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.PolicyProbabilities;
import io.emphatic.lab.mdpfile.MdpFile;
import io.emphatic.lab.mdpfile.MdpYaml;
import io.emphatic.lab.problems.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies whose problem is a file. */
class StudyOnFileTest {
    private static final String SETTINGS = """

            runs: 2
            steps: 300
            every: 100
            algorithms: {etd: {step_size: [0.001, 0.01]}, abtd: {step_size: 0.01}}
            """;

    @TempDir
    private Path temporary;

    private Path write(String problem, String name) throws IOException {
        Path mdp = temporary.resolve(name);
        Files.createDirectories(mdp.getParent());
        return Files.writeString(mdp, MdpYaml.of((FiniteProblem) Problems.named(problem)));
    }

    private Path run(String problem, String out) throws IOException {
        Path file = Files.writeString(temporary.resolve(out + ".yaml"), "problem: " + problem + SETTINGS);
        Path directory = temporary.resolve(out);
        try (StudyRun run = new StudyRun(file, directory, "test")) {
            run.run(1, done -> {});
            run.rerun(1, done -> {});
        }
        return directory;
    }

    /** Several targets, initial weights, an end, states that are not learned from: a problem with each. */
    @ParameterizedTest
    @ValueSource(strings = {"miner", "baird", "boyan", "two-state", "rooms", "random-walk"})
    void aStudyOnAWrittenProblemHasTheNumbersOfTheProblemItself(String problem) throws IOException {
        write(problem, "mdps/written.yaml");
        Path plain = run(problem, "plain");
        Path onFile = run("mdps/written.yaml", "on-file");
        assertThat(onFile.resolve("curves.csv")).hasSameTextualContentAs(plain.resolve("curves.csv"));
        assertThat(onFile.resolve("results.csv")).hasSameTextualContentAs(plain.resolve("results.csv"));
    }

    /** Collision draws its features anew in each run, which a file cannot, so that only the policies are the same. */
    @ParameterizedTest
    @ValueSource(strings = {"collision", "random-walk", "boyan", "rooms"})
    void thePoliciesOfAWrittenProblemDecideTheSameParameters(String name) throws IOException {
        FiniteProblem plain = (FiniteProblem) Problems.named(name);
        FiniteProblem written = MdpFile.problem(write(name, "written.yaml"), Map.of());
        assertThat(probabilities(written)).isEqualTo(probabilities(plain));
    }

    private static List<PolicyProbabilities> probabilities(FiniteProblem problem) {
        return problem.mdp().questions().stream()
                .map(question ->
                        PolicyProbabilities.of(problem.mdp(), question, state -> problem.learnsFrom(question, state)))
                .toList();
    }

    @Test
    void whatStandsBesideAFileReplacesWhatItSays() throws IOException {
        write("baird", "baird.yaml");
        Path plain = run("baird.yaml", "plain");
        Path other = run("{file: baird.yaml, discount: 0.5, initial_weights: [0, 0, 0, 0, 0, 0, 0, 1]}", "other");
        assertThat(Files.readAllLines(other.resolve("curves.csv")).get(1))
                .isNotEqualTo(Files.readAllLines(plain.resolve("curves.csv")).get(1));
    }

    @Test
    void resultsKeepTheFileOfTheirProblemAndRefuseAnother() throws IOException {
        Path mdp = write("baird", "baird.yaml");
        Path directory = run("baird.yaml", "out");
        Files.writeString(mdp, Files.readString(mdp).replace("discount: 0.99", "discount: 0.9"));
        assertThat(Ranking.of(directory).algorithms()).hasSize(2);
        assertThatThrownBy(() -> run("baird.yaml", "out")).hasMessageContaining("holds another study: ");
        Files.delete(mdp);
        assertThat(Ranking.of(directory).algorithms()).hasSize(2);
        try (StudyRun kept = new StudyRun(directory.resolve("study.yaml"), directory, "test")) {
            assertThat(kept.missingSettings()).isZero();
        }
    }

    @Test
    void aFileThatIsNotThereIsNamedWithItsLine() {
        assertThatThrownBy(() -> run("chian.yaml", "out"))
                .hasMessageContaining("there is no file " + temporary.resolve("chian.yaml"))
                .hasMessageContaining("problem, line 1 of");
        assertThatThrownBy(() -> run("mner", "out"))
                .hasMessageContaining("there is no problem mner: did you mean miner?");
    }
}
