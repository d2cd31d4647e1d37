package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Two programs that write the same model. */
@Tag("slow")
class TwoProcessesTest {
    @TempDir
    private Path directory;

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Emphatic.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private static String said(Process process) throws IOException, InterruptedException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return text;
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void theSecondIsRefusedAndNamesTheFirstWhoseDeathMakesRoom() throws IOException, InterruptedException {
        Files.writeString(directory.resolve("log.csv"), "x,reward\n1,1\n2,0\n3,1\n1,0\n");
        // A query that takes years: the first is opening its log until it is killed.
        Files.writeString(directory.resolve("slow.yaml"), """
                log:
                  query: SELECT max(i % 7) AS x, max(reward) AS reward FROM 'log.csv', range(100000000000000) r(i) ORDER BY 1
                features: x
                predictions:
                  p: {discount: 0.9, algorithm: td}
                """);
        Process first = start("learn", "slow.yaml", "--model", "m.json", "--temp-dir", ".");
        try {
            Path lock = directory.resolve(".m.json.lock");
            while (first.isAlive() && (Files.notExists(lock) || Files.size(lock) == 0)) {
                Thread.sleep(20);
            }
            String[] quick = {
                "learn", "log.csv", "--features", "x", "--discount", "0.9", "--algorithm", "td", "--model", "m.json"
            };
            Process second = start(quick);
            assertThat(said(second))
                    .contains("the model file m.json is being written by another run: process " + first.pid() + ",");
            assertThat(second.exitValue()).isEqualTo(Emphatic.FAILED);
            assertThat(first.isAlive()).isTrue();
            assertThat(directory.resolve("m.json")).doesNotExist();
            first.destroyForcibly().waitFor();
            Process third = start(quick);
            assertThat(said(third)).contains("x");
            assertThat(third.exitValue()).isEqualTo(Emphatic.DONE);
            assertThat(directory.resolve("m.json")).exists();
        } finally {
            first.destroyForcibly();
        }
    }
}
