package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/learn.md shows is what happens. */
class LearnDocsTest {
    private static final Path ROOT = Path.of("..");

    @TempDir
    private Path directory;

    private static String text(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    @Test
    void theSpecShownIsTheFile() throws IOException {
        assertThat(text("docs/learn.md")).contains("```yaml\n" + text("examples/pumps/pumps.yaml") + "```");
    }

    @Test
    void theModelAndThePredictionsOfTheExampleCanBeUsed() throws IOException {
        String model = directory.resolve("model.json").toString();
        Path predictions = directory.resolve("predictions.csv");
        Run.emphatic(
                "learn", "../examples/pumps/pumps.yaml", "--predictions", predictions.toString(), "--model", model);
        assertThat(Files.readAllLines(predictions))
                .hasSize(1679)
                .element(0)
                .isEqualTo(
                        "pump,hour,as_it_ran,as_it_ran_td_error,careful,careful_td_error,careful_exact,careful_exact_td_error");
        Run predicted = Run.emphatic("predict", "../examples/pumps/pumps.csv", "--model", model);
        assertThat(predicted.out().lines()).hasSize(1679).element(0).isEqualTo("row,as_it_ran,careful,careful_exact");
    }

    @Test
    void everyCheckOfTheDoctorIsDocumented() throws IOException {
        String page = text("docs/log-doctor.md");
        Path sources = ROOT.resolve("logs/src/main/java/io/emphatic/logs/doctor");
        Set<String> checks = new TreeSet<>();
        for (String file : List.of("ValueChecks.java", "StreamChecks.java", "ActionCheck.java")) {
            String source = Files.readString(sources.resolve(file));
            Pattern.compile(
                            "\"([a-z]+(-[a-z]+)*-(value|key|time|stream|steps|feature|certain|support|frequency)|padding)\"")
                    .matcher(source)
                    .results()
                    .forEach(found -> checks.add(found.group(1)));
            Pattern.compile("new Role\\(\\s*\"([a-z]+)\"")
                    .matcher(source)
                    .results()
                    .forEach(found -> checks.add(found.group(1) + "-range"));
        }
        assertThat(checks).hasSize(19).allSatisfy(check -> assertThat(page).contains("`" + check + "`"));
    }
}
