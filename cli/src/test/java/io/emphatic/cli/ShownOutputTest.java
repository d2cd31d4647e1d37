package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the manual shows is what the command prints: every block {@code ```console} of its pages is a command behind
 * {@code $} and its output, in which a line {@code …} stands for any number of lines.
 */
class ShownOutputTest {
    private static final Path ROOT = Path.of("..");

    @TempDir
    private Path folder;

    record Shown(String page, String command, List<String> output) {
        @Override
        public String toString() {
            return page + ": " + command;
        }
    }

    static Stream<Shown> shown() throws IOException {
        List<Shown> all = new ArrayList<>();
        for (Path page : ManualTest.pages()) {
            List<String> lines = Files.readAllLines(page);
            for (int k = 0; k < lines.size(); k++) {
                if (lines.get(k).equals("```console")) {
                    String command = lines.get(++k);
                    List<String> output = new ArrayList<>();
                    while (!lines.get(++k).equals("```")) {
                        output.add(lines.get(k));
                    }
                    all.add(new Shown(ROOT.relativize(page).toString(), command, output));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("shown")
    void isWhatTheCommandPrints(Shown shown) {
        assertThat(shown.command).startsWith("$ ./emphatic ");
        List<String> arguments = new ArrayList<>();
        for (String argument : ManualTest.words(shown.command.substring("$ ./emphatic ".length()))) {
            // the test runs in the module's directory; a file is one of the repository's
            arguments.add(
                    argument.matches("(docs|examples|studies)/.*")
                            ? ROOT.resolve(argument).toString()
                            : argument);
        }
        if (arguments.get(0).equals("reproduce")) {
            arguments.addAll(List.of("--out", folder.toString()));
        }
        Run run = Run.emphatic(arguments.toArray(String[]::new));
        assertThat(run.code()).isZero();
        List<String> printed = run.out().replace(ROOT + "/", "").lines().toList();
        int at = 0;
        boolean anywhere = false;
        for (String line : shown.output) {
            if (line.equals("…")) {
                anywhere = true;
                continue;
            }
            int found = printed.subList(at, printed.size()).indexOf(line);
            assertThat(found).as("not printed after line %d: %s", at, line).isNotNegative();
            assertThat(anywhere || found == 0)
                    .as("%d lines are missing before: %s", found, line)
                    .isTrue();
            at += found + 1;
            anywhere = false;
        }
        assertThat(anywhere || at == printed.size())
                .as("more is printed than shown")
                .isTrue();
    }

    /**
     * Those that go on until they are stopped have tests of their own; of the others, these have a reader's own files.
     */
    @Test
    void everyOtherCommandOnALineOfItsOwnRuns() throws IOException {
        List<String> placeholders = new ArrayList<>();
        for (Path page : ManualTest.pages()) {
            String text = Files.readString(page).replace("\\\n", " ");
            for (MatchResult shown : Pattern.compile("(?m)^(?:    )?\\./emphatic ([^#\\n]*)")
                    .matcher(text)
                    .results()
                    .toList()) {
                List<String> arguments = Stream.of(ManualTest.words(shown.group(1)))
                        .map(this::file)
                        .toList();
                if (List.of("serve", "replay", "--help").contains(arguments.get(0))) {
                    continue;
                }
                if (arguments.stream().skip(1).limit(1).allMatch(this::isMissing)
                        || shown.group(1).contains(".jar")) {
                    placeholders.add(arguments.get(0) + " " + ManualTest.words(shown.group(1))[1]);
                    continue;
                }
                Run run = Run.emphatic(arguments.toArray(String[]::new));
                assertThat(run.code())
                        .as("%s: %s\n%s", page, shown.group(), run.err())
                        .isZero();
            }
        }
        assertThat(placeholders)
                .containsExactlyInAnyOrder(
                        "algorithms swift-td", // built and run by .ci/outside
                        "study examples/own-algorithm/study.yaml",
                        "gate policy.yaml",
                        "predict new-pumps.csv",
                        "learn monday.parquet",
                        "learn tuesday.parquet",
                        "learn yours.csv");
    }

    /** A file of the repository, or one in the temporary folder. */
    private String file(String argument) {
        boolean ours = argument.contains("/") && Files.exists(ROOT.resolve(argument));
        boolean theirs = argument.matches("(results/.*|[\\w-]+\\.(csv|json|jsonl|parquet|html|md|yaml)|\\w+day-model)");
        return ours
                ? ROOT.resolve(argument).toString()
                : theirs ? folder.resolve(argument).toString() : argument;
    }

    private boolean isMissing(String argument) {
        return argument.startsWith(folder.toString()) && Files.notExists(Path.of(argument));
    }

    @Test
    void thereAreSuchBlocks() throws IOException {
        assertThat(shown()).hasSizeGreaterThan(3);
    }
}
