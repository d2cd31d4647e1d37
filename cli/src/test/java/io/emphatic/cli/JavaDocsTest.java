package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
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
    void theProgramPrintsWhatItSays() throws IOException {
        Matcher program = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(page());
        assertThat(program.find()).isTrue();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            shell.addToClasspath(System.getProperty("java.class.path"));
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            String rest = program.group(1) + "Walk.main(new String[0]);";
            while (!rest.isBlank()) {
                SourceCodeAnalysis.CompletionInfo next =
                        shell.sourceCodeAnalysis().analyzeCompletion(rest);
                assertThat(shell.eval(next.source()))
                        .allMatch(event -> event.status() == Snippet.Status.VALID && event.exception() == null);
                rest = next.remaining();
            }
        } finally {
            System.setOut(before);
        }
        String shown = program.group(1).replaceAll("(?s).*printf[^\n]*// ([^\n]*)\n.*", "$1");
        assertThat(printed.toString(StandardCharsets.UTF_8).strip())
                .isEqualTo(shown)
                .matches("0.3.*0.9\\d");
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
            assertThat(ROOT.resolve("docs").resolve(link.group(1).replaceAll("#.*", "")))
                    .exists();
        }
    }
}
