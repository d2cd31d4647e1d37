package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines of Java that the README shows. */
class ReadmeTest {
    @Test
    void theSnippetDoesWhatItsCommentsSay() throws IOException {
        Learner learner = new Etd(0.01).learner(4);
        Transition t = new Transition();
        t.start(Features.binary(4, 0), 0.9, 1);
        t.action(0.8, 0.25);
        t.arrive(1.0, Features.binary(4, 2), 0.99, 0.9, 0);
        learner.update(t);
        double prediction = learner.predict(Features.binary(4, 0));
        t.action(0.1, 0.5);
        t.arrive(0.0, Features.none(4), 0, 0, 0);
        learner.update(t);

        assertThat(prediction).isCloseTo(0.032, within(1e-15));
        assertThat(learner.steps()).isEqualTo(2);
        String readme = Files.readString(Path.of("..", "README.md"));
        String test = Files.readString(Path.of("src/test/java/io/emphatic/ReadmeTest.java"));
        List<String> shown = readme.lines()
                .dropWhile(line -> !line.equals("```java"))
                .skip(1)
                .takeWhile(line -> !line.equals("```"))
                .map(line -> line.replaceAll("\\s*//.*", ""))
                .filter(line -> !line.isBlank() && !line.startsWith("import"))
                .toList();
        assertThat(shown).hasSize(10).allSatisfy(line -> assertThat(test).contains(line));
    }
}
