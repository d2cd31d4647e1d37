package io.emphatic.serve.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.model.Model;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/serve.md shows is run, with the shell and with Python, in the order of the page. */
class ServeDocsTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void theExamplesOfThePageWork(@TempDir Path directory) throws Exception {
        String page = Files.readString(ROOT.resolve("docs/serve.md"));
        String spec = Files.readString(ROOT.resolve("examples/pumps/live.yaml"));
        try (RunningService running = new RunningService(new FaultyStorage(), spec, Access.ofThisMachine())) {
            Matcher block = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL).matcher(page);
            StringBuilder printed = new StringBuilder();
            int ran = 0;
            while (block.find()) {
                String program = block.group(1).replace(":8600", ":" + running.server.port());
                if (!program.startsWith("./emphatic")) {
                    printed.append(run(directory, program));
                    ran++;
                }
            }
            assertThat(ran).isEqualTo(2);
            Matcher answer =
                    Pattern.compile("```json\n(.*?)\n```", Pattern.DOTALL).matcher(page);
            assertThat(answer.find()).isTrue();
            assertThat(printed).contains(answer.group(1));
            assertThat(printed)
                    .contains("\"next_seq\" : 2")
                    .contains("\"name\" : \"breaks\"")
                    .doesNotContain("\"status\" :");
            assertThat(Model.read(directory.resolve("model.json")).predictions())
                    .hasSize(3);
            assertThat(Pattern.compile("emphatic_\\w+").matcher(page).results())
                    .extracting(MatchResult::group)
                    .contains("emphatic_rows_beyond")
                    .allSatisfy(metric -> assertThat(printed).contains("\n" + metric));
            assertThat(running.warnings).isEmpty();
        }
    }

    private static String run(Path directory, String program) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", program)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
