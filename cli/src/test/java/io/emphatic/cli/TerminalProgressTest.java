package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where there is no terminal, as here. */
class TerminalProgressTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream before = System.err;
    private final TerminalProgress progress = TerminalProgress.of("task", 100);

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stop() {
        System.setErr(before);
        progress.close();
    }

    private void elevenSecondsPass() {
        progress.began -= TimeUnit.SECONDS.toNanos(11);
    }

    @Test
    void whatAnEarlierRunDidSaysNothingOfHowFastThisOneIs() {
        progress.stepTo(90);
        elevenSecondsPass();
        progress.stepTo(92);
        assertThat(said.toString(StandardCharsets.UTF_8)).startsWith("About 44 s left");
    }

    @Test
    void neitherDoesThePassBefore() {
        progress.stepTo(50);
        progress.stepTo(100);
        elevenSecondsPass();
        progress.stepTo(1);
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
        elevenSecondsPass();
        progress.stepTo(51);
        assertThat(said.toString(StandardCharsets.UTF_8)).startsWith("About 11 s left");
    }
}
