package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void aClusterThatDoesNotAnswerIsToldAtOnce() throws IOException {
        Path log = new PumpLog(3, 30, 1).writeCsv(directory.resolve("pumps.csv"));
        Spec spec = PumpLog.spec(PumpLog.DENSE, directory);
        ScaleOutRuns runs = new ScaleOutRuns(spec, log.toString(), directory);
        assertThatThrownBy(() -> ScaleOutRuns.run(runs.saved("flink", 1, "127.0.0.1:1", false)))
                .isInstanceOf(IOException.class)
                .hasMessage("no JobManager answers at 127.0.0.1:1");
    }
}
