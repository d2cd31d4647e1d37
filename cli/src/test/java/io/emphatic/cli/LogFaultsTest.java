package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Disks, files and memory that fail: every message is a plain sentence, and what was learned is not lost. */
class LogFaultsTest {
    private static final String PUMPS =
            Path.of("..", "examples", "pumps", "pumps.csv").toString();

    @TempDir
    private Path directory;

    private static String[] learn(String log, String... more) {
        List<String> arguments = new ArrayList<>(List.of("learn", log, "--discount", "0.9"));
        arguments.addAll(List.of(more));
        return arguments.toArray(new String[0]);
    }

    private static String[] pumps(String... more) {
        List<String> arguments = new ArrayList<>(List.of("--stream", "pump", "--order", "hour"));
        arguments.addAll(List.of("--features", "vibration", "--cumulant", "water"));
        arguments.addAll(List.of(more));
        return learn(PUMPS, arguments.toArray(new String[0]));
    }

    private static void assertPlain(Run run, String message) {
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.err())
                .contains(message)
                .doesNotContain("\tat ")
                .doesNotContain("Exception")
                .doesNotContain("Error:")
                .doesNotContain("SELECT")
                .doesNotContain("emphatic-spill");
    }

    /** Runs the command line in another process, whose temporary directory and heap are its own. */
    private static Run inAnotherProcess(List<String> options, String... arguments)
            throws IOException, InterruptedException {
        return inAnotherProcess(List.of(), options, arguments);
    }

    /** @param before the command that begins the process */
    private static Run inAnotherProcess(List<String> before, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Emphatic.class.getName()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("faults", ".out");
        Path err = Files.createTempFile("faults", ".err");
        try {
            int code = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start()
                    .waitFor();
            String said = new String(Files.readAllBytes(err), StandardCharsets.UTF_8);
            return new Run(code, Files.readString(out), said);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "learn LOG --features vibration --cumulant water --discount 0.9",
                "learn LOG --suggest",
                "tune TUNED",
                "evaluate EVALUATED",
                "predict LOG --model MODEL",
                "replay LOG --to http://127.0.0.1:1"
            })
    void aTemporaryDirectoryThatIsNoneIsAUsageErrorOfEveryVerb(String line) throws IOException {
        Path model = directory.resolve("model.json");
        assertThat(Run.emphatic(pumps("--model", model.toString())).code()).isZero();
        Path pumps = Path.of(PUMPS).getParent();
        String[] arguments = line.replace("LOG", PUMPS)
                .replace("MODEL", model.toString())
                .replace("TUNED", pumps.resolve("tune.yaml").toString())
                .replace("EVALUATED", pumps.resolve("shifts.yaml").toString())
                .split(" ");
        for (String none : List.of(PUMPS, directory.resolve("none").toString())) {
            List<String> all = new ArrayList<>(List.of(arguments));
            all.addAll(List.of("--temp-dir", none));
            Run run = Run.emphatic(all.toArray(new String[0]));
            assertThat(run.code()).as(run.err()).isEqualTo(2);
            assertThat(run.err())
                    .contains("there is no directory " + none + " for what does not fit into memory (--temp-dir)\n")
                    .doesNotContain("Exception");
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void aTemporaryDirectoryThatTakesNoLibraryIsNamed() throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("file"), "");
        Run run = inAnotherProcess(List.of("-Djava.io.tmpdir=" + file), pumps());
        assertPlain(run, "DuckDB's library cannot be unpacked into the temporary directory " + file);
    }

    @Test
    void aLineThatDoesNotFitToTheHeaderIsNamedEvenInAShortFile() throws IOException {
        Path log = Files.writeString(directory.resolve("short.csv"), "a,b\n1,2\n1,2\n1,2\n1,2,3,4\n5,6\n");
        Run run = Run.emphatic(learn(log.toString(), "--features", "a", "--cumulant", "b"));
        assertPlain(run, log + " cannot be read as a log: line 5 has 4 values where the header has 2 names");
    }

    /** Lines before would be taken for a title, and left out without a word. */
    @Test
    void theFirstLineOfAFileIsItsHeaderWhateverFollows() throws IOException {
        Path log = Files.writeString(directory.resolve("short.csv"), "a,b\n1,2\n3,4,5\n");
        Run run = Run.emphatic(learn(log.toString(), "--features", "a", "--cumulant", "b"));
        assertPlain(run, log + " cannot be read as a log: line 3 has 3 values where the header has 2 names");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aReadOnlyTemporaryDirectoryIsNamed() throws IOException, InterruptedException {
        Run run = inAnotherProcess(List.of("-Djava.io.tmpdir=/sys/kernel"), pumps());
        assertPlain(run, "DuckDB's library cannot be unpacked into the temporary directory /sys/kernel");
    }

    /** A limit on the size of files stands for a full disk: the library does not fit. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullTemporaryDirectoryIsNamed() throws IOException, InterruptedException {
        Run run = inAnotherProcess(
                List.of("bash", "-c", "ulimit -f 10000 && exec \"$@\"", "bash"),
                List.of("-Djava.io.tmpdir=" + directory),
                pumps());
        assertPlain(run, "DuckDB's library cannot be unpacked into the temporary directory " + directory);
    }

    /** No byte can be written to any file. What is said goes through a pipe, which has no size. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aDiskThatIsFullFromTheBeginningIsNamedByTheFileThatWasToBeWritten() throws IOException, InterruptedException {
        Path model = directory.resolve("model.json");
        Run run = inAnotherProcess(
                List.of("bash", "-c", "(ulimit -f 0 && exec \"$@\") 2>&1 | cat >&2; exit ${PIPESTATUS[0]}", "bash"),
                List.of("-XX:-UsePerfData"),
                pumps("--model", model.toString()));
        assertPlain(run, "the model file " + model + " cannot be written: ");
        assertThat(run.err()).endsWith("\nMake room there, or give another place.\n");
    }

    @Test
    void theLeastMemorySortsAHundredThousandRows() throws IOException {
        StringBuilder text = new StringBuilder("ep,t,x,reward\n");
        for (int row = 0; row < 100_000; row++) {
            int scattered = (int) (row * 48_271L % 100_003);
            text.append(scattered % 97 + "," + scattered + "," + row % 7 + ",1\n");
        }
        Path log = Files.writeString(directory.resolve("scattered.csv"), text);
        List<String> outputs = new ArrayList<>();
        for (String memory : List.of("64MB", "1GB")) {
            Run run = Run.emphatic(learn(
                    log.toString(), "--stream", "ep", "--order", "t", "--features", "x", "--memory", memory, "--json"));
            assertThat(run.code()).as(run.err()).isZero();
            outputs.add(run.out());
        }
        assertThat(outputs.get(0)).isEqualTo(outputs.get(1));
        Run less = Run.emphatic(learn(log.toString(), "--features", "x", "--memory", "63.9MB"));
        assertThat(less.code()).isEqualTo(2);
        assertThat(less.err()).startsWith("the memory is not at least 64MB: 63.9MB\n");
    }

    /** Something takes the model's place while the log is read. */
    @Test
    void theReportIsPrintedEvenIfTheModelCannotBeWrittenAtTheEnd() throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder("x,reward\n");
        for (int row = 0; row < 300_000; row++) {
            text.append(row % 7).append(",1\n");
        }
        Path log = Files.writeString(directory.resolve("long.csv"), text);
        Path model = directory.resolve("model.json");
        Path begun = directory.resolve(".predictions.csv.tmp");
        Thread spoiler = new Thread(() -> {
            while (Files.notExists(begun)) {
                Thread.onSpinWait();
            }
            assertThat(model.toFile().mkdir()).isTrue();
        });
        spoiler.start();
        Run run = Run.emphatic(learn(
                log.toString(),
                "--features",
                "x",
                "--algorithm",
                "td",
                "--step-size",
                "0.001",
                "--model",
                model.toString(),
                "--predictions",
                directory.resolve("predictions.csv").toString()));
        spoiler.join();
        assertPlain(run, model + " is a directory, not a file to write");
        assertThat(run.out()).startsWith("Learned 1 prediction from 299,999 steps ");
    }

    /** The number of threads is that of reading and learning, and no result depends on it. */
    @Test
    void threadsChangeNothingButTime() throws IOException {
        List<byte[]> models = new ArrayList<>();
        List<String> reports = new ArrayList<>();
        for (String threads : List.of("1", "3", "8")) {
            Path model = directory.resolve(threads + ".json");
            Run run = Run.emphatic(pumps("--threads", threads, "--model", model.toString()));
            assertThat(run.code()).as(run.err()).isZero();
            models.add(Files.readAllBytes(model));
            reports.add(run.out().replace(model.toString(), "MODEL"));
        }
        assertThat(models.get(1)).isEqualTo(models.get(0));
        assertThat(models.get(2)).isEqualTo(models.get(0));
        assertThat(reports).containsOnly(reports.get(0));
    }

    @Test
    void anEmptyFileIsCalledEmpty() throws IOException {
        Path log = Files.writeString(directory.resolve("empty.csv"), "");
        Run run = Run.emphatic(learn(log.toString(), "--features", "a", "--cumulant", "b"));
        assertPlain(run, log + " is empty: it has neither rows nor a header");
    }

    /** A rename would put a file in the place of the pipe. */
    @Test
    void aPipeIsNotReplacedByAModel() throws IOException, InterruptedException {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertPlain(Run.emphatic(pumps("--model", pipe.toString())), "the model file is a device or a pipe: " + pipe);
        assertThat(pipe).exists();
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    /** 220 rows × 1,001 features took more than 250 s when every row was solved for. */
    @Tag("slow")
    @Test
    void leastSquaresOfAThousandFeaturesIsSolvedAtIntervalsForAPredictionsFile() throws IOException {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("reward");
        for (int j = 0; j < 1_000; j++) {
            text.append(",f").append(j);
        }
        for (int row = 0; row < 220; row++) {
            text.append("\n1");
            for (int j = 0; j < 1_000; j++) {
                text.append(',').append(random.nextInt(100));
            }
        }
        Path log = Files.writeString(directory.resolve("wide.csv"), text.append('\n'));
        Path predictions = directory.resolve("predictions.csv");
        Run run = Run.emphatic(learn(
                log.toString(), "--features", "1, f*", "--algorithm", "lstd", "--predictions", predictions.toString()));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("with weights that are solved for every 100 steps");
        assertThat(predictions).content().hasLineCount(221);
    }

    @Tag("slow")
    @Test
    void littleHeapIsToldInOneSentence() throws IOException, InterruptedException {
        Path model = directory.resolve("model.json");
        assertThat(Run.emphatic(pumps("--model", model.toString())).code()).isZero();
        Path rows = Files.writeString(directory.resolve("rows.csv"), "vibration\n" + "0.25\n".repeat(4_000_000));
        Run run =
                inAnotherProcess(List.of("-Xmx24m"), "predict", rows.toString(), "--model", model.toString(), "--json");
        assertPlain(run, "there is not enough memory for this: Java may use 24 MB\n");
        assertThat(run.out()).isEmpty();
    }
}
