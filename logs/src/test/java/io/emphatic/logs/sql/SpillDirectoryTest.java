package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What lies in the temporary directory, and for how long. */
class SpillDirectoryTest {
    @TempDir
    private Path parent;

    @Test
    void theDirectoryExistsOnlyFromFirstUseToClosing() throws IOException {
        Path others = Files.createDirectories(parent.resolve("emphatic-spill-of-others"));
        SpillDirectory unused = new SpillDirectory(parent);
        SpillDirectory used = new SpillDirectory(parent);
        assertThat(parent).isDirectoryNotContaining(path -> !path.equals(others));
        Files.writeString(Files.createDirectories(used.path().resolve("deeper")).resolve("rows"), "much");
        unused.close();
        used.close();
        used.close();
        assertThat(parent.toFile().list()).containsExactly(others.getFileName().toString());
    }

    @Test
    void whatAKilledProgramLeftIsDeletedAnHourLater() throws IOException {
        long here = ProcessHandle.current().pid();
        Path left = left(99_999_999, 2);
        Path young = left(99_999_999, 0);
        Path running = left(here, 2);
        new SpillDirectory(parent).close();
        assertThat(left).doesNotExist();
        assertThat(young).isNotEmptyDirectory();
        assertThat(running).isNotEmptyDirectory();
    }

    private Path left(long pid, int hours) throws IOException {
        Path path = Files.createDirectories(parent.resolve("emphatic-spill-" + pid + "-" + UUID.randomUUID()));
        Files.writeString(path.resolve("rows"), "much");
        return Files.setLastModifiedTime(
                path, FileTime.from(Instant.now().minus(hours, ChronoUnit.HOURS).minusSeconds(1)));
    }

    /** Another program, which makes one, fills it and is told to end, as by Ctrl-C. */
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void theDirectoryIsDeletedWhenTheProgramIsToldToEnd() throws IOException, InterruptedException {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        parent.toString())
                .redirectErrorStream(true)
                .start();
        try (var said = holder.inputReader()) {
            Path held = Path.of(said.readLine());
            assertThat(held).isNotEmptyDirectory();
            holder.destroy();
            assertThat(holder.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(parent).isEmptyDirectory();
        } finally {
            holder.destroyForcibly();
        }
    }

    /** Has a directory until it is told to end. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            SpillDirectory spill = new SpillDirectory(Path.of(arguments[0]));
            Files.writeString(Files.createDirectories(spill.path()).resolve("rows"), "much");
            System.out.println(spill.path());
            for (long k = 0; ; k++) { // as DuckDB does, which is not told to end
                Files.writeString(spill.path().resolve("rows" + k), "more");
            }
        }
    }
}
