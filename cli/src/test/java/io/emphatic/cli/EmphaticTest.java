package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class EmphaticTest {

    static java.util.Set<String> verbs() {
        return Emphatic.commandLine().getSubcommands().keySet();
    }

    @Test
    void withoutAVerbItShowsWhatThereIs() {
        Run run = Run.emphatic();
        assertThat(run.code()).isZero();
        verbs().forEach(verb -> assertThat(run.out()).contains("  " + verb));
        assertThat(Run.emphatic("--help").out()).isEqualTo(run.out());
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void everyVerbHasHelp(String verb) {
        Run run = Run.emphatic(verb, "--help");
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("Usage: emphatic " + verb);
        assertThat(run.err()).isEmpty();
    }

    static Stream<CommandLine> commandsThatPrintJson() {
        return Emphatic.commandLine().getSubcommands().values().stream()
                .flatMap(verb -> Stream.concat(Stream.of(verb), verb.getSubcommands().values().stream()))
                .filter(command -> command.getCommandSpec().findOption("--json") != null);
    }

    @ParameterizedTest
    @MethodSource("commandsThatPrintJson")
    void theHelpOfACommandEndsWithAnExampleThatIsUnderstoodAndSaysWhereFieldsAreDescribed(CommandLine command) {
        String footer =
                String.join("\n", command.getCommandSpec().usageMessage().footer());
        assertThat(footer)
                .containsPattern("Examples?: +emphatic ")
                .contains("docs/")
                .contains("--json");
        Pattern.compile("(?m)^(?:Examples?:)? +emphatic (.*)$")
                .matcher(footer)
                .results()
                .forEach(example -> Emphatic.commandLine().parseArgs(ManualTest.words(example.group(1))));
    }

    @Test
    void theHelpOfEveryVerbHasAnExample() {
        assertThat(Emphatic.commandLine().getSubcommands()).isNotEmpty().allSatisfy((name, verb) -> assertThat(
                        String.join("\n", verb.getCommandSpec().usageMessage().footer()))
                .containsPattern("Examples?: +emphatic " + name));
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        assertThat(Run.emphatic("--version").out()).matches("emphatic \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
    }

    @Test
    void aWrongVerbIsAnsweredWithTheNearest() {
        Run run = Run.emphatic("algoritms");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("Did you mean algorithms?");
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void aWrongOptionIsWrongUsage(String verb) {
        Run run = Run.emphatic(verb, "--no-such-option");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("--no-such-option").doesNotContain("\tat ");
    }
}
