package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The program of docs/python.md runs, with the classes of this build as {@code ./emphatic}. */
class PythonDocsTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void theProgramPrintsWhatEachPolicyWouldHaveEarned() throws Exception {
        Matcher block = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("docs/python.md")));
        assertThat(block.find()).isTrue();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String command = "\"%s\", \"-cp\", \"%s\", \"%s\""
                .formatted(java, System.getProperty("java.class.path"), Emphatic.class.getName());
        String printed = run(block.group(1).replace("\"./emphatic\"", command));
        assertThat(printed.lines())
                .hasSize(2)
                .allMatch(line -> line.matches("\\w+ (trust|care|do not trust)( \\S+){3}"));
    }

    private static String run(String program) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("python3", "-c", program)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
