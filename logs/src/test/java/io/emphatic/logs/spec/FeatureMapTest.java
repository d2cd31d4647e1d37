package io.emphatic.logs.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import io.emphatic.logs.spec.FeatureBlock.Bias;
import io.emphatic.logs.spec.FeatureBlock.Expressions;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureBlock.Tiles;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names and values of the features of each kind of block. */
class FeatureMapTest {
    @TempDir
    private Path directory;

    private record Made(List<String> names, List<Features> rows) {
        double[] row(int k) {
            return IntStream.range(0, names.size())
                    .mapToDouble(rows.get(k)::get)
                    .toArray();
        }
    }

    private Made features(String jsonLines, FeatureBlock... blocks) throws IOException {
        Path file = Files.writeString(directory.resolve("log.jsonl"), jsonLines);
        try (Log log = Log.open(file.toString())) {
            FeatureMap map = FeatureMap.of(log, List.of(blocks));
            Slots slots = new Slots();
            FeatureReader reader = map.bind(log, slots);
            List<Features> made = new ArrayList<>();
            double[][] numbers = new double[slots.size()][1];
            String sql = "SELECT " + String.join(", ", slots.sql()) + " FROM log";
            try (Rows rows = new Rows(log, sql, slots.size(), List.of())) {
                while (rows.next()) {
                    rows.numbers(numbers, 0, 1);
                    made.add(reader.read(numbers, 0));
                }
            }
            return new Made(map.names(), made);
        }
    }

    @Test
    void expressionsAndABiasAreDenseAndBooleansCountZeroOrOne() throws IOException {
        Made made = features(
                "{\"x\": 2.5, \"b\": true}\n{\"x\": -1, \"b\": false}\n", new Expressions("x, b, x * 2"), new Bias());
        assertThat(made.names()).containsExactly("x", "b", "x * 2", "bias");
        assertThat(made.row(0)).containsExactly(2.5, 1, 5, 1);
        assertThat(made.row(1)).containsExactly(-1, 0, -2, 1);
        assertThat(made.rows().get(0).active()).isEqualTo(4);
    }

    /** 421 values in 200,000 rows, and a constant with one reading of a broken sensor. */
    @Test
    void theMeanSquareIsThatOfTheValuesThatThereAre() throws IOException {
        Random random = new Random(4);
        StringBuilder csv = new StringBuilder("x,c,z\n");
        double squares = 0;
        for (int k = 0; k < 200_000; k++) {
            double x = random.nextGaussian();
            squares += k % 476 == 0 ? x * x / 421 : 0;
            csv.append(k % 476 == 0 ? x : "").append(k == 7 ? ",1e150," : ",3,").append(k == 8 ? "1000\n" : "0\n");
        }
        Path file = Files.writeString(directory.resolve("log.csv"), csv);
        try (Log log = Log.open(file.toString())) {
            assertThat(meanSquare(log, "x")).isCloseTo(squares, within(1e-9));
            assertThat(meanSquare(log, "c")).isCloseTo(9, within(1e-9));
            assertThat(meanSquare(log, "z")).isCloseTo(5, within(1e-9)); // a rare event is no broken sensor
        }
    }

    private static double meanSquare(Log log, String column) throws IOException {
        return FeatureMap.of(log, List.of(new Expressions(column))).meanSquare(log);
    }

    @Test
    void listColumnsAreExpanded() throws IOException {
        Made made =
                features("{\"my obs\": [1, 2.5, 3]}\n{\"my obs\": [4, 5, 6]}\n", new Expressions("my obs"), new Bias());
        assertThat(made.names()).containsExactly("my obs[1]", "my obs[2]", "my obs[3]", "bias");
        assertThat(made.row(0)).containsExactly(1, 2.5, 3, 1);
        assertThat(made.row(1)).containsExactly(4, 5, 6, 1);
    }

    @Test
    void listsOfDifferentLengthAreRefused() {
        assertThatThrownBy(() -> features("{\"o\": [1, 2]}\n{\"o\": [1]}\n", new Expressions("o")))
                .hasMessage("features: the lists of o have between 1 and 2 elements\n"
                        + "Every row needs the same number of features, at least one.");
    }

    @Test
    void aOneHotBlockHasOneFeaturePerValueInTheOrderOfTheValues() throws IOException {
        Made made = features("{\"n\": 10}\n{\"n\": 9}\n{\"n\": 10}\n{\"n\": 100}\n", new OneHot("n"), new Bias());
        assertThat(made.names()).containsExactly("n=9", "n=10", "n=100", "bias");
        assertThat(made.row(0)).containsExactly(0, 1, 0, 1);
        assertThat(made.row(1)).containsExactly(1, 0, 0, 1);
        assertThat(made.row(3)).containsExactly(0, 0, 1, 1);
        assertThat(made.rows().get(0).active()).isEqualTo(2);
    }

    @Test
    void numbersAndCategoriesTogetherAreSparse() throws IOException {
        Made made = features(
                "{\"x\": 0.5, \"c\": \"it's\"}\n{\"x\": 0, \"c\": \"so\"}\n",
                new OneHot("c"),
                new Expressions("x"),
                new OneHot("x > 0"));
        assertThat(made.names()).containsExactly("c=it's", "c=so", "x", "x > 0=false", "x > 0=true");
        assertThat(made.row(0)).containsExactly(1, 0, 0.5, 0, 1);
        assertThat(made.row(1)).containsExactly(0, 1, 0, 1, 0);
        assertThat(made.rows().get(1).active()).isEqualTo(2);
    }

    @Test
    void tilesTakeTheirRangesFromTheLogUnlessTold() throws IOException {
        String rows = "{\"x\": 0, \"v\": -1}\n{\"x\": 10, \"v\": 1}\n{\"x\": 5, \"v\": 0}\n";
        Made from = features(rows, new Tiles(List.of("x", "v"), List.of(), 4, List.of(8, 8), 0));
        Made told = features(
                rows,
                new Tiles(List.of("x", "v"), List.of(List.of(0.0, 10.0), List.of(-1.0, 1.0)), 4, List.of(8, 8), 0));
        assertThat(from.names()).hasSize(4 * 81);
        for (int k = 0; k < 3; k++) {
            assertThat(from.row(k)).containsExactly(told.row(k));
            assertThat(from.rows().get(k).active()).isEqualTo(4);
        }
    }
}
