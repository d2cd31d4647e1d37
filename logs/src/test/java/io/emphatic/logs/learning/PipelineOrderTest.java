package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Features;
import io.emphatic.logs.Table;
import io.emphatic.logs.file.Batch;
import io.emphatic.logs.file.Rows;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes out of a pipeline, and when, whatever its threads are up to. */
class PipelineOrderTest {
    private static final int ROWS = 50_000;

    @TempDir
    private Path directory;

    private String log;

    @BeforeEach
    void writeALog() throws IOException {
        log = Table.random(31, ROWS).write(directory);
    }

    private static Spec spec() {
        return Table.spec(Table.prediction("p", "td", Map.of("step_size", 0.1)));
    }

    /** Learns nothing, and fails at a row. */
    private static final class Failing extends Course {
        private final int place;
        private long seen;

        Failing(int place) {
            super(3, false);
            this.place = place;
        }

        @Override
        void act(int row) {
            if (seen++ == place) {
                throw new IllegalArgumentException("no");
            }
        }

        @Override
        void begin(Batch batch) {}

        @Override
        void start(int row, Features phi) {}

        @Override
        void arrive(int row, Features phi) {}

        @Override
        void terminate(Features none) {}

        @Override
        void predict(int k) {}

        @Override
        void learn(int k, long place, long rows) {}

        @Override
        void leave(int k) {}

        @Override
        List<Outcome> outcomes() {
            return List.of();
        }
    }

    @Test
    void aLearnerThatFailsIsHeardOfBehindTheBatchesThatWentWell() throws IOException {
        try (Log source = Log.open(log)) {
            Plan plan = Plan.of(source, spec());
            String query = plan.query(plan.rowOrder(), plan.stream(), 0);
            int slots = plan.slots().size();
            List<Course> courses = List.of(new Failing(ROWS), new Failing(20_000), new Failing(30_000));
            try (Rows rows = new Rows(source, query, slots, plan.stream());
                    Pipeline pipeline =
                            new Pipeline(plan, rows, 0, 0, 3_000, plan.stream().size(), false, null, courses, ROWS)) {
                for (int k = 1; k <= 6; k++) {
                    Batch batch = pipeline.next();
                    assertThat(batch.firstRow() + batch.size()).isEqualTo(3_000L * k);
                }
                assertThatThrownBy(pipeline::next)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("no (row 20001 of " + log + " in the order of learning)");
            }
        }
    }

    /** Batches that nobody rests at, so that learners run ahead of who collects, and of each other. */
    @Test
    void theFirstCourseThatFailedInTheFirstBatchIsHeardOfWhateverRanAhead() throws IOException, InterruptedException {
        try (Log source = Log.open(log)) {
            Plan plan = Plan.of(source, spec());
            String query = plan.query(plan.rowOrder(), plan.stream(), 0);
            int slots = plan.slots().size();
            List<Course> courses = new ArrayList<>();
            for (int k = 0; k < 12; k++) {
                courses.add(new Failing(k == 3 ? 12_000 : k == 8 ? 9_000 : k == 9 ? 30_000 : ROWS));
            }
            try (Rows rows = new Rows(source, query, slots, plan.stream());
                    Pipeline pipeline = new Pipeline(
                            plan, rows, 0, 0, Long.MAX_VALUE, plan.stream().size(), false, null, courses, ROWS)) {
                Thread.sleep(200); // gives the others the time to run ahead; nothing depends on it
                Batch first = pipeline.next();
                assertThat(first.size()).as("both fail in the second").isBetween(6_000, 9_000);
                assertThatThrownBy(pipeline::next).hasMessageStartingWith("no (row 12001 of ");
            }
        }
    }

    /** Whoever collects takes the time to look at a batch while the others fill and learn from those after it. */
    @Test
    void aBatchIsNotTouchedWhileItIsLookedAt() throws IOException, InterruptedException {
        try (Log source = Log.open(log)) {
            Plan plan = Plan.of(source, spec());
            String query = plan.query(plan.rowOrder(), plan.stream(), 0);
            int slots = plan.slots().size();
            try (Rows rows = new Rows(source, query, slots, plan.stream());
                    Pipeline pipeline = new Pipeline(
                            plan,
                            rows,
                            0,
                            0,
                            Long.MAX_VALUE,
                            plan.stream().size(),
                            false,
                            null,
                            List.of(new Failing(ROWS)),
                            ROWS)) {
                long next = 0;
                for (Batch batch = pipeline.next(); batch.size() > 0; batch = pipeline.next()) {
                    double[][] before =
                            Arrays.stream(batch.numbers()).map(double[]::clone).toArray(double[][]::new);
                    Thread.sleep(60);
                    assertThat(batch.firstRow()).isEqualTo(next);
                    assertThat(Arrays.deepEquals(batch.numbers(), before)).isTrue();
                    next += batch.size();
                }
                assertThat(next).isEqualTo(ROWS);
            }
        }
    }
}
