package io.emphatic.logs.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeGapsTest {
    @TempDir
    private Path directory;

    /** What the doctor says of them. */
    private List<String> gaps(List<String> rows, String stream) throws IOException {
        Path file = directory.resolve("log.csv");
        Files.writeString(file, "ep,t,reward\n" + String.join("\n", rows) + "\n");
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, null, "0.5", null, null, "td", Map.of("step_size", 0.1));
        Spec spec = new Spec(
                stream, "t", null, null, null, List.of(new FeatureBlock.Expressions("reward")), List.of(prediction));
        try (Log log = Log.open(file.toString())) {
            return Doctor.check(log, spec).findings().stream()
                    .filter(finding -> finding.check().equals("time-gap"))
                    .map(Finding::message)
                    .toList();
        }
    }

    /** With a smallest step of 1 or not, with gaps or not, in the order of learning or not. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 0, 5",
        "2, 1, 3, 5",
        "3, 5, 0, 5",
        "4, 5, 3, 5",
        "5, 1, 3, 1",
        "6, 7, 2, 1",
        "7, 1, 0, 1",
        "8, 1, 9, 3"
    })
    void gapsAreThoseCountedByHandInAnyOrderOfTheFile(long seed, long step, int oneIn, int streams) throws IOException {
        Random random = new Random(seed);
        List<String> rows = new ArrayList<>();
        long expected = 0;
        for (int ep = 0; ep < streams; ep++) {
            long time = random.nextInt(100);
            for (int k = 0; k < 30; k++) {
                rows.add(ep + "," + time + ",1");
                boolean gap = k > 0 && k < 29 && oneIn > 0 && random.nextInt(oneIn) == 0;
                time += gap ? step * (2 + random.nextInt(5)) : step;
                expected += gap ? 1 : 0;
            }
        }
        List<String> byHand = expected == 0
                ? List.of()
                : List.of(expected + " of " + 29 * streams
                        + " neighbours are not successive: order t goes up by more than " + step);
        String stream = streams == 1 ? null : "ep";
        assertThat(gaps(rows, stream)).isEqualTo(byHand);
        Collections.shuffle(rows, random);
        assertThat(gaps(rows, stream)).isEqualTo(byHand);
    }

    @ParameterizedTest
    @CsvSource({"1700000000, 3600", "20240101, 1", "9223372036854770000, 40"})
    void clocksHaveNoGaps(long first, long step) throws IOException {
        List<String> rows = new ArrayList<>();
        for (int k = 0; k < 20; k++) {
            rows.add("a," + (first + step * k * k / 10) + ",1");
        }
        rows.removeIf(row -> Collections.frequency(rows, row) > 1);
        assertThat(gaps(rows, "ep")).isEmpty();
        Collections.reverse(rows);
        assertThat(gaps(rows, "ep")).isEmpty();
    }
}
