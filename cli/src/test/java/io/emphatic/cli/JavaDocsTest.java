package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import org.junit.jupiter.api.Test;

/** What docs/java.md shows is what happens. */
class JavaDocsTest {
    private static final Path ROOT = Path.of("..");

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/java.md"));
    }

    @Test
    void everyLineForTheShellIsValidAndHasTheValueBesideIt() throws IOException {
        Matcher block = Pattern.compile("```jshell\n(.*?)```", Pattern.DOTALL).matcher(page());
        assertThat(block.find()).isTrue();
        int values = 0;
        try (JShell shell = JShell.create()) {
            shell.addToClasspath(System.getProperty("java.class.path"));
            // as the tool does before the first line
            shell.eval("import java.util.*;");
            for (String line :
                    block.group(1).lines().filter(line -> !line.isBlank()).toList()) {
                List<SnippetEvent> events = shell.eval(line);
                assertThat(events).as(line).allSatisfy(event -> {
                    assertThat(event.status()).isEqualTo(Snippet.Status.VALID);
                    assertThat(event.exception()).isNull();
                });
                if (line.contains("//")) {
                    String shown = line.substring(line.indexOf("//") + 2).strip();
                    assertThat(events.get(0).value()).as(line).isEqualTo(shown);
                    values++;
                }
            }
        }
        assertThat(values).isEqualTo(3);
    }

    @Test
    void theVersionAndTheFilesOfThePageAreThoseOfTheRepository() throws IOException {
        String version = Pattern.compile("<version>(.*?)</version>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertThat(page()).contains("<version>" + version + "</version>");
        assertThat(Files.readString(ROOT.resolve("examples/own-algorithm/pom.xml")))
                .contains("<emphatic.version>" + version + "</emphatic.version>");
        Matcher link = Pattern.compile("\\]\\((?!http)([^)]*)\\)").matcher(page());
        while (link.find()) {
            assertThat(ROOT.resolve("docs").resolve(link.group(1))).exists();
        }
    }
}
