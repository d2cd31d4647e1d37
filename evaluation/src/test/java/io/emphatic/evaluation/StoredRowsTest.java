package io.emphatic.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.evaluation.log.NumberStore;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A second pass over rows that were kept, instead of rows that are replayed. */
class StoredRowsTest {
    static Stream<PlainLog.Shape> shapes() {
        ReturnRange range = new ReturnRange(-200, 600);
        return Stream.of(
                PlainLog.RAGGED,
                PlainLog.RAGGED.withLambda(null).withSeveralStarts(),
                new PlainLog.Shape(1_500, 9, 3, 3, 4, null, 0.3, true, null),
                new PlainLog.Shape(900, 9, 0, 0, 2, 0.0, 0.3, false, range),
                new PlainLog.Shape(2_500, 6, 2, 0, 100, 0.7, 0.2, false, range),
                new PlainLog.Shape(3, 5_000, 11, 2, 3, 0.9, 0.5, false, null));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void theResultHasTheSameBits(PlainLog.Shape shape) throws IOException {
        PlainLog log = PlainLog.random(shape, 5);
        EvaluationResult result = withKeptRows(log, null, new ArrayList<>());
        assertThat(result).usingRecursiveComparison().isEqualTo(log.evaluate());
    }

    @Test
    void aHelperChangesNoBit() throws IOException {
        PlainLog log = PlainLog.random(new PlainLog.Shape(2_500, 6, 2, 2, 40, null, 0.2, true, null), 6);
        ExecutorService helper = Executors.newSingleThreadExecutor();
        try {
            EvaluationResult result = withKeptRows(log, helper, new ArrayList<>());
            assertThat(result).usingRecursiveComparison().isEqualTo(log.evaluate());
        } finally {
            helper.shutdown();
        }
    }

    @Test
    void progressEndsWithTheRowsOfAllEpisodes() throws IOException {
        PlainLog log = PlainLog.random(new PlainLog.Shape(2_000, 6, 2, 0, 3, 0.0, 0.2, false, null), 7);
        List<Long> told = new ArrayList<>();
        withKeptRows(log, null, told);
        long rows = log.lives().stream().mapToLong(life -> life.rows().size()).sum();
        assertThat(told).hasSizeGreaterThan(1).isSorted().endsWith(rows);
    }

    private static EvaluationResult withKeptRows(PlainLog log, ExecutorService helper, List<Long> told)
            throws IOException {
        Numbers store = new Numbers(Long.MAX_VALUE / 2);
        Evaluation evaluation = Evaluation.of(log.settings(), helper, store);
        assertThat(evaluation.hasKept()).isFalse();
        evaluation.begin();
        log.play(evaluation, 0, log.lives().size());
        evaluation.endPass();
        assertThat(evaluation.hasKept()).isTrue();
        evaluation.replay(told::add);
        assertThat(evaluation.needsAnotherPass()).isFalse();
        long rows = log.lives().stream().mapToLong(life -> life.rows().size()).sum();
        assertThat(store.written)
                .as("a block of at least 64 rows has a row behind it, and a number that says how many")
                .isLessThanOrEqualTo((rows + rows / 64 + 1) * (log.settings().numbersPerRow() + 1));
        return evaluation.result();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 20_000, 40_000})
    void theSourceReplaysTheRowsWhereThereIsNoRoomForAll(long room) {
        PlainLog log = PlainLog.random(new PlainLog.Shape(2_000, 6, 2, 0, 3, 0.0, 0.2, false, null), 8);
        Evaluation evaluation = Evaluation.of(log.settings(), null, new Numbers(room));
        while (evaluation.needsAnotherPass()) {
            evaluation.begin();
            log.play(evaluation, 0, log.lives().size());
            evaluation.endPass();
            assertThat(evaluation.hasKept()).isFalse();
            assertThatThrownBy(() -> evaluation.replay(rows -> {})).isInstanceOf(IllegalStateException.class);
        }
        assertThat(evaluation.result()).usingRecursiveComparison().isEqualTo(log.evaluate());
    }

    /** In memory, with room for some numbers. */
    private static final class Numbers implements NumberStore {
        private static final int UNWRITTEN = 100; // numbers that go to the disk at the end

        private final long room;
        private final Deque<double[]> lots = new ArrayDeque<>();
        private long written;

        Numbers(long room) {
            this.room = room;
        }

        @Override
        public void write(double[] numbers, int count) throws IOException {
            written += count;
            if (written > room) {
                throw new IOException("no space left on device");
            }
            lots.add(Arrays.copyOf(numbers, count));
        }

        @Override
        public void rewind() throws IOException {
            if (written + UNWRITTEN > room) {
                throw new IOException("no space left on device");
            }
        }

        @Override
        public void clear() {
            lots.clear();
        }

        @Override
        public void read(double[] numbers, int count) {
            double[] lot = lots.remove();
            assertThat(lot).hasSize(count);
            System.arraycopy(lot, 0, numbers, 0, count);
        }
    }
}
