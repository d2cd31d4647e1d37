package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.Table;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.ShownRanges.ColumnRange;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows beyond what a log has shown are not learned from, and few others are taken for such. */
class ShownRangesTest {
    @TempDir
    private Path directory;

    private LearningReport learn(String csv, String spec, boolean asLogged) throws IOException {
        Path log = Files.writeString(directory.resolve("log.csv"), csv);
        Path file = Files.writeString(directory.resolve("spec.yaml"), spec);
        Learning.Options options = new Learning.Options(
                null, null, null, 1, false, null, false, "", Learning.Options.NONE.progress(), asLogged, null);
        try (Log source = Log.open(log.toString())) {
            return Learning.learn(source, SpecReader.read(file).spec(), options);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e6, -1e6, 1e300})
    void aRowBeyondIsLeftOutAsIfTheStreamWereCutBeforeIt(double glitch) throws IOException {
        Table table = Table.random(5, 6_000);
        try (Log log = Log.open(table.glitched(211, glitch).write(directory))) {
            LearningReport report = Learning.learn(
                    log,
                    Table.spec(
                            Table.prediction("td", "td", Map.of("step_size", 0.004)),
                            Table.prediction("etd", "etd", Map.of("step_size", 0.001))),
                    Learning.Options.NONE);
            assertThat(report.beyond()).isEqualTo(24);
            for (LearnedPrediction learned : report.predictions()) {
                assertThat(learned.weights())
                        .containsExactly(table.withoutGlitches(211).learnedBy(learned.config()));
                assertThat(learned.diagnostics().ratio().max()).isFinite();
                assertThat(Math.abs(learned.meanPrediction())).isLessThan(100);
            }
        }
    }

    /** v(x) = x / (1 − 0.9 · 0.8) for x' = 0.8 x + noise and the discount 0.9. */
    private static String walk(int rows, int every, double glitch) {
        Random random = new Random(3);
        StringBuilder csv = new StringBuilder("x,y\n");
        double x = 0;
        for (int k = 0; k < rows; k++) {
            boolean isGlitch = every > 0 && k % every == every - 1;
            csv.append(isGlitch ? glitch : x).append(',').append(x).append('\n');
            x = 0.8 * x + random.nextGaussian();
        }
        return csv.toString();
    }

    private static double error(LearningReport report) {
        assertThat(report.predictions().get(0).divergedAt()).isEmpty();
        return Math.abs(report.predictions().get(0).weights()[1] - 1 / (1 - 0.9 * 0.8));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e4, -1e7, 1e308})
    void oneAbsurdRowInTenThousandChangesTheErrorByLessThanAPercent(double glitch) throws IOException {
        String spec = """
                features: [{bias: true}, x]
                cumulant: y
                discount: 0.9
                predictions: {td: {algorithm: {name: td, step_size: 0.005}}}
                """;
        double clean = error(learn(walk(30_000, 0, 0), spec, true));
        LearningReport report = learn(walk(30_000, 10_000, glitch), spec, true);
        assertThat(report.beyond()).isEqualTo(3);
        assertThat(error(report)).isCloseTo(clean, Percentage.withPercentage(1));
        double without = error(learn(walk(30_000, 10_000, 1e4), spec + "ranges: none\n", true));
        assertThat(without).as("what the rule is for").isGreaterThan(10 * clean);
    }

    @Test
    void heavyTailsDriftsAndRareEventsAreHardlyEverTakenForAbsurd() throws IOException {
        Random random = new Random(1);
        StringBuilder csv = new StringBuilder("lognormal,pareto,drift,rare,level,clock\n");
        int rows = 30_000;
        for (int k = 0; k < rows; k++) {
            csv.append(String.format(
                    Locale.ROOT,
                    "%.6g,%.6g,%.6g,%d,%.6g,%d%n",
                    Math.exp(1.5 * random.nextGaussian()),
                    1 / (1 - random.nextDouble()),
                    k * 1e-3 + 0.1 * random.nextGaussian(),
                    random.nextInt(500) == 0 ? 100 : 0,
                    (k < 15_000 ? 0 : 1000) + random.nextGaussian(),
                    k));
        }
        LearningReport report = learn(csv.toString(), """
                features: [lognormal, pareto, drift, level, clock]
                cumulant: rare
                discount: 0.5
                predictions: {lstd: {algorithm: lstd}}
                """, true);
        Map<String, Long> beyond =
                report.ranges().stream().collect(Collectors.toMap(ColumnRange::name, ColumnRange::beyond));
        assertThat(beyond).containsEntry("lognormal", 0L).containsEntry("drift", 0L);
        assertThat(beyond).containsEntry("rare", 0L).containsEntry("clock", 0L);
        assertThat(beyond.get("pareto")).isLessThan(5); // whose mean is infinite
        assertThat(beyond.get("level")).isEqualTo(256); // then it is no accident
    }

    @ParameterizedTest
    @CsvSource({"'{x: [-20, 20]}', 3", "'{x: [-1e9, 1e9]}', 0", "'{x * 2: [-20, 20], x: [-1e9, 1e9]}', 3", "none, 0"})
    void aDeclaredRangeIsTheRule(String ranges, long beyond) throws IOException {
        String spec = """
                features: [{bias: true}, x]
                cumulant: y
                discount: 0.9
                ranges: %s
                predictions: {lstd: {algorithm: lstd}}
                """.formatted(ranges);
        assertThat(learn(walk(3_000, 1_000, 1e6), spec, true).beyond()).isEqualTo(beyond);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{x: [-20, 20]} | 3 rows outside of the range that the spec declares (x 3) | Declare a wider range",
                "{y: [-20, 20]} | 3 rows beyond what the rows before have shown (x 3) | ranges in the spec says",
                "{y: [-1, 9]} | rows outside of the range that the spec declares (y 9) or beyond what the rows before"
                        + " have shown (x 3) | ranges in the spec says"
            })
    void theFindingTellsDeclaredRangesFromShownOnes(String ranges, String message, String remedy) throws IOException {
        String spec = "features: [x]\n" + TD + "ranges: " + ranges + "\n";
        Finding finding = learn(walk(3_000, 1_000, 1e6), spec, true).findings().get(0);
        assertThat(finding.message().replaceAll("y [0-9]+", "y 9"))
                .contains(message)
                .endsWith(", not learned from");
        assertThat(finding.remedy()).startsWith(remedy);
    }

    private static final String TD = """
            cumulant: y
            discount: 0.9
            predictions: {td: {algorithm: {name: td, step_size: 0.005}}}
            """;

    /** 0 or 1, another every 100 rows; and a first event. */
    @ParameterizedTest
    @ValueSource(doubles = {1e4, -1e4, 1e149})
    void aColumnThatHardlyEverChangesHasAbsurdRowsToo(double glitch) throws IOException {
        StringBuilder csv = new StringBuilder("x,y\n");
        for (int k = 0; k < 20_000; k++) {
            csv.append(k == 10_000 ? glitch : k / 100 % 2)
                    .append(',')
                    .append(k == 19_000 ? 100 : 0)
                    .append('\n');
        }
        assertThat(learn(csv.toString(), "features: [x]\n" + TD, true).beyond()).isEqualTo(1);
    }

    @Test
    void whatIsSavedGoesOnAndNamesMayBeLong() throws IOException {
        Path log = Files.writeString(directory.resolve("log.csv"), "x,y\n0,1\n" + "1,1\n".repeat(300));
        Path next = Files.writeString(directory.resolve("next.csv"), "x,y\n1,1\n10000,1\n1,1\n");
        String feature = "x + " + " ".repeat(70_000) + "0";
        Path spec = Files.writeString(directory.resolve("spec.yaml"), "features: [\"" + feature + "\"]\n" + TD);
        Path model = directory.resolve("model.json");
        try (Log first = Log.open(log.toString());
                Log second = Log.open(next.toString())) {
            Learning.learn(first, SpecReader.read(spec).spec(), going(model, null));
            LearningReport report = Learning.learn(second, SpecReader.read(spec).spec(), going(null, model));
            assertThat(report.beyond()).isEqualTo(1);
            assertThat(report.ranges()).anyMatch(range -> range.name().length() > 70_000);
        }
    }

    private static Learning.Options going(Path model, Path from) {
        return new Learning.Options(
                null, model, null, 1, false, from, false, "", Learning.Options.NONE.progress(), true, null);
    }

    @Test
    void noRowOfThePumpsIsAbsurd() throws IOException {
        Path spec = Path.of("../examples/pumps/live.yaml");
        try (Log log = Log.open("../examples/pumps/pumps.csv")) {
            assertThat(Learning.learn(log, SpecReader.read(spec).spec(), Learning.Options.NONE)
                            .beyond())
                    .isZero();
        }
    }
}
