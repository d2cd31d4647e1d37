package io.emphatic.lab.mdpfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.mdpfile.MdpFile.FileProblem;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.theory.Theory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MdpYamlTest {
    @TempDir
    private Path directory;

    static Stream<String> names() {
        return Problems.names().stream();
    }

    private FileProblem written(FiniteProblem problem) throws IOException {
        Path file = Files.writeString(directory.resolve("written.yaml"), MdpYaml.of(problem));
        return MdpFile.problem(file, Map.of());
    }

    @ParameterizedTest
    @MethodSource("names")
    void aProblemThatIsWrittenAndReadAgainHasTheSameNumbersAndTheSameTheory(String name) throws IOException {
        FiniteProblem problem = (FiniteProblem) Problems.named(name);
        Mdp before = problem.mdp();
        FileProblem again = written(problem);
        int n = before.states().size();
        assertThat(again.mdp().states().subList(0, n)).isEqualTo(before.states());
        assertThat(again.mdp().actions()).isEqualTo(before.actions());
        assertThat(again.initialWeights()).containsExactly(problem.initialWeights());
        assertThat(Arrays.copyOf(again.mdp().features(), n)).isDeepEqualTo(before.features());
        List<Theory> theories = Theory.of(before);
        List<Theory> theoriesAgain = Theory.of(again.mdp());
        for (int q = 0; q < theories.size(); q++) {
            assertThat(Arrays.copyOf(theoriesAgain.get(q).value(), n))
                    .containsExactly(theories.get(q).value(), within(1e-12));
            assertThat(Arrays.copyOf(theoriesAgain.get(q).stationary(), n))
                    .containsExactly(theories.get(q).stationary(), within(1e-14));
            assertThat(Arrays.copyOf(theoriesAgain.get(q).emphasis(), n))
                    .containsExactly(theories.get(q).emphasis(), within(1e-10));
            Question question = before.questions().get(q);
            Question questionAgain = again.mdp().questions().get(q);
            assertThat(questionAgain.name()).isEqualTo(question.name());
            for (int s = 0; s < n; s++) {
                assertThat(again.learnsFrom(questionAgain, s)).isEqualTo(problem.learnsFrom(question, s));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void writingWhatWasReadChangesNothingMore(String name) throws IOException {
        FileProblem once = written((FiniteProblem) Problems.named(name));
        assertThat(MdpYaml.of(written(once))).isEqualTo(MdpYaml.of(once));
    }

    @Test
    void theIdentityOfAFileKnowsEveryNumberAndNoComment() throws IOException {
        String text = MdpYaml.of((FiniteProblem) Problems.named("baird"));
        String plain = identity(text);
        assertThat(identity("# a star\n" + text)).isEqualTo(plain);
        assertThat(identity(text.replace("discount: 0.99", "discount: 0.98"))).isNotEqualTo(plain);
        assertThat(identity(text.replace("1, 10, 1]", "1, 9, 1]"))).isNotEqualTo(plain);
    }

    private String identity(String text) throws IOException {
        return MdpFile.problem(Files.writeString(directory.resolve("a.yaml"), text), Map.of())
                .identity();
    }
}
