package io.emphatic.logs.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs at which the doctor might stumble, or see what is not there. */
class DoctorEdgesTest {
    @TempDir
    private Path directory;

    private List<Finding> check(String text, String stream, String order, String ratio, FeatureBlock... features)
            throws IOException {
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, ratio, null, "0.5", null, null, "td", Map.of());
        Spec spec = new Spec(stream, order, null, null, null, List.of(features), List.of(prediction));
        try (Log log =
                Log.open(Files.writeString(directory.resolve("log.csv"), text).toString())) {
            List<Finding> findings = Doctor.check(log, spec).findings();
            if (findings.stream().noneMatch(finding -> finding.severity() == Finding.Severity.ERROR)) {
                Path predictions = directory.resolve("p.csv");
                Learning.learn(
                        log, spec, new Learning.Options(predictions, null, null, 1, false, ProgressListener.NONE));
            }
            return findings;
        }
    }

    private static FeatureBlock feature(String text) {
        return new FeatureBlock.Expressions(text);
    }

    /**
     * Padded streams, one stream of one row, two rows of one time: with every name that the doctor's own queries use.
     */
    @Test
    void columnsMayBeCalledAsTheDoctorCallsItsOwn() throws IOException {
        String rows = "0,7,1,1\n0,8,2,1\n0,9,0,0\n1,7,1,2\n1,8,1,1\n1,9,0,0\n2,7,5,1\n";
        for (String name :
                List.of("file_row", "last_value", "FILE_ROW", "wrong", "value", "times", "emphatic_row", "now0")) {
            String other = name.equals("last_value") ? "file_row" : "last_value";
            String text = "s," + name + "," + other + ",reward\n" + rows;
            assertThat(check(text, "s", name, null, feature(other)))
                    .as(name)
                    .extracting(Finding::check, Finding::rows)
                    .containsExactly(tuple("single-row-stream", List.of(7L)), tuple("padding", List.of(3L, 6L)));
            assertThat(check(text + "1,7,1,1\n", "s", name, null, feature(other)))
                    .as(name)
                    .anySatisfy(finding -> {
                        assertThat(finding.check()).isEqualTo("duplicated-time");
                        assertThat(finding.rows()).containsExactly(4L, 8L);
                    });
        }
    }

    @Test
    void rowsAreGatheredBesideAColumnOfTheSameNameAsTheirNumber() throws IOException {
        assertThat(check(
                        "s,emphatic_row,reward\na,1,1\nb,2,1\na,3,1\nb,4,2\n",
                        "s",
                        null,
                        null,
                        feature("emphatic_row")))
                .isEmpty();
        assertThat(Files.readAllLines(directory.resolve("p.csv")))
                .extracting(line -> line.split(",")[0] + line.split(",")[1])
                .containsExactly("srow", "a1", "a3", "b2", "b4");
    }

    @Test
    void theFirstCategoryIsNotPadding() throws IOException {
        StringBuilder text = new StringBuilder("s,t,block,reward\n");
        for (int s = 0; s < 10; s++) {
            text.append(s)
                    .append(",0,B,1\n")
                    .append(s)
                    .append(",1,C,1\n")
                    .append(s)
                    .append(",2,A,0\n");
        }
        assertThat(check(text.toString(), "s", "t", null, new FeatureBlock.OneHot("block")))
                .isEmpty();
        String numbers = text.toString().replace('A', '0').replace('B', '1').replace('C', '2');
        assertThat(check(numbers, "s", "t", null, feature("block")))
                .extracting(Finding::check)
                .containsExactly("padding");
        assertThat(check(numbers, "s", "t", null, feature("block"), new FeatureBlock.Bias()))
                .isEmpty();
        assertThat(check(
                        numbers, "s", "t", null, new FeatureBlock.Tiles(List.of("block"), List.of(), 2, List.of(2), 0)))
                .isEmpty();
    }

    /** 2 of 2 last rows are blank, against 1 in 10 or fewer of the 98 others: 10 · 9 · 2 < 2 · 98 < 10 · 10 · 2. */
    @ParameterizedTest
    @CsvSource({"9, padding", "10, ''"})
    void zerosInATenthOfTheOtherRowsAreNoPadding(int elsewhere, String expected) throws IOException {
        StringBuilder text = new StringBuilder("s,t,f,reward\n");
        for (int row = 0; row < 100; row++) {
            boolean blank = row % 50 == 49 || row < elsewhere;
            text.append(row / 50 + "," + row % 50 + (blank ? ",0,0\n" : "," + (row + 1) + ",1\n"));
        }
        assertThat(check(text.toString(), "s", "t", null, feature("f")))
                .extracting(Finding::check)
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    /** 1 of 3 last rows is blank; then 2 of 3. */
    @Test
    void zerosInLessThanHalfOfTheLastRowsAreNoPadding() throws IOException {
        String rows = "a,0,1,1\na,1,0,0\nb,0,1,1\nb,1,%s\nc,0,1,1\nc,1,1,2\n";
        String header = "s,t,f,reward\n";
        assertThat(check(header + rows.formatted("2,1"), "s", "t", null, feature("f")))
                .isEmpty();
        assertThat(check(header + rows.formatted("0,0"), "s", "t", null, feature("f")))
                .extracting(Finding::message)
                .containsExactly("the last row of 2 of 3 streams has all features and rewards 0");
    }

    @Test
    void lastRowsWithARewardAreNoPadding() throws IOException {
        String text = "s,t,f,reward\na,0,1,1\na,1,0,5\nb,0,1,1\nb,1,0,5\n";
        assertThat(check(text, "s", "t", null, feature("f"))).isEmpty();
    }

    @Test
    void errorsComeBeforeNotes() throws IOException {
        assertThat(check("t,f,reward\n1,7,1\n1,7,1\n2,7,1\n", null, "t", null, feature("f")))
                .extracting(Finding::check)
                .containsExactly("duplicated-time", "constant-feature");
    }

    private List<Finding> checkActions(int rows, IntFunction<String> action, double mu) throws IOException {
        StringBuilder text = new StringBuilder("f,reward,mu,action\n");
        for (int row = 0; row < rows; row++) {
            text.append(row % 7 + ",1," + mu + "," + action.apply(row) + "\n");
        }
        Spec.Prediction prediction =
                new Spec.Prediction("p", "mu", null, null, null, "0.5", null, null, "td", Map.of());
        Spec spec = new Spec(null, null, null, null, "action", List.of(feature("f")), List.of(prediction));
        try (Log log =
                Log.open(Files.writeString(directory.resolve("log.csv"), text).toString())) {
            return Doctor.check(log, spec).findings();
        }
    }

    /** 4 % is more than five standard errors of 20,000 rows, and less than 5 %; 8 % is more than both. */
    @Test
    void frequenciesWithinFivePercentAreNotReported() throws IOException {
        assertThat(checkActions(20_000, row -> row % 25 < 13 ? "left" : "right", 0.5))
                .isEmpty();
        assertThat(checkActions(20_000, row -> row % 25 < 11 ? "left" : "right", 0.5))
                .extracting(Finding::check)
                .containsExactly("action-frequency");
    }

    @Test
    void moreThanAThousandActionsAreNotCompared() throws IOException {
        assertThat(checkActions(3_000, row -> "a" + row % 1_001, 0.9)).isEmpty();
        assertThat(checkActions(3_000, row -> "a" + row % 1_000, 0.9))
                .extracting(Finding::check)
                .containsExactly("action-frequency");
    }

    /** It would be taken for the end of an episode. */
    @Test
    void anEmptyFlagIsAnErrorForTheDoctorAndForLearning() throws IOException {
        Path file = Files.writeString(
                directory.resolve("flags.csv"), "f,reward,terminated\n1,1,false\n2,1,\n3,1,false\n4,1,true\n");
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, null, "0.5", null, null, "td", Map.of());
        Spec spec = new Spec(null, null, null, null, null, List.of(feature("f")), List.of(prediction));
        try (Log log = Log.open(file.toString())) {
            assertThat(Doctor.check(log, spec).findings())
                    .extracting(Finding::check)
                    .containsExactly("missing-value");
            assertThatThrownBy(() -> Learning.learn(log, spec, Learning.Options.NONE))
                    .hasMessageContaining("terminated terminated is NULL in 1 row (row 2)");
        }
    }

    @Test
    void aCategoryOrTilesThatNeverChangeAreCalledWhatTheyAre() throws IOException {
        String text = "block,x,reward\nA,3,1\nA,3,2\nA,3,1\n";
        Finding category =
                check(text, null, null, null, new FeatureBlock.OneHot("block")).get(0);
        assertThat(category.message()).isEqualTo("onehot block has one value only");
        assertThat(category.why()).contains("tells no states apart");
        Finding tiles = check(text, null, null, null, new FeatureBlock.Tiles(List.of("x"), List.of(), 2, List.of(2), 0))
                .get(0);
        assertThat(tiles.message()).isEqualTo("tiles: x is 3.0 in every row");
    }

    @Test
    void aLogWithoutAStepIsAWarning() throws IOException {
        for (String text : List.of("f,reward\n1,1\n", "f,reward,truncated\n1,1,true\n2,1,true\n")) {
            assertThat(check(text, null, null, null, feature("f")))
                    .filteredOn(finding -> finding.severity() == Finding.Severity.WARNING)
                    .extracting(Finding::check)
                    .containsExactly("no-steps");
        }
        assertThat(check("s,f,reward\na,1,1\nb,2,1\n", "s", null, null, feature("f")))
                .extracting(Finding::check)
                .containsExactly("no-steps");
        assertThat(check(
                        "s,t,f,reward,truncated\na,0,1,1,true\na,1,2,1,false\nb,0,3,1,false\nc,0,4,1,true\n",
                        "s",
                        "t",
                        null,
                        feature("f")))
                .as("each row is cut off or the last of its stream")
                .extracting(Finding::check)
                .containsExactly("no-steps");
        assertThat(check(
                        "s,t,f,reward,truncated\na,1,1,1,true\na,0,2,1,false\nb,0,3,1,false\nc,0,4,1,true\n",
                        "s",
                        "t",
                        null,
                        feature("f")))
                .as("the first row of a, which is the second in the file, leads to the next")
                .extracting(Finding::check)
                .containsExactlyInAnyOrder("unordered-time", "single-row-stream");
        assertThat(check("f,reward,truncated\n1,1,true\n2,1,true\n3,1,false\n", null, null, null, feature("f")))
                .extracting(Finding::check)
                .containsExactly("no-steps");
        assertThat(check("f,reward,truncated\n1,1,true\n2,1,false\n3,1,true\n", null, null, null, feature("f")))
                .isEmpty();
        assertThat(check("f,reward,terminated\n1,1,true\n2,1,true\n", null, null, null, feature("f")))
                .isEmpty();
    }

    @Test
    void aNegativeRatioIsAnError() throws IOException {
        List<Finding> findings = check("f,reward,rho\n1,1,0.5\n2,1,-0.25\n3,1,7\n", null, null, "rho", feature("f"));
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).check()).isEqualTo("ratio-range");
        assertThat(findings.get(0).severity()).isEqualTo(Finding.Severity.ERROR);
        assertThat(findings.get(0).message()).isEqualTo("ratio rho is not in the interval [0, ∞): -0.25");
        assertThat(findings.get(0).rows()).containsExactly(2L);
    }
}
