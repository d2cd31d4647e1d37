package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code emphatic learn} and {@code emphatic predict} say of wrong usage. */
class LearnUsageTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algorithm etb | 2 | there is no algorithm etb: did you mean etd?",
                "--set stepsize=1 | 2 | etd has no parameter stepsize: did you mean step_size?",
                "--set clip=-1 | 2 | clip is not in the interval (0, ∞]: -1.0",
                "--set clip=abc | 2 | --set clip is not a number: abc",
                "--ratio pi/mu | 2 | prediction has both a target and a ratio",
                "--resume | 2 | there is nothing to resume from",
                "--predictions p.txt | 2 | a predictions file ends in .csv or .parquet: p.txt",
                "--every-rows 0 | 2 | not at least 1: 0",
                "--nosuch | 2 | Unknown option: '--nosuch'",
                "--action nosuch | 1 | action: the log has no column nosuch",
                "--predictions pom.xml/p.csv | 1 | pom.xml is not a directory",
                "--model pom.xml/m.json | 1 | pom.xml is not a directory",
                "--checkpoint pom.xml | 1 | the checkpoint is a directory, and pom.xml is a file",
                "--checkpoint pom.xml/deeper | 1 | pom.xml on the way to it is a file",
                "--model /proc/self/m.json | 1 | the model file cannot be written: /proc/self does not permit new files",
            })
    void wrongUsageIsExplained(String more, int code, String message) {
        Run run = VectorLog.run(VectorLog.arguments("episodes"), more.split(" "));
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aMissingLogOrModelIsExplained() {
        assertThat(Run.emphatic("learn").err()).contains("Missing required parameter: LOG");
        assertThat(Run.emphatic("learn", "nosuch.csv", "--features", "x", "--discount", "0")
                        .err())
                .startsWith("there is no log nosuch.csv");
        for (String verb : new String[] {"learn", "evaluate", "tune", "gate"}) {
            Run run = Run.emphatic(verb, "nosuch.csv");
            assertThat(run.err()).as(verb).startsWith("there is no log nosuch.csv");
            assertThat(run.code()).isEqualTo(Emphatic.FAILED);
        }
        assertThat(Run.emphatic("learn", "*.nosuch").err()).contains("--features");
        Path there = VectorLog.FOLDER.resolve("episodes.csv").toAbsolutePath();
        assertThat(Run.emphatic("learn", "file:" + there, "--suggest").code())
                .as("as DuckDB takes it")
                .isZero();
        assertThat(Run.emphatic(
                                "predict",
                                VectorLog.FOLDER.resolve("episodes.csv").toString(),
                                "--model",
                                "nosuch")
                        .err())
                .startsWith("there is no model nosuch");
        String log = VectorLog.FOLDER.resolve("episodes.csv").toString();
        assertThat(Run.emphatic("learn", log, "--features", "f0", "--discount", "0")
                        .err())
                .contains("cumulant is missing");
        Run noDiscount = Run.emphatic("learn", log, "--features", "f0", "--cumulant", "r");
        assertThat(noDiscount.code()).isEqualTo(2);
        assertThat(noDiscount.err()).contains("Missing required option: --discount");
    }

    @Test
    void theSpecIsNotOverwrittenAndAnOldCheckpointIsTold() throws IOException {
        Path log = Files.copy(VectorLog.FOLDER.resolve("episodes.csv"), directory.resolve("episodes.csv"));
        String text =
                "log: episodes.csv\nfeatures: f0\ncumulant: r\ndiscount: 0.5\npredictions: {v: {algorithm: td}}\n";
        Path spec = Files.writeString(directory.resolve("s.yaml"), text);
        Run refused = Run.emphatic("learn", spec.toString(), "--model", spec.toString());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).startsWith("the model file would overwrite the spec: ");
        assertThat(spec).hasContent(text);
        assertThat(Run.emphatic("learn", spec.toString(), "--predictions", log.toString())
                        .err())
                .startsWith("the predictions file would overwrite the log: ");
        String saved = directory.resolve("saved").toString();
        String[] checkpointed = {"learn", spec.toString(), "--checkpoint", saved, "--every-rows", "100"};
        assertThat(Run.emphatic(checkpointed).err()).isEmpty();
        assertThat(Run.emphatic(checkpointed).err())
                .startsWith("note: " + saved + " holds the checkpoint of an earlier run");
        assertThat(Run.emphatic("learn", spec.toString(), "--checkpoint", saved, "--every-rows", "100", "--resume")
                        .err())
                .isEmpty();
    }

    @Test
    void aStepSizeGivenTwiceIsRefused() {
        String log = VectorLog.FOLDER.resolve("episodes.csv").toString();
        String[] once = {"learn", log, "--features", "f0", "--cumulant", "r", "--discount", "0", "--step-size", "0.1"};
        assertThat(Run.emphatic(once).code()).isZero();
        String[] twice = Arrays.copyOf(once, once.length + 2);
        twice[once.length] = "--set";
        twice[once.length + 1] = "step_size=0.2";
        assertThat(Run.emphatic(twice).code()).isEqualTo(2);
        assertThat(Run.emphatic(twice).err()).contains("the step size is given twice");
    }

    @Test
    void theTwentyLargestWeightsAreShown() throws IOException {
        Path log = Files.writeString(directory.resolve("wide.csv"), "k,reward\n".concat(rows(21)));
        Path spec = Files.writeString(
                directory.resolve("wide.yaml"),
                "log: wide.csv\nfeatures: {onehot: k}\ndiscount: 0\npredictions: {v: {algorithm: td}}\n");
        assertThat(Run.emphatic("learn", spec.toString()).out()).contains("    … and 1 more, all of them with --json");
        Files.writeString(log, "k,reward\n".concat(rows(20)));
        assertThat(Run.emphatic("learn", spec.toString()).out()).doesNotContain("more, all of them");
    }

    private static String rows(int count) {
        return IntStream.range(0, count).mapToObj(k -> k + "," + k + "\n").collect(Collectors.joining());
    }
}
