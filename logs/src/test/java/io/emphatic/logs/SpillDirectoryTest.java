package io.emphatic.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lies in the temporary directory, and for how long. */
class SpillDirectoryTest {
    @TempDir
    private Path parent;

    @Test
    void itIsGoneWhenItIsClosed() throws IOException {
        try (SpillDirectory spill = SpillDirectory.makeIn(parent)) {
            Files.writeString(spill.path().resolve("rows"), "much");
            assertThat(parent).isNotEmptyDirectory();
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void whatADeadProgramLeftGoesAndTheLivingKeepTheirs() throws IOException {
        Path dead = Files.createDirectories(parent.resolve("emphatic-spill-1"));
        Files.createFile(dead.resolve("lock"));
        Files.writeString(Files.createDirectories(dead.resolve("deeper")).resolve("rows"), "much");
        Path beginning = Files.createDirectories(parent.resolve("emphatic-spill-2")); // has no lock yet
        Path foreign = Files.createDirectories(parent.resolve("others"));
        try (SpillDirectory alive = SpillDirectory.makeIn(parent);
                SpillDirectory next = SpillDirectory.makeIn(parent)) {
            assertThat(parent)
                    .isDirectoryContaining(alive.path()::equals)
                    .isDirectoryContaining(next.path()::equals)
                    .isDirectoryContaining(beginning::equals)
                    .isDirectoryContaining(foreign::equals)
                    .isDirectoryNotContaining(dead::equals);
        }
    }

    /** Another program, which is what locks are for. */
    @Test
    void theLivingKeepTheirsFromOtherProgramsUntilTheyDie() throws IOException, InterruptedException {
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
            SpillDirectory.makeIn(parent).close();
            assertThat(held).exists();
            holder.destroyForcibly().waitFor();
            SpillDirectory.makeIn(parent).close();
            assertThat(held).doesNotExist();
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    void theDriversLibraryHasNoNameWhileItIsUsed() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        Assumptions.assumeTrue(Files.isReadable(maps));
        Path log = Files.writeString(parent.resolve("log.csv"), "a\n1\n");
        try (Log opened = Log.open(log.toString())) {
            assertThat(opened.columns()).containsKey("a");
            assertThat(Files.readAllLines(maps))
                    .anyMatch(line -> line.contains("libduckdb_java") && line.endsWith("(deleted)"));
            assertThat(UnpackedLibrary.loaded()).isEmpty();
        }
    }

    /** Makes one and waits to be killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            System.out.println(SpillDirectory.makeIn(Path.of(arguments[0])).path());
            Thread.sleep(60_000);
        }
    }
}
