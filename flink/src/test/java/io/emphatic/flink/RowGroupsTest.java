package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.file.StreamKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowGroupsTest {
    @ParameterizedTest(name = "{0} rows at once, {1} streams")
    @CsvSource({"1, 1", "1, 3", "2, 5", "64, 1", "64, 7", "64, 1000", "2048, 300"})
    void rowsComeOutByStreamInTheOrderInWhichTheyWereAdded(int capacity, int streams) throws Exception {
        SplittableRandom random = new SplittableRandom(capacity + streams);
        RowGroups groups = new RowGroups(capacity);
        for (int batch = 0; batch < 20; batch++) {
            int size = batch % 2 == 0 ? capacity : random.nextInt(capacity + 1);
            Map<StreamKey, List<KeyedRow>> expected = new LinkedHashMap<>();
            for (int k = 0; k < size; k++) {
                assertThat(groups.isFull()).isFalse();
                KeyedRow row = new KeyedRow(key(random.nextInt(streams)), null, new double[] {k}, k);
                groups.add(row);
                expected.computeIfAbsent(row.stream(), stream -> new ArrayList<>())
                        .add(row);
            }
            assertThat(groups.isFull()).isEqualTo(size == capacity);
            assertThat(drained(groups)).containsExactlyEntriesOf(expected);
            assertThat(groups.size()).isZero();
        }
    }

    /** Two by two, they have the same hash: "Aa" has that of "BB". */
    private static StreamKey key(int stream) {
        return StreamKey.of((stream % 2 == 0 ? "Aa" : "BB") + stream / 2);
    }

    private static Map<StreamKey, List<KeyedRow>> drained(RowGroups groups) throws Exception {
        Map<StreamKey, List<KeyedRow>> drained = new LinkedHashMap<>();
        groups.drain((stream, rows) -> {
            List<KeyedRow> own = new ArrayList<>();
            while (rows.hasNext()) {
                own.add(rows.next());
            }
            assertThat(drained.put(stream, own)).isNull();
        });
        return drained;
    }
}
