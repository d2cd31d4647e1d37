package io.emphatic.serve.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that have whole numbers first and decimals later: what is learned is what learn makes of the whole log. */
class NumberTypesTest {
    @TempDir
    private Path directory;

    private static String spec(String feature, String more) {
        return "stream: stream\norder: seq\nfeatures: [{bias: true}, '" + feature + "']\ndiscount: 0.9\n"
                + "predictions:\n  p: {algorithm: {name: td, step_size: 0.01}}\n" + more;
    }

    private static List<String> rows(int from, int to, boolean isWhole) {
        SplittableRandom random = new SplittableRandom(from);
        List<String> rows = new ArrayList<>();
        for (int seq = from; seq < to; seq++) {
            String x = random.nextInt(-9, 10) + (isWhole ? "" : ".5");
            rows.add("{\"stream\":\"a\",\"seq\":" + seq + ",\"x\":" + x + ",\"reward\":" + random.nextInt(5) + "}");
        }
        return rows;
    }

    private PredictionService open(String spec) throws IOException {
        DataDirectory data = DataDirectory.open(directory, "spec.yaml", spec);
        data.close(); // its lock is for other programs
        return PredictionService.open(data.storage(), Steps.settings(spec, 1 << 20), warning -> {});
    }

    private Map<String, List<Double>> asLogged() throws IOException {
        Learning.Options options =
                new Learning.Options(null, null, null, 1, false, null, false, "", ProgressListener.NONE, true, null);
        try (Log log = Log.open(
                LogSource.files(directory.resolve("log").resolve("*.jsonl").toString()))) {
            Map<String, List<Double>> weights = new TreeMap<>();
            Learning.learn(log, SpecReader.read(directory.resolve("spec.yaml")).spec(), options)
                    .predictions()
                    .forEach(one -> weights.put(
                            one.name(), Arrays.stream(one.weights()).boxed().toList()));
            return weights;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "(x - 3) / 7", "x % 3 + abs(x)", "CASE WHEN x > 2 THEN x ELSE 1 END"})
    void decimalsMayComeLaterWhereAnExpressionMakesTheSameOfBoth(String feature) throws IOException {
        String spec = spec(feature, "");
        Map<String, List<Double>> weights;
        try (PredictionService service = open(spec)) {
            service.post(Steps.parsed(rows(0, 50, true)));
            service.post(Steps.parsed(rows(50, 100, false)));
            weights = Steps.weights(service);
        }
        assertThat(asLogged()).isEqualTo(weights);
        try (var files = Files.list(directory.resolve("snapshots"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        try (PredictionService service = open(spec)) {
            assertThat(Steps.weights(service)).isEqualTo(weights);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x // 2", "x * 0.1", "CAST(CAST(x AS VARCHAR) = ''3'' AS INTEGER)"})
    void decimalsThatWouldHaveChangedRowsBeforeAreRefusedUntilTheTypeIsDeclared(String feature) throws IOException {
        String spec = spec(feature, "");
        try (PredictionService service = open(spec)) {
            service.post(Steps.parsed(rows(0, 50, true)));
            assertThatThrownBy(() -> service.post(Steps.parsed(rows(50, 100, false))))
                    .isInstanceOfSatisfying(RefusedRequestException.class, e -> assertThat(e.reason())
                            .isEqualTo(Reason.UNUSABLE))
                    .hasMessageContaining("x was a whole number before")
                    .hasMessageContaining("columns:");
            service.post(Steps.parsed(rows(50, 60, true)));
            assertThat(asLogged()).isEqualTo(Steps.weights(service));
        }
        String declared = spec(feature, "columns: {x: DOUBLE}\n");
        try (PredictionService service = open(declared)) {
            service.post(Steps.parsed(rows(60, 100, false)));
            assertThat(asLogged()).isEqualTo(Steps.weights(service));
        }
    }

    private static List<String> flagged(String flag) {
        return rows(50, 60, true).stream()
                .map(row -> row.replaceFirst("\\}$", ",\"" + flag + "\":false}"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"terminated", "truncated"})
    void aFlagThatRowsBeforeDoNotHaveIsRefusedSoThatTheLogCanBeReadAgain(String flag) throws IOException {
        try (PredictionService service = open(spec("x", ""))) {
            service.post(Steps.parsed(rows(0, 50, true)));
            assertThatThrownBy(() -> service.post(Steps.parsed(flagged(flag))))
                    .isInstanceOf(RefusedRequestException.class)
                    .hasMessageStartingWith(flag + " has come for the first time")
                    .hasMessageContaining("coalesce(" + flag + ", false)");
            assertThat(asLogged()).isEqualTo(Steps.weights(service));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"terminated", "truncated"})
    void aDeclaredFlagMayBeMissing(String flag) throws IOException {
        String spec = spec("x", "columns: {" + flag + ": BOOLEAN}\n" + flag + ": coalesce(" + flag + ", false)\n");
        try (PredictionService service = open(spec)) {
            service.post(Steps.parsed(rows(0, 50, true)));
            service.post(Steps.parsed(flagged(flag)));
            assertThat(asLogged()).isEqualTo(Steps.weights(service));
        }
    }

    @Test
    void rowsThatAreOnlyLookedAtDecideNothing() throws IOException {
        String spec = spec("x // 2", "");
        byte[] whole = Steps.body(rows(0, 3, true));
        byte[] refused = "{\"x\":1,\"reward\":1,\"seq\":1,\"stream\":\"a\"}{\"x\":null,\"reward\":1}"
                .getBytes(StandardCharsets.UTF_8);
        try (PredictionService service = open(spec)) {
            service.dryRun(StepParser.parse(whole, whole.length, true));
            assertThatThrownBy(() -> service.dryRun(StepParser.parse(refused, refused.length, true)))
                    .isInstanceOf(RefusedRequestException.class);
            assertThatThrownBy(() -> service.post(
                            Steps.parsed(List.of(rows(0, 1, true).get(0), "{\"stream\":\"b\",\"seq\":0,\"x\":null}"))))
                    .isInstanceOf(RefusedRequestException.class);
            service.post(Steps.parsed(rows(0, 50, false)));
            service.dryRun(StepParser.parse(whole, whole.length, true));
            service.post(Steps.parsed(rows(50, 100, true)));
            assertThat(asLogged()).isEqualTo(Steps.weights(service));
        }
    }

    @Test
    void aServiceThatHasOnlyLookedAtRowsEndsAndStartsAgain() throws IOException {
        String spec = spec("x // 2", "columns: {reward: DOUBLE}\n");
        byte[] whole = Steps.body(rows(0, 3, true));
        for (int start = 0; start < 2; start++) {
            try (PredictionService service = open(spec)) {
                assertThat(List.of(service.dryRun(StepParser.parse(whole, whole.length, true))
                                .values()))
                        .allSatisfy(row -> assertThat(row).containsOnly(0, Double.NaN));
            }
        }
    }

    @Test
    void wholeNumbersAndDecimalsOfOnePostAreDecimals() throws IOException {
        String spec = spec("x // 2", "");
        List<String> both = new ArrayList<>(rows(0, 50, true));
        both.addAll(rows(50, 100, false));
        try (PredictionService service = open(spec)) {
            service.post(Steps.parsed(both));
            service.post(Steps.parsed(rows(100, 150, true)));
            assertThat(asLogged()).isEqualTo(Steps.weights(service));
        }
    }
}
