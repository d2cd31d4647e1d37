package io.emphatic.logs.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.logs.replay.TimedRows.TimedRow;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs as they are replayed. */
class TimedRowsTest {
    @TempDir
    private Path folder;

    private Log log(String name, String text) throws IOException {
        return Log.open(Files.writeString(folder.resolve(name), text).toString());
    }

    private static List<TimedRow> all(TimedRows rows) throws IOException {
        List<TimedRow> all = new ArrayList<>();
        rows.each(all::add);
        return all;
    }

    private static List<String> order(List<TimedRow> rows) {
        return rows.stream().map(row -> row.stream() + row.seq()).toList();
    }

    @Test
    void rowsOfAllStreamsComeInTheOrderOfTheirTime() throws IOException {
        try (Log log = log("log.csv", "s,hour,x\na,0,1\na,2,2\na,3,3\nb,1,4\nb,2,5\nb,4,6\n")) {
            TimedRows rows = TimedRows.of(log, "s", "hour", null);
            List<TimedRow> all = all(rows);

            assertThat(order(all)).containsExactly("a0", "b0", "a1", "b1", "a2", "b2");
            assertThat(rows.extent()).isEqualTo(new TimedRows.Extent(6, 2, 4 * 3600));
            assertThat(rows.streams()).containsExactly("a", "b");
            assertThat(all.get(0)).isEqualTo(new TimedRow(0, "a", 0, Map.of("s", "a", "hour", 0L, "x", 1L)));
            // two rows at 2 h: the second half an hour later
            assertThat(all.get(3).seconds()).isCloseTo(2.5 * 3600, within(1e-9));
        }
    }

    @Test
    void streamsAndTimesAreGuessed() throws IOException {
        try (Log log = Log.open("../examples/pumps/pumps.csv")) {
            TimedRows rows = TimedRows.of(log, null, null, null);

            assertThat(rows.keys()).isEqualTo("streams by pump, in the order of hour");
            assertThat(rows.extent().rows()).isEqualTo(1678);
            assertThat(rows.extent().streams()).isEqualTo(40);
            assertThat(all(rows)).extracting(TimedRow::seconds).isSorted();
        }
    }

    @Test
    void timesOfAClockAreSecondsAndAreSentAsText() throws IOException {
        String text =
                "{\"time\":\"2024-01-01 10:00:00\",\"x\":[1.5,2]}\n{\"time\":\"2024-01-01 10:01:30\",\"x\":[3,4]}\n";
        try (Log log = log("log.jsonl", text)) {
            List<TimedRow> all = all(TimedRows.of(log, null, "time", null));

            assertThat(all).extracting(TimedRow::seconds).containsExactly(0.0, 90.0);
            assertThat(all.get(1).stream()).isEqualTo("log");
            assertThat(all.get(1).columns()).isEqualTo(Map.of("time", "2024-01-01 10:01:30", "x", List.of(3.0, 4.0)));
        }
    }

    @Test
    void withoutATimeRowsComeAsTheyLieOnePerSecond() throws IOException {
        try (Log log = log("log.csv", "x,y\n3,true\n1,false\n2,\n")) {
            List<TimedRow> all = all(TimedRows.of(log, null, null, null));

            assertThat(all).extracting(row -> row.columns().get("x")).containsExactly(3L, 1L, 2L);
            assertThat(all).extracting(TimedRow::seconds).containsExactly(0.0, 1.0, 2.0);
            assertThat(all.get(2).columns()).containsEntry("y", null);
        }
    }

    @Test
    void whatAServiceCallsOtherwiseIsWithheld() throws IOException {
        try (Log log = log("log.csv", "stream,seq,crc,x\na,7,99,1\na,8,98,2\n")) {
            TimedRows rows = TimedRows.of(log, "stream", "seq", null);

            assertThat(rows.withheld()).containsExactly("seq");
            assertThat(all(rows).get(1)).isEqualTo(new TimedRow(1, "a", 1, Map.of("x", 2L)));
        }
    }

    @Test
    void aRowWithoutATimeIsRefused() throws IOException {
        try (Log log = log("log.csv", "s,t,x\na,0,1\na,,2\n")) {
            TimedRows rows = TimedRows.of(log, "s", "t", null);

            assertThatThrownBy(rows::extent).hasMessageContaining("1 row without a stream or a time");
        }
    }

    @Test
    void aUnitThatIsNoneIsRefused() throws IOException {
        try (Log log = log("log.csv", "t,x\n0,1\n1,2\n")) {
            assertThatThrownBy(() -> TimedRows.of(log, null, "t", "fortnights"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("seconds, minutes, hours, days, weeks");
            assertThat(all(TimedRows.of(log, null, "t", "minutes")))
                    .extracting(TimedRow::seconds)
                    .containsExactly(0.0, 60.0);
        }
    }
}
