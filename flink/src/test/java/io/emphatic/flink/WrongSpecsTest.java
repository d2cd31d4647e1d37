package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong spec is refused by {@code flink learn} in the words of {@code learn}, before anything starts. */
class WrongSpecsTest {
    @TempDir
    private Path directory;

    private String log;

    @BeforeEach
    void writeLog() throws IOException {
        log = new PumpLog(3, 60, 1).writeCsv(directory.resolve("pumps.csv")).toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "stream: pump        | stream: pomp",
                "stream: pump        | stream: pump, pomp",
                "stream: pump        | stream: ''",
                "stream: pump        | stream: [pump",
                "stream: pump        | stream: {pump: 1}",
                "order: t            | order: time",
                "order: t            | order: t +",
                "order: t            | order: now()",
                "order: t            | order: {by: t, step: 0}",
                "per: stream         | per: pump",
                "per: stream         | pre: stream",
                "t: BIGINT           | t: BIGIN",
                "t: BIGINT           | tt: BIGINT",
                "features: [1,       | features: [1, watr,",
                "features: [1,       | features: [1, pump + 1,",
                "features: [1,       | features: [1, sum(heat),",
                "features: [1,       | features: [1, `heat; DROP TABLE log`,",
                "features: [1,       | features: [1, (SELECT 1),",
                "features: [1,       | features: [1, random(),",
                "features: [1,       | features: [1, version(),",
                "features: [1,       | features: [1, epoch(now()),",
                "features: [1,       | features: [1, list_sum(range(1000000000)),",
                "features: [1,       | features: [1, read_text('/etc/passwd'),",
                "features: [1,       | features: [1, flor(heat),",
                "features: [1,       | features: [1, heat::REEL,",
                "features: [1,       | features: [1, {onehot: pomp},",
                "features: [1,       | features: [1, {tiles: {columns: [heat], tilings: 0, bins: [4]}},",
                "features: [1,       | features: [1, {hash: {column: pump, size: 0}},",
                "features: [1,       | features: [1, {heat: 1},",
                "behaviour: mu       | behaviour: nu",
                "behaviour: mu       | behaviour: 1.5",
                "behaviour: mu       | behaviour: TIMESTAMP '2024-01-01'",
                "discount: 0.9       | discount: 1.1",
                "discount: 0.9       | discount: gama",
                "target: pi,         | target: pie,",
                "lambda: 0.5,        | lambda: -1,",
                "name: etd,          | name: edt,",
                "step_size: 0.01     | step_size: -1",
                "step_size: 0.01     | stepsize: 0.01",
                "cumulant: reward    | cumulant: rewrad",
                "predictions:        | prediction:",
                "discount: 0.9       | discount: 0.9\\n---\\ndiscount: 0.9",
            })
    void theSameIsSaid(String right, String wrong) throws IOException {
        String yaml =
                PumpLog.DENSE.replaceFirst(Pattern.quote(right), Matcher.quoteReplacement(wrong.replace("\\n", "\n")));
        assertThat(yaml).isNotEqualTo(PumpLog.DENSE);
        Throwable learned = catchThrowable(() -> {
            Spec spec = PumpLog.spec(yaml, directory);
            OneProcess.learn(spec, Path.of(log), directory);
        });
        Throwable onFlink = catchThrowable(() -> {
            Spec spec = PumpLog.spec(yaml, directory);
            ScaleOutRuns.run(new ScaleOutRuns(spec, log, directory).plain("flink", 1, 0));
        });
        assertThat(learned).isNotNull();
        assertThat(learned.getMessage()).doesNotContain("Exception", "null");
        assertThat(onFlink).isNotNull().hasMessage(learned.getMessage());
    }
}
