package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import io.emphatic.logs.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of {@code docs/flink.md}. */
class ExampleTest {
    @TempDir
    private Path directory;

    @Test
    void theExampleLearnsWhatLearnLearns() throws IOException {
        SpecReader.Document document = SpecReader.read(Path.of("..", "examples", "pumps", "streams.yaml"));
        Path log = Path.of(document.log().name());
        ScaleOutRuns runs = new ScaleOutRuns(document.spec(), log.toString(), directory);
        ScaleOutReport report = ScaleOutRuns.run(runs.plain("flink", 2, 0));
        assertThat(report.streams()).isEqualTo(40);
        assertThat(runs.models("flink")).hasSameTextualContentAs(OneProcess.learn(document.spec(), log, directory));
    }
}
