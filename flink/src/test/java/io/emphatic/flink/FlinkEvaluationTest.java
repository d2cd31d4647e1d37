package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.spec.EvaluationSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies evaluated on all streams at once. */
@Tag("slow")
class FlinkEvaluationTest {
    private static final PumpLog LOG = new PumpLog(300, 20_000, 20);

    @TempDir
    private Path directory;

    @Test
    void everyParallelismGivesTheSameBitsAndWhatEvaluateFinds() throws IOException {
        Path log = LOG.writeCsv(directory.resolve("pumps.csv"));
        EvaluationSpec spec = PumpLog.evaluation(PumpLog.EVALUATION, directory);
        EvaluationReport expected = EvaluationRuns.oneProcess(spec, log);
        assertThat(expected.result().targets().get(1).estimates())
                .extracting("name")
                .contains("is", "wis", "pdis", "cwpdis", "lstd", "elstd", "vdr", "wdr", "dm", "dr");
        List<String> bits = new ArrayList<>();
        for (int parallelism : new int[] {1, 3}) {
            EvaluationReport report = EvaluationRuns.flink(spec, log.toString(), directory, parallelism, 0);
            EvaluationRuns.assertSame(report, expected);
            assertThat(report.findings()).isEqualTo(expected.findings());
            assertThat(report.log()).isEqualTo(expected.log());
            bits.add(EvaluationRuns.bits(report));
        }
        assertThat(bits).hasSize(2).containsOnly(bits.get(0));
        assertThat(directory.resolve("rejected.jsonl")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "features: [1, vibration, heat];features:",
                "lambda: 0.5;lambda: heat",
                "return_range: [-10, 10];start: t % 3 = 0"
            })
    void otherQuestionsHaveTheSameAnswers(String written, String instead) throws IOException {
        String yaml = PumpLog.EVALUATION.replace(written, instead);
        Path log = new PumpLog(40, 3_000, 21).writeJson(directory.resolve("pumps.jsonl"));
        EvaluationSpec spec = PumpLog.evaluation(yaml, directory);
        EvaluationReport report = EvaluationRuns.flink(spec, log.toString(), directory, 3, 0);
        EvaluationRuns.assertSame(report, EvaluationRuns.oneProcess(spec, log));
    }

    @Test
    void streamsOfOneClusterAreNotTornApart() throws IOException {
        Path log = LOG.writeCsv(directory.resolve("pumps.csv"));
        EvaluationSpec spec = PumpLog.evaluation(PumpLog.EVALUATION + "cluster: substr(pump, 1, 7)\n", directory);
        EvaluationReport expected = EvaluationRuns.oneProcess(spec, log);
        assertThat(expected.result().size().clusters()).isBetween(2L, 200L);
        EvaluationRuns.assertSame(EvaluationRuns.flink(spec, log.toString(), directory, 3, 0), expected);
    }

    @Test
    void rowsInAnyOrderAndStreamsInSeveralFilesAreSorted() throws IOException {
        Path log = LOG.writeCsv(directory.resolve("pumps.csv"));
        EvaluationSpec spec = PumpLog.evaluation(PumpLog.EVALUATION, directory);
        List<String> lines = new ArrayList<>(Files.readAllLines(log));
        String header = lines.remove(0);
        Collections.shuffle(lines, new Random(1));
        Path parts = Files.createDirectories(directory.resolve("log"));
        for (int k = 0; k < 3; k++) {
            List<String> part = new ArrayList<>(List.of(header));
            part.addAll(lines.subList(k * lines.size() / 3, (k + 1) * lines.size() / 3));
            Files.write(parts.resolve("part-" + k + ".csv"), part);
        }
        EvaluationReport report = EvaluationRuns.flink(spec, parts.toString(), directory, 2, 0);
        EvaluationRuns.assertSame(report, EvaluationRuns.oneProcess(spec, log));
    }

    @Test
    void malformedLinesAreKeptAndReported() throws IOException {
        Path log = new PumpLog(40, 3_000, 22).writeCsv(directory.resolve("pumps.csv"));
        EvaluationSpec spec = PumpLog.evaluation(PumpLog.EVALUATION, directory);
        EvaluationReport expected = EvaluationRuns.oneProcess(spec, log);
        List<String> lines = new ArrayList<>(Files.readAllLines(log));
        lines.add(500, "pump-1,77,what,is,this");
        Files.write(log, lines);
        EvaluationReport report = EvaluationRuns.flink(spec, log.toString(), directory, 2, 1);
        EvaluationRuns.assertSame(report, expected);
        assertThat(report.findings()).anyMatch(finding -> finding.message().contains("left out are 1 malformed line"));
        assertThat(Files.readAllLines(directory.resolve("rejected.jsonl"))).hasSize(1);
        assertThatThrownBy(() -> EvaluationRuns.flink(spec, log.toString(), directory, 2, 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("malformed");
    }

    @Test
    void aReturnOutsideTheDeclaredRangeNamesItsStream() throws IOException {
        Path log = new PumpLog(40, 3_000, 23).writeCsv(directory.resolve("pumps.csv"));
        EvaluationSpec spec = PumpLog.evaluation(PumpLog.EVALUATION.replace("[-10, 10]", "[-0.1, 0.1]"), directory);
        assertThatThrownBy(() -> EvaluationRuns.flink(spec, log.toString(), directory, 2, 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is outside the declared range")
                .hasMessageContaining("stream pump-")
                .hasMessageNotContaining("(episode");
    }
}
