package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.scaleout.ScaleOut;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutProgress;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code emphatic flink} without Flink, which is not on the class path of this module. */
class FlinkCommandTest {
    private static final String SPEC = "../examples/pumps/streams.yaml";
    private static final String EVALUATION = "../examples/pumps/pumps.yaml";

    @Test
    void withoutFlinkOnTheClassPathItSaysHowToRunIt() {
        Run run = Run.emphatic("flink", "learn", SPEC);
        assertThat(run.code()).isEqualTo(Emphatic.FAILED);
        assertThat(run.err()).contains("Flink is not on the class path").contains("./emphatic flink");
        assertThat(Run.emphatic("flink", "evaluate", EVALUATION).err()).contains("Flink is not on the class path");
    }

    @Test
    void whatFlinkCannotDoIsWrongUsage() {
        Run run = Run.emphatic("flink", "lern");
        assertThat(run.code()).isEqualTo(Emphatic.WRONG_USAGE);
        assertThat(run.err()).contains("'lern'", "Did you mean learn?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--parallelism -1",
                "--tolerate -1",
                "--every-seconds 0",
                "--resume",
                "--models-every 5",
                "--per pump",
                "--features x"
            })
    void optionsThatMeanNothingAreWrongUsage(String option) {
        String[] words = ("flink learn " + SPEC + " " + option).split(" ");
        assertThat(Run.emphatic(words).code()).isEqualTo(Emphatic.WRONG_USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--parallelism -1", "--tolerate -1", "--discount 1", "--check"})
    void optionsOfAnEvaluationThatMeanNothingAreWrongUsage(String option) {
        String[] words = ("flink evaluate " + EVALUATION + " " + option).split(" ");
        assertThat(Run.emphatic(words).code()).isEqualTo(Emphatic.WRONG_USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"flink learn " + SPEC, "flink evaluate " + EVALUATION})
    void classesFromOutsideAreRefusedWhereAClusterWouldLackThem(String command, @TempDir Path classes) {
        String given = "--class-path=" + classes;
        String alone = Run.emphatic((command + " " + given).split(" ")).err();
        assertThat(alone).contains("Flink is not on the class path");
        for (String words : List.of(command + " " + given, given + " " + command)) {
            Run run = Run.emphatic((words + " --cluster localhost:1").split(" "));
            assertThat(run.code()).isEqualTo(Emphatic.WRONG_USAGE);
            assertThat(run.err()).contains("a cluster do not have the jars of --class-path", "Leave out --cluster");
        }
    }

    @Test
    void theProgressLineHasEventsSpeedKeysCheckpointAndRestarts() {
        assertThat(FlinkOptions.line(new ScaleOutProgress("RUNNING", 1_234_567, 98_765.4, 1000, 7, List.of(), 2)))
                .isEqualTo("running: 1,234,567 events, 98,765 events/s, 1,000 keys, checkpoint 7, 2 restarts");
    }

    /** An engine that saved nothing, or one checkpoint, and learns from no row. */
    public static final class NothingLearned implements ScaleOut {
        static Path saved;

        @Override
        public ScaleOutReport learn(ScaleOutJob job, Consumer<ScaleOutProgress> progress) {
            return new ScaleOutReport("log", 0, 0, 0, 0, 0, 0, saved == null ? null : saved.toString(), List.of());
        }

        @Override
        public Path saved(ScaleOutJob job) {
            return saved;
        }

        @Override
        public EvaluationReport evaluate(ScaleOutEvaluation evaluation, Consumer<ScaleOutProgress> progress) {
            throw new AssertionError("nothing is evaluated");
        }
    }

    @Test
    void aJobThatHasNothingToResumeFromSaysThatItBeginsAnew(@TempDir Path directory) throws IOException {
        Path services = Files.createDirectories(directory.resolve("META-INF").resolve("services"));
        Files.writeString(services.resolve(ScaleOut.class.getName()), NothingLearned.class.getName());
        String line = "flink learn " + SPEC + " --class-path " + directory + " --checkpoint " + directory;
        String said =
                "There is no complete checkpoint of this job in " + directory + ": it starts from the beginning.\n";
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            NothingLearned.saved = null;
            assertThat(Run.emphatic((line + " --resume").split(" ")).err()).isEqualTo(said);
            assertThat(Run.emphatic(line.split(" ")).err()).isEmpty();
            NothingLearned.saved = directory.resolve("chk-1");
            Run resumed = Run.emphatic((line + " --resume").split(" "));
            assertThat(resumed.err()).isEmpty();
            assertThat(resumed.out()).contains("It resumed from " + NothingLearned.saved);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
