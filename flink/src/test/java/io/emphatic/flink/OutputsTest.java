package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob.JobOutputs;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.LogSettings;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job writes beside its models at the end, and what it goes on from. */
@Tag("slow")
class OutputsTest {
    private static final PumpLog LOG = new PumpLog(50, 20_000, 11);

    @TempDir
    private Path directory;

    private Path log;
    private Spec spec;

    @BeforeEach
    void writeLog() throws IOException {
        log = LOG.writeCsv(directory.resolve("pumps.csv"));
        spec = PumpLog.spec(PumpLog.DENSE, directory);
    }

    private ScaleOutJob job(Path rows, Path from, Path models, Path predictions) {
        return new ScaleOutJob(
                spec,
                LogSource.files(rows.toString()),
                true,
                from,
                new JobOutputs(
                        models,
                        null,
                        null,
                        predictions == null ? null : predictions.toString(),
                        directory.resolve("rejected.jsonl")),
                0,
                2,
                null,
                directory.resolve("checkpoints"),
                Duration.ofMillis(100),
                false,
                "test");
    }

    /** All lines of the files in a directory. */
    static List<String> lines(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    @Test
    void predictionsOfEveryRowAreThoseOfLearnAndAreWrittenOnce() throws IOException {
        Path target = directory.resolve("predictions");
        ScaleOutRuns.run(job(log, null, null, target));
        Map<String, Double> found = new HashMap<>();
        try (Stream<Path> files = Files.list(target)) {
            for (Path file : files.toList()) {
                assertThat(file.getFileName().toString())
                        .startsWith("predictions-")
                        .endsWith(".jsonl");
                for (String line : Files.readAllLines(file)) {
                    JsonNode row = new ObjectMapper().readTree(line);
                    String key =
                            row.path("stream").asText() + "," + row.path("time").asLong();
                    assertThat(found.put(
                                    key, row.path("predictions").path("by-td").asDouble()))
                            .isNull();
                }
            }
        }
        assertThat(found).isEqualTo(predictionsOfLearn());
    }

    private Map<String, Double> predictionsOfLearn() throws IOException {
        Path file = directory.resolve("one-process.csv");
        Learning.Options options = new Learning.Options(
                file, null, null, 1, false, null, false, "", io.emphatic.logs.file.ProgressListener.NONE, false, null);
        Learning.learn(LogSource.files(log.toString()), LogSettings.byDefault(), spec, options);
        List<String> lines = Files.readAllLines(file);
        int column = Arrays.asList(lines.get(0).split(",")).indexOf("by-td");
        Map<String, Double> values = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            values.put(cells[0] + "," + cells[1], Double.parseDouble(cells[column]));
        }
        return values;
    }

    @Test
    void flinkGoesOnFromModelsOfLearnAsLearnGoesOnFromModelsOfFlink() throws IOException {
        List<String> lines = Files.readAllLines(log);
        Path first = Files.write(directory.resolve("first.csv"), lines.subList(0, 10_001));
        Path second = directory.resolve("second.csv");
        Files.write(second, List.of(PumpLog.HEADER));
        Files.write(second, lines.subList(10_001, lines.size()), java.nio.file.StandardOpenOption.APPEND);
        Path ofLearn = Files.move(OneProcess.learn(spec, first, directory), directory.resolve("first-learn.jsonl"));
        Path ofFlink = directory.resolve("first-flink.jsonl");
        ScaleOutRuns.run(job(first, null, ofFlink, null));
        Path flinkAfterLearn = directory.resolve("flink-after-learn.jsonl");
        ScaleOutRuns.run(job(second, ofLearn, flinkAfterLearn, null));
        Path learnAfterFlink = directory.resolve("learn-after-flink.jsonl");
        Learning.Options options = new Learning.Options(
                null,
                null,
                null,
                1,
                false,
                ofFlink,
                false,
                "",
                io.emphatic.logs.file.ProgressListener.NONE,
                false,
                learnAfterFlink);
        Learning.learn(LogSource.files(second.toString()), LogSettings.byDefault(), spec, options);
        assertThat(flinkAfterLearn).hasSameTextualContentAs(learnAfterFlink);
        assertThat(flinkAfterLearn).content().isNotEqualTo(Files.readString(ofFlink));
    }
}
