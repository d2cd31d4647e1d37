package io.emphatic.documents.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputLockTest {
    private static final int TIMES = 300;

    @TempDir
    private Path directory;

    @Test
    void oneRunAtATimeHasAnOutputAndLeavesNothingBehind() throws IOException {
        Path output = directory.resolve("m.json");
        try (OutputLock first = OutputLock.of("the model file", output)) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> OutputLock.of("the model file", directory.resolve("x/../m.json")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is being written by another run: process "
                            + ProcessHandle.current().pid());
        }
        assertThat(directory).isEmptyDirectory();
        OutputLock.of("the model file", output).close();
    }

    /** Killed at any moment: before it wrote who it is, while it ran, or between its last words and the deletion. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "process 123456789, since 2020-01-01T00:00:00Z",
                "ended: process 123456789, since 2020-01-01T00:00:00Z, 8c4f"
            })
    void theLockOfADeadRunIsTakenOver(String left) throws IOException {
        Path lock = Files.writeString(directory.resolve(".m.json.lock"), left);
        try (OutputLock taken = OutputLock.of("the model file", directory.resolve("m.json"))) {
            assertThat(taken).isNotNull();
            assertThat(lock)
                    .content()
                    .startsWith("process " + ProcessHandle.current().pid() + ", since 20");
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** Another program may have opened it in time to get the lock of a file that is no longer there. */
    @Test
    void whoHasOpenedTheFileBeforeFindsInItThatItIsWorthNothing() throws IOException {
        OutputLock lock = OutputLock.of("the model file", directory.resolve("m.json"));
        try (InputStream opened = Files.newInputStream(directory.resolve(".m.json.lock"))) {
            lock.close();
            assertThat(new String(opened.readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("ended: process ");
        }
    }

    /** Each holder of the lock makes a file that must not be there. */
    @Test
    void programsThatTakeItInTurnsNeverHaveItTogether() throws Exception {
        List<Process> programs = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            programs.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            place(Taking.class) + File.pathSeparator + place(OutputLock.class),
                            Taking.class.getName(),
                            directory.toString())
                    .redirectErrorStream(true)
                    .start());
        }
        for (Process program : programs) {
            String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(program.waitFor()).as(said).isZero();
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** As by Ctrl-C. */
    @Test
    void theLockOfAProgramThatIsToldToEndIsGone() throws Exception {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        place(Holding.class) + File.pathSeparator + place(OutputLock.class),
                        Holding.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        try (var said = holder.inputReader()) {
            assertThat(said.readLine()).isEqualTo("held");
            assertThat(directory.toFile().list()).containsExactlyInAnyOrder(".out.lock", ".kept.lock");
            holder.destroy();
            holder.waitFor();
            assertThat(directory.toFile().list()).containsExactly(".kept.lock");
        } finally {
            holder.destroyForcibly();
        }
    }

    /** Has one lock that ends with the program, and one that a service gives back itself. */
    static final class Holding {
        private Holding() {}

        public static void main(String[] arguments) throws Exception {
            OutputLock.of("the output", Path.of(arguments[0], "out")).untilTheProgramEnds();
            OutputLock.of("the output", Path.of(arguments[0], "kept"));
            System.out.println("held");
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /** Where a class was loaded from. */
    private static Path place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Takes the lock again and again. */
    static final class Taking {
        private Taking() {}

        public static void main(String[] arguments) throws IOException {
            Path directory = Path.of(arguments[0]);
            for (int taken = 0; taken < TIMES; ) {
                OutputLock lock;
                try {
                    lock = OutputLock.of("the output", directory.resolve("out"));
                } catch (IOException held) {
                    if (!held.getMessage().contains("is being written by another run")) {
                        throw held;
                    }
                    Thread.onSpinWait();
                    continue;
                }
                Path alone = Files.createFile(directory.resolve("alone")); // fails if it is there
                Files.delete(alone);
                lock.close();
                taken++;
            }
        }
    }
}
