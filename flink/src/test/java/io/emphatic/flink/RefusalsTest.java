package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.flink.source.SavedInput;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Flink cannot run is refused before anything starts. */
class RefusalsTest {
    private static final String SHARED = """
            stream: pump
            features: [1, heat]
            discount: 0.9
            predictions: {p: {algorithm: {name: etd, step_size: 0.1}}}
            """;

    @TempDir
    private Path directory;

    private void assertRefused(String yaml, String log, String why) throws IOException {
        Spec spec = PumpLog.spec(yaml, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, log, directory);
        assertThatThrownBy(() -> ScaleOutRuns.run(runs.plain("flink", 1, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void oneStochasticLearnerOverAllStreamsIsRefusedWithWhatToUseInstead() throws IOException {
        assertRefused(SHARED, "log.csv", "p: one etd cannot learn from all streams at once");
        assertRefused(SHARED, "log.csv", "per: stream");
    }

    @Test
    void aSpecWithoutStreamIsRefused() throws IOException {
        assertRefused(SHARED.replace("stream: pump\n", ""), "log.csv", "the spec has no stream");
    }

    @Test
    void parquetIsSentToLearn() throws IOException {
        assertRefused("per: stream\n" + SHARED, "log.parquet", "`emphatic learn` reads it");
    }

    @Test
    void aTopicNeedsTypesOfItsColumns() throws IOException {
        assertRefused("per: stream\n" + SHARED, "kafka://127.0.0.1:9/topic", "columns: {");
    }

    @Test
    void anExpressionThatCannotBeCompiledIsRefusedBeforeTheJobStarts() throws IOException {
        Path log = new PumpLog(3, 30, 1).writeCsv(directory.resolve("pumps.csv"));
        assertRefused("per: stream\n" + SHARED.replace("heat]", "coldness]"), log.toString(), "coldness");
    }

    private void assertEvaluationRefused(String yaml, LogSource log, String... why) throws IOException {
        ScaleOutEvaluation job = new ScaleOutEvaluation(
                PumpLog.evaluation(yaml, directory), log, directory.resolve("rejected.jsonl"), 0, 1, null, null);
        assertThatThrownBy(() -> new FlinkScaleOut().evaluate(job, progress -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(why);
    }

    @Test
    void anEvaluationThatNeedsTheWholeLogIsSentToEvaluate() throws IOException {
        LogSource csv = LogSource.files("log.csv");
        String yaml = PumpLog.EVALUATION;
        assertEvaluationRefused(yaml.replace("order: t\n", ""), csv, "no order", "`emphatic evaluate`");
        assertEvaluationRefused(yaml.replace("stream: pump\n", ""), csv, "no stream", "`emphatic evaluate`");
        assertEvaluationRefused(
                yaml.replace("behaviour: mu", "behaviour: {frequency: [heat]}"),
                csv,
                "counting",
                "`emphatic evaluate`");
        assertEvaluationRefused(yaml + "weight: 1 / mu\n", csv, "do not know weight", "`emphatic evaluate`");
        assertEvaluationRefused(yaml, LogSource.files("log.parquet"), "Parquet", "`emphatic evaluate`");
        LogSource query = LogSource.query("spec.yaml", "SELECT 1", directory);
        assertEvaluationRefused(yaml, query, "a query", "`emphatic evaluate`");
    }

    @Test
    void aLogThatTheDoctorRefusesIsNotEvaluated() throws IOException {
        Path log = new PumpLog(3, 300, 1).writeCsv(directory.resolve("pumps.csv"));
        String wrong = PumpLog.EVALUATION.replace("odd: 0.2", "odd: 0.7");
        assertEvaluationRefused(wrong, LogSource.files(log.toString()), "careful do not sum to 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DOUBLE", "FLOAT", "DECIMAL(9,2)", "HUGEINT", "UBIGINT"})
    void aStreamThatWouldBeSortedOtherwiseThanByEvaluateIsRefused(String type) throws IOException {
        Path log = new PumpLog(3, 300, 1).writeCsv(directory.resolve("pumps.csv"));
        String stream = "\"CAST(substr(pump, 6) AS " + type + ")\"";
        String yaml = PumpLog.EVALUATION.replace("stream: pump", "stream: " + stream);
        LogSource topic = LogSource.files("kafka://127.0.0.1:9/topic");
        for (LogSource source : List.of(LogSource.files(log.toString()), topic)) {
            assertEvaluationRefused(yaml, source, type, "sort as text", "VARCHAR");
        }
    }

    @Test
    void aClusterThatDoesNotAnswerIsToldAtOnce() throws IOException {
        Path log = new PumpLog(3, 30, 1).writeCsv(directory.resolve("pumps.csv"));
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, log.toString(), directory);
        assertThatThrownBy(() -> ScaleOutRuns.run(runs.saved("flink", 1, "127.0.0.1:1", false)))
                .isInstanceOf(IOException.class)
                .hasMessage("no JobManager answers at 127.0.0.1:1");
    }

    @Test
    void aSavedJobDoesNotGoOnWithOtherFiles() throws IOException {
        Path log = new PumpLog(3, 30, 1).writeCsv(directory.resolve("pumps.csv"));
        Path other = new PumpLog(3, 30, 2).writeCsv(directory.resolve("others.csv"));
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, log.toString(), directory);
        ScaleOutRuns.run(runs.saved("flink", 1, null, false));
        Path saved = Files.createDirectories(runs.checkpoint().resolve("job").resolve("chk-1"));
        Files.writeString(saved.resolve("_metadata"), "no checkpoint");
        ScaleOutRuns changed = new ScaleOutRuns(spec, other.toString(), directory);
        assertThatThrownBy(() -> ScaleOutRuns.run(changed.saved("flink", 1, null, true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the job that is saved reads " + log + ", and continues with nothing else");
        Path models = runs.checkpoint().resolve("models");
        Path written = directory.resolve(".").resolve("pumps.csv");
        assertThatCode(() -> SavedInput.check(
                        models, runs.saved("flink", 1, null, true).source(), List.of(written)))
                .doesNotThrowAnyException();
    }

    @Test
    void aSavedJobDoesNotGoOnWithAnotherTopic() throws IOException {
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, "kafka://127.0.0.1:9/pumps", directory);
        Path models = runs.checkpoint().resolve("models");
        SavedInput.write(models, LogSource.files("kafka://127.0.0.1:9/fans"), List.of());
        assertThat(new FlinkScaleOut().saved(runs.endless("flink", 1, null, true)))
                .isNull();
        Path saved = Files.createDirectories(runs.checkpoint().resolve("job").resolve("chk-1"));
        Files.writeString(saved.resolve("_metadata"), "no checkpoint");
        assertThat(new FlinkScaleOut().saved(runs.endless("flink", 1, null, true)))
                .isEqualTo(saved);
        assertThatThrownBy(() -> ScaleOutRuns.run(runs.endless("flink", 1, null, true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the job that is saved reads the topic fans, and continues with nothing else");
    }
}
