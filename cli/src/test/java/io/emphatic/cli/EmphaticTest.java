package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
