package io.emphatic.logs.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.emphatic.logs.Table;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.spec.TuningSpec;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.tuning.Tuning.TuningOptions;
import io.emphatic.logs.tuning.TuningReport.RankedCandidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log of several chunks. */
class TuningTest {
    private static final int ROWS = 12_000;

    private static final String SPEC = """
            stream: ep
            order: t
            features: [f0, f1, f2]
            behaviour: mu
            target: pi
            cumulant: r
            discount: gamma * 0.9
            lambda: lambda
            interest: interest
            predictions:
              value:
                candidates:
                  etd: {step_size: {powers_of_two: [-20, 0]}}
                  td: {step_size: [0.001, 100], lambda: [0, 0.9]}
                  gtd: {step_size: {powers_of_two: [-12, -1]}, eta: [0.1, 1]}
                  wis-etd: {initial_usage: [1, 10]}
                  true-online-td: {step_size: 0.001}
                  features: {all: [f0, f1, f2], some: [f2]}
              other:
                cumulant: f0
                candidates: {td: {step_size: {powers_of_two: [-9, -5]}}}
            """;

    @TempDir
    private Path directory;

    private String log;
    private Path spec;

    @BeforeEach
    void writeALogAndASpec() throws IOException {
        log = Table.random(77, ROWS).write(directory);
        spec = Files.writeString(directory.resolve("spec.yaml"), SPEC);
    }

    private TuningReport tune(TuningOptions options) throws IOException {
        try (Log source = Log.open(log)) {
            return Tuning.tune(source, TuningSpec.read(spec), options);
        }
    }

    private TuningOptions saving(long every, boolean resume, ProgressListener progress) {
        return new TuningOptions(null, null, directory.resolve("saved"), every, resume, "", progress);
    }

    /** Every number by its bits: a record's text shows each double so that it can be told from all others. */
    private static String bits(TuningReport report) {
        return report.predictions().toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"f1", "f0"})
    void aChosenSpecHasOneSetOfFeatures(String other) throws IOException {
        String own = "{candidates: {td: {step_size: 0.001}, features: {%s: [%s]}}}";
        Files.writeString(
                spec,
                SPEC.substring(0, SPEC.indexOf("predictions:")) + "predictions:\n  one: " + own.formatted("a", "f0")
                        + "\n  two: " + own.formatted("b", other) + "\n");
        if (other.equals("f0")) {
            Tuning.requireOneFeatureSet(TuningSpec.read(spec));
            TuningReport report = tune(TuningOptions.NONE);
            assertThat(ChosenSpec.yaml(spec, directory.resolve("chosen.yaml"), report))
                    .contains("- f0");
        } else {
            assertThatThrownBy(() -> Tuning.requireOneFeatureSet(TuningSpec.read(spec)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a model has one set, as a spec has");
        }
    }

    @Test
    void groupsOnThreadsGiveTheSameBitsWheneverTheyRun() throws IOException {
        String once = bits(tune(TuningOptions.NONE));
        assertThat(once).contains("divergedAt=OptionalLong[").isEqualTo(bits(tune(TuningOptions.NONE)));
        assertThat(bits(tune(saving(1_000, false, ProgressListener.NONE))))
                .as("one group at a time waits for the others at every checkpoint")
                .isEqualTo(once);
    }

    @ParameterizedTest
    @ValueSource(longs = {700, 3_000, 7_001})
    void aRunThatIsInterruptedAndResumedEndsWithTheSameBits(long every) throws IOException {
        String whole = bits(tune(TuningOptions.NONE));
        for (long stopAt : new long[] {every, 8_000, ROWS}) {
            assertThatThrownBy(() -> tune(saving(every, true, (rows, of) -> {
                        if (rows >= stopAt) {
                            throw new IllegalStateException("killed");
                        }
                    })))
                    .hasMessage("killed");
        }
        assertThat(bits(tune(saving(every, true, ProgressListener.NONE)))).isEqualTo(whole);
    }

    @Test
    void aCheckpointOfOtherCandidatesIsNotResumedFrom() throws IOException {
        tune(saving(1_000, false, ProgressListener.NONE));
        Files.writeString(spec, SPEC.replace("eta: [0.1, 1]", "eta: [0.1, 2]"));
        assertThatThrownBy(() -> tune(saving(1_000, true, ProgressListener.NONE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("belongs to another spec");
    }

    @Test
    void aLogThatCannotBeLearnedFromIsRefusedAsLearningDoes() throws IOException {
        Path broken = Path.of(log);
        Files.writeString(broken, Files.readString(broken) + "100000,1,0,0,0,0,1,0,0.5,0.5,1,false,false\n");
        assertThatThrownBy(() -> tune(TuningOptions.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be used")
                .hasMessageContaining("mu");
    }

    /** The rule of {@code learn}, in every pass; and the step sizes that are tried by default do not follow it. */
    @ParameterizedTest
    @ValueSource(strings = {SPEC, "SPEC without candidates"})
    void aRowBeyondWhatWasShownDecidesNothing(String text) throws IOException {
        Files.writeString(
                spec,
                text.equals(SPEC)
                        ? SPEC
                        : SPEC.substring(0, SPEC.indexOf("predictions:")) + "predictions: {value: {}}");
        Table table = Table.random(77, ROWS);
        for (double value : new double[] {1e4, 1e140}) {
            log = table.glitched(ROWS, value).write(directory);
            TuningReport glitched = tune(TuningOptions.NONE);
            log = table.withoutGlitches(ROWS).write(directory);
            TuningReport clean = tune(TuningOptions.NONE);
            assertThat(glitched.findings().get(0).message())
                    .isEqualTo("1 row beyond what the rows before have shown (f0 1), not learned from");
            for (int p = 0; p < clean.predictions().size(); p++) {
                RankedCandidate best = clean.predictions().get(p).best().orElseThrow();
                RankedCandidate found = glitched.predictions().get(p).best().orElseThrow();
                assertThat(found.candidate()).isEqualTo(best.candidate());
                assertThat(found.score()).isCloseTo(best.score(), withinPercentage(1));
            }
        }
    }
}
