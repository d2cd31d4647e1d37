package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StudyRunTest {
    private static final String STUDY = """
            problem: collision
            runs: 3
            steps: 600
            seed: 4
            every: 50
            algorithms:
              td:   {step_size: [0.01, 0.1, 30], lambda: [0, 0.9]}
              gtd:  {step_size: [0.01, 0.1], eta: [0.5, 2], lambda: 0.5}
              lstd: {lambda: [0, 1]}
            """;

    @TempDir
    private Path temporary;

    private Path file(String text) throws IOException {
        Path file = temporary.resolve("study.yaml");
        Files.writeString(file, text);
        return file;
    }

    private static List<Result> run(Path file, Path directory, int threads) throws Exception {
        try (StudyRun run = new StudyRun(file, directory, "test")) {
            List<Result> results = run.run(threads, done -> {});
            run.rerun(threads, done -> {});
            return results;
        }
    }

    private static void assertSameTables(Path one, Path other) {
        assertThat(one.resolve("results.csv")).hasSameBinaryContentAs(other.resolve("results.csv"));
        assertThat(one.resolve("curves.csv")).hasSameBinaryContentAs(other.resolve("curves.csv"));
    }

    /** The winners of a study on fresh seeds: as many files with the same bytes. */
    private static void assertSameReruns(Path one, Path other) throws IOException {
        List<Path> files = files(one, "reruns");
        assertThat(files).isNotEmpty().hasSameSizeAs(files(other, "reruns"));
        for (Path file : files) {
            assertThat(file).hasSameBinaryContentAs(other.resolve("reruns").resolve(file.getFileName()));
        }
    }

    @Test
    void theTablesHaveARowPerSettingAndRunAndDivergenceIsNeverANumber() throws Exception {
        Path out = temporary.resolve("out");
        List<Result> results = run(file(STUDY), out, 2);
        List<String> rows = Files.readAllLines(out.resolve("results.csv"));
        assertThat(rows.get(0)).isEqualTo("setting,algorithm,step_size,lambda,eta,run,auc,final,diverged_at");
        assertThat(rows).hasSize(1 + 12 * 3);
        assertThat(rows.stream().filter(row -> row.contains(",td,30,")))
                .hasSize(6)
                .allMatch(row -> row.matches(".*,,,\\d+"), "neither auc nor final, but when it diverged");
        assertThat(rows.stream().filter(row -> row.contains(",gtd,"))).allMatch(row -> row.endsWith(","));
        List<String> curves = Files.readAllLines(out.resolve("curves.csv"));
        assertThat(curves).hasSize(1 + 12 * 13);
        assertThat(curves.get(0)).isEqualTo("setting,step,mean,stderr,diverged");
        assertThat(curves.get(13)).as("the last point of the first setting").startsWith("0,600,");
        assertThat(curves.get(15)).as("the second point of the second setting").startsWith("1,50,");
        Result healthy = results.get(0);
        double mean = Arrays.stream(healthy.mean()).average().orElseThrow();
        assertThat(healthy.meanAuc()).isCloseTo(mean, within(1e-12));
        assertThat(healthy.stderr()[12]).isPositive();
    }

    @Test
    void theTablesDoNotDependOnThreads() throws Exception {
        run(file(STUDY), temporary.resolve("one"), 1);
        run(file(STUDY), temporary.resolve("four"), 4);
        assertSameTables(temporary.resolve("one"), temporary.resolve("four"));
        assertSameReruns(temporary.resolve("one"), temporary.resolve("four"));
    }

    @Test
    void theSameStudyAgainDoesNothingAndAChangedGridOnlyWhatIsNew() throws Exception {
        Path out = temporary.resolve("out");
        run(file(STUDY), out, 2);
        try (StudyRun again = new StudyRun(file(STUDY), out, "test")) {
            assertThat(again.missingSettings()).isZero();
        }
        String wider = STUDY.replace("[0.01, 0.1, 30], lambda: [0, 0.9]", "[0.01, 0.02, 30], lambda: [0, 0.9, 1]");
        AtomicLong done = new AtomicLong();
        try (StudyRun changed = new StudyRun(file(wider), out, "test")) {
            // α = 0.02 for the old two λ, and all three α for the new λ
            assertThat(changed.missingSettings()).isEqualTo(2 + 3);
            changed.run(2, done::addAndGet);
        }
        assertThat(done.get()).isEqualTo(5L * 3 * 600);
        Path fresh = temporary.resolve("fresh");
        run(file(wider), fresh, 2);
        assertSameTables(out, fresh);
    }

    @Test
    void aBrokenChunkAndAnUnfinishedFileCountAsNotThere() throws Exception {
        Path out = temporary.resolve("out");
        run(file(STUDY), out, 2);
        List<Path> chunks = chunks(out);
        byte[] bytes = Files.readAllBytes(chunks.get(0));
        Files.write(chunks.get(0), Arrays.copyOf(bytes, bytes.length / 2));
        bytes = Files.readAllBytes(chunks.get(1));
        bytes[bytes.length / 2] ^= 1;
        Files.write(chunks.get(1), bytes);
        Files.write(chunks.get(2), new byte[3]);
        Files.write(out.resolve("chunks").resolve(".x.chunk.1.tmp"), new byte[10]);
        Path fresh = temporary.resolve("fresh");
        run(file(STUDY), fresh, 2);
        try (StudyRun again = new StudyRun(file(STUDY), out, "test")) {
            assertThat(again.missingSettings()).isBetween(3, 10);
            again.run(2, done -> {});
        }
        assertSameTables(out, fresh);
        assertThat(out.resolve("chunks").resolve(".x.chunk.1.tmp")).doesNotExist();
    }

    private static List<Path> chunks(Path directory) throws IOException {
        return files(directory, "chunks");
    }

    private static List<Path> files(Path directory, String folder) throws IOException {
        Path chunks = directory.resolve(folder);
        if (!Files.exists(chunks)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(chunks)) {
            return files.filter(file -> file.toString().endsWith(".chunk"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aKilledStudyGoesOnWhereItWasAndEndsWithTheSameBytes() throws Exception {
        String longer = STUDY.replace("steps: 600", "steps: 60000").replace("every: 50", "every: 5000");
        Path out = temporary.resolve("killed");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        file(longer).toString(),
                        out.toString())
                .inheritIO()
                .start();
        while (process.isAlive() && chunks(out).size() < 2) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
        process.destroyForcibly().waitFor();
        int kept = chunks(out).size();
        assertThat(kept).isGreaterThanOrEqualTo(2);
        assertThat(Provenance.read(out)).hasSize(1);
        assertThat(Provenance.read(out).get(0).settings()).isBetween(1, 12);
        AtomicLong done = new AtomicLong();
        try (StudyRun rest = new StudyRun(file(longer), out, "test")) {
            rest.run(2, done::addAndGet);
        }
        assertThat(done.get()).isLessThan(12L * 3 * 60_000);
        List<Provenance> sessions = Provenance.read(out);
        assertThat(sessions).hasSize(2);
        assertThat(sessions.get(1).settingSteps()).isEqualTo(done.get());
        assertThat(sessions.get(1).settings()).isEqualTo(done.get() / (3 * 60_000));
        Path fresh = temporary.resolve("fresh");
        run(file(longer), fresh, 2);
        assertSameTables(out, fresh);
    }

    @Test
    void aStudyKilledWhileItsWinnersRunOnFreshSeedsRunsOnlyTheOthersAndEndsWithTheSameBytes() throws Exception {
        Path out = temporary.resolve("out");
        Path fresh = temporary.resolve("fresh");
        run(file(STUDY), out, 2);
        run(file(STUDY), fresh, 2);
        List<Path> reruns = files(out, "reruns");
        Files.delete(reruns.get(0));
        byte[] bytes = Files.readAllBytes(reruns.get(1));
        Files.write(reruns.get(1), Arrays.copyOf(bytes, bytes.length / 2));
        Files.write(out.resolve("reruns").resolve(".x.chunk.1.tmp"), new byte[10]);
        assertThatThrownBy(() -> Ranking.of(out))
                .hasMessageContaining("have not all been run on fresh seeds")
                .hasMessageContaining("study.yaml --out " + out);
        AtomicLong done = new AtomicLong();
        try (StudyRun again = new StudyRun(file(STUDY), out, "test")) {
            assertThat(again.missingSettings()).isZero();
            assertThat(again.missingReruns()).isEqualTo(2);
            again.rerun(1, done::addAndGet);
            assertThat(again.missingReruns()).isZero();
        }
        assertThat(done.get()).isEqualTo(2L * 3 * 600);
        assertSameReruns(out, fresh);
        assertThat(out.resolve("reruns").resolve(".x.chunk.1.tmp")).doesNotExist();
        assertThat(Provenance.read(out))
                .as("nothing of the study itself was computed")
                .hasSize(1);
    }

    /** What is killed: a study on one thread, in a process of its own. */
    static final class Victim {
        public static void main(String[] arguments) throws Exception {
            run(Path.of(arguments[0]), Path.of(arguments[1]), 1);
        }
    }

    @Test
    void anOutputThatIsAFileOrLiesInOneIsRefusedByName() throws Exception {
        Path study = file(STUDY);
        Path occupied = Files.writeString(temporary.resolve("occupied"), "");
        assertThatThrownBy(() -> run(study, occupied, 1))
                .isInstanceOf(IOException.class)
                .hasMessage("the output is not a directory: " + occupied);
        Path below = occupied.resolve("out");
        assertThatThrownBy(() -> run(study, below, 1))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot write to " + below + ": ");
        assertThat(occupied).isEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[{\"version\": \"1", "{}", "null", "[null]"})
    void aDamagedRecordOfSessionsIsRefusedByName(String contents) throws Exception {
        Path file = Files.writeString(temporary.resolve("provenance.json"), contents);
        assertThatThrownBy(() -> Provenance.read(temporary))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " is damaged: ");
    }

    @Test
    void aDirectoryIsForOneStudyAndOneProcessAtATime() throws Exception {
        Path out = temporary.resolve("out");
        run(file(STUDY), out, 1);
        assertThatThrownBy(() -> run(file(STUDY.replace("seed: 4", "seed: 5")), out, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds another study: ")
                .hasMessageContaining(", seed 4, every ")
                .hasMessageNotContaining("=")
                .hasMessageContaining("give another --out");
        try (StudyRun held = new StudyRun(file(STUDY), out, "test")) {
            assertThat(held.missingSettings()).isZero();
            assertThatThrownBy(() -> run(file(STUDY), out, 1))
                    .hasMessageContaining("study.yaml is being written by another run: ");
        }
        Path world = out.resolve("chunks").resolve("world.txt");
        String now = Files.readString(world);
        Files.writeString(world, now.substring(now.indexOf("problem=")));
        assertThatThrownBy(() -> run(file(STUDY), out, 1)).hasMessageContaining("results of another version");
        assertThatThrownBy(() -> StudyFile.studyIn(temporary.resolve("nothing")))
                .hasMessageContaining("there is no finished study in");
    }
}
