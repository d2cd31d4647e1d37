package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.scaleout.ScaleOutProgress;
import java.nio.file.Path;
import java.util.List;
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
        assertThat(Run.emphatic("flink", "cluster", "status").code()).isEqualTo(Emphatic.FAILED);
    }

    @Test
    void whatFlinkCannotDoIsWrongUsage() {
        Run run = Run.emphatic("flink", "lern");
        assertThat(run.code()).isEqualTo(Emphatic.WRONG_USAGE);
        assertThat(run.err()).contains("Flink cannot lern").contains("learn");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--parallelism -1",
                "--tolerate -1",
                "--every 0",
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
        assertThat(FlinkOptions.line(new ScaleOutProgress("RUNNING", 1_234_567, 98_765.4, 1000, 7, 2)))
                .isEqualTo("running: 1,234,567 events, 98,765 events/s, 1,000 keys, checkpoint 7, 2 restarts");
    }
}
