package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.Table;
import io.emphatic.logs.file.ChunkReader;
import io.emphatic.logs.file.LogStreams;
import io.emphatic.logs.file.Pipeline;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order in which a pipeline returns chunks and failures, whatever its threads do. */
class PipelineOrderTest {
    private static final int ROWS = 50_000;

    @TempDir
    private Path directory;

    private String log;

    @BeforeEach
    void writeALog() throws IOException {
        log = Table.random(31, ROWS).write(directory);
    }

    private static Plan plan(Log source) throws IOException {
        Spec spec = Table.spec(Table.prediction("p", "td", Map.of("step_size", 0.1)));
        return Plan.of(source, spec);
    }

    private static ChunkReader reader(Plan plan, long every) throws IOException {
        ChunkReader.Reading reading = new ChunkReader.Reading(plan.stream(), 0, every, 0);
        return new ChunkReader(plan, plan.rowOrder(), new LogStreams.OneAfterAnother(), reading);
    }

    /** Learns nothing, and fails at a row. */
    private static final class Failing extends PredictionRun {
        private final int failsAt;
        private long seen;

        Failing(Plan plan, int failsAt) {
            super(new RunSettings(plan, Quantiles.Precision.FINE, ROWS, false, StreamSharing.TRACE, null));
            this.failsAt = failsAt;
        }

        @Override
        protected void act(int row) {
            if (seen++ == failsAt) {
                throw new IllegalArgumentException("no");
            }
        }

        @Override
        void learn(int k, long logRow) {}

        @Override
        List<RunningPrediction> predictions() {
            return List.of();
        }

        @Override
        void exchangeLearners(SavedState state) {}

        @Override
        void exchangeDiagnostics(SavedState state) {}
    }

    @Test
    void aRunThatFailsIsReportedAfterTheChunksWithoutFailure() throws IOException {
        try (Log source = Log.open(log)) {
            Plan plan = plan(source);
            List<PredictionRun> runs =
                    List.of(new Failing(plan, ROWS), new Failing(plan, 20_000), new Failing(plan, 30_000));
            try (ChunkReader reader = reader(plan, 3_000);
                    Pipeline pipeline = new Pipeline(reader, 0, runs)) {
                for (int k = 1; k <= 6; k++) {
                    RowChunk chunk = pipeline.next();
                    assertThat(chunk.firstRow() + chunk.size()).isEqualTo(3_000L * k);
                }
                assertThatThrownBy(pipeline::next)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("no (row 20001 of " + log + " in the order of learning)");
            }
        }
    }

    /** Chunks without barriers, so that runs get ahead of the collecting thread, and of each other. */
    @Test
    void theFirstRunThatFailedInTheFirstChunkIsReportedWhateverRanAhead() throws IOException, InterruptedException {
        try (Log source = Log.open(log)) {
            Plan plan = plan(source);
            List<PredictionRun> runs = new ArrayList<>();
            for (int k = 0; k < 12; k++) {
                runs.add(new Failing(plan, k == 3 ? 12_000 : k == 8 ? 9_000 : k == 9 ? 30_000 : ROWS));
            }
            try (ChunkReader reader = reader(plan, Long.MAX_VALUE);
                    Pipeline pipeline = new Pipeline(reader, 0, runs)) {
                Thread.sleep(200); // gives the others the time to run ahead; nothing depends on it
                RowChunk first = pipeline.next();
                assertThat(first.size()).as("both fail in the second").isBetween(6_000, 9_000);
                assertThatThrownBy(pipeline::next).hasMessageStartingWith("no (row 12001 of ");
            }
        }
    }

    /** The collecting thread is slow while the others fill and learn from the chunks after the one it looks at. */
    @Test
    void aChunkDoesNotChangeUntilTheNextIsAskedFor() throws IOException, InterruptedException {
        try (Log source = Log.open(log)) {
            Plan plan = plan(source);
            try (ChunkReader reader = reader(plan, Long.MAX_VALUE);
                    Pipeline pipeline = new Pipeline(reader, 0, List.of(new Failing(plan, ROWS)))) {
                long next = 0;
                for (RowChunk chunk = pipeline.next(); chunk.size() > 0; chunk = pipeline.next()) {
                    double[][] numbers = numbers(plan, chunk);
                    double[][] before =
                            Arrays.stream(numbers).map(double[]::clone).toArray(double[][]::new);
                    Thread.sleep(60);
                    assertThat(chunk.firstRow()).isEqualTo(next);
                    assertThat(Arrays.deepEquals(numbers, before)).isTrue();
                    next += chunk.size();
                }
                assertThat(next).isEqualTo(ROWS);
            }
        }
    }

    private static double[][] numbers(Plan plan, RowChunk chunk) {
        return IntStream.range(0, plan.slots().size())
                .mapToObj(slot -> chunk.numbers()[slot])
                .toArray(double[][]::new);
    }
}
