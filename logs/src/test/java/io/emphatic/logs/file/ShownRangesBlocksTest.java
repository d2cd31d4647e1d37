package io.emphatic.logs.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that are looked at together are judged as if each had been looked at by itself. */
class ShownRangesBlocksTest {
    private static final int ROWS = 20_000;

    /**
     * Two features, one of which is 0 for long, and a cumulant: with glitches, a shift, and rows that are no number.
     */
    private static double[][] columns(long seed) {
        Random random = new Random(seed);
        double[][] columns = new double[3][ROWS];
        for (int row = 0; row < ROWS; row++) {
            columns[0][row] = random.nextGaussian() + (row > 9_000 && row < 12_000 ? 1e5 : 0);
            columns[1][row] = row < 5_000 ? 0 : row == 5_000 ? 1e-6 : row == 5_003 ? 1e6 : row / 700;
            columns[2][row] = random.nextGaussian() * (random.nextInt(500) == 0 ? 1e6 : 1);
            if (random.nextInt(900) == 0) {
                columns[random.nextInt(3)][row] = random.nextBoolean() ? Double.NaN : Double.NEGATIVE_INFINITY;
            }
        }
        return columns;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 37, 300, 2048})
    void blocksOfRowsAreJudgedAsTheirRows(int size) throws IOException {
        Spec spec = new Spec(
                null,
                "t",
                null,
                null,
                null,
                List.of(new FeatureBlock.Expressions("x, y")),
                List.of(new Spec.Prediction("p", null, null, null, "r", "0.9", null, null, "td", Map.of())));
        try (Log log = Log.ofColumns(Map.of("t", "BIGINT", "x", "DOUBLE", "y", "DOUBLE", "r", "DOUBLE"))) {
            Plan plan = Plan.of(log, spec);
            assertThat(plan.watched()).extracting(one -> one.slot()).containsExactly(0, 1, 2);
            double[][] numbers = columns(size);
            ShownRanges together = new ShownRanges();
            ShownRanges alone = new ShownRanges();
            int blocks = 0;
            for (int from = 0; from < ROWS; from += size) {
                int count = Math.min(size, ROWS - from);
                boolean areIncluded = together.includes(plan, numbers, from, count);
                blocks += areIncluded ? 1 : 0;
                for (int row = from; row < from + count; row++) {
                    boolean isBeyond = alone.isBeyond(plan, numbers, row, alone);
                    assertThat(areIncluded ? isBeyond : isBeyond != together.isBeyond(plan, numbers, row, together))
                            .as("row %d", row)
                            .isFalse();
                }
                assertThat(SavedState.written(together::exchange)).isEqualTo(SavedState.written(alone::exchange));
            }
            assertThat(blocks).isGreaterThan(size < 300 ? 100 : -1);
            assertThat(alone.rowsBeyond()).isGreaterThan(50);
        }
    }
}
