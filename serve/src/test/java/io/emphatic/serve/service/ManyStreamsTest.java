package io.emphatic.serve.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.documents.json.Json;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveLearners;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.serve.service.PostedSteps.PostedRow;
import io.emphatic.serve.service.PredictionChanges.Change;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.storage.DamagedDataException;
import io.emphatic.serve.storage.DiskStorage;
import io.emphatic.serve.storage.ExperienceLog;
import io.emphatic.serve.storage.FaultyStorage;
import io.emphatic.serve.storage.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots that are written while streams go on, streams that are let go, and snapshots of other logs. */
class ManyStreamsTest {
    private static final int STREAMS = 4300; // some have to rest

    @TempDir
    private Path directory;

    private static List<String> rows(long seq, int step) {
        List<String> rows = new ArrayList<>();
        for (int k = 0; k < STREAMS; k += step) {
            rows.add(PutBodies.row("s" + k, seq));
        }
        return rows;
    }

    /** As posts do: all rows are admitted before any is learned from. */
    private static void learn(LearnedState state, List<String> rows) throws IOException {
        PostedSteps steps = Steps.parsed(rows);
        List<LiveRow> evaluated = admit(state, steps);
        state.columns.add(steps);
        state.streams.commit();
        for (int k = 0; k < steps.size(); k++) {
            StreamTable.Stream stream = state.streams.find(steps.rows.get(k).stream());
            state.learn(stream, steps.rows.get(k), evaluated.get(k));
        }
    }

    private static List<LiveRow> admit(LearnedState state, PostedSteps steps) throws IOException {
        List<LiveRow> evaluated = state.evaluate(steps, false);
        for (int k = 0; k < steps.size(); k++) {
            String name = steps.rows.get(k).stream();
            assertThat(state.streams.admit(steps.rows.get(k))).isTrue();
            assertThat(state.refusal(name, evaluated.get(k))).isNull();
        }
        return evaluated;
    }

    private static LearnedState restored(SnapshotStore store, long rows, String spec) throws IOException {
        LearnedState restored = new LearnedState(AmendedSpec.parse("spec.yaml", spec));
        store.check(rows);
        store.read(rows, in -> {
            restored.restore(in.readInt(), in);
            return null;
        });
        return restored;
    }

    /** Of a log without rows. */
    private static SnapshotWriter writer(LearnedState state, FaultyStorage storage) throws IOException {
        ExperienceLog log = ExperienceLog.open(storage, 1 << 20, 0, null, (json, from, to, place) -> {});
        return new SnapshotWriter(state, log, new SnapshotStore(storage), text -> {});
    }

    /** Null if it could not be written. */
    private static SnapshotStore.Draft written(SnapshotWriter writer) {
        SnapshotStore.Draft done = null;
        while (writer.isDrafting()) {
            done = writer.write(System.nanoTime() + 1);
        }
        return done;
    }

    private static String seen(LearnedState state) {
        ServiceView view = new ServiceView(state, "0");
        return Json.line(view.predictions()) + Json.line(view.settled("on", 0)) + view.rows() + view.streams();
    }

    @ParameterizedTest
    @ValueSource(strings = {PutBodies.SPEC, PutBodies.SPEC + "stream: stream\nper: stream\n"})
    void aSnapshotIsOfTheMomentInWhichItBegan(String spec) throws IOException {
        FaultyStorage storage = new FaultyStorage();
        SnapshotStore store = new SnapshotStore(storage);
        try (LearnedState state = new LearnedState(AmendedSpec.parse("spec.yaml", spec))) {
            for (int seq = 0; seq < 4; seq++) {
                learn(state, rows(seq, 1));
            }
            SnapshotWriter writer = writer(state, storage);
            writer.begin();
            String before = seen(state);
            learn(state, rows(4, 3)); // every third stream goes on before it is written
            assertThat(writer.write(System.nanoTime() + 1)).isNull(); // some are
            learn(state, List.of(PutBodies.row("new", 0), PutBodies.row("s1", 4)));
            written(writer).publish();
            learn(state, rows(5, 3));
            try (LearnedState other = restored(store, 4 * STREAMS, spec)) {
                assertThat(seen(other)).isEqualTo(before);
                learn(other, rows(4, 3));
                learn(other, List.of(PutBodies.row("new", 0), PutBodies.row("s1", 4)));
                learn(other, rows(5, 3));
                assertThat(seen(other)).isEqualTo(seen(state));
            }
        }
    }

    @Test
    void streamsThatRestLearnAsIfTheyDidNot() throws IOException {
        AmendedSpec amended = AmendedSpec.parse("spec.yaml", PutBodies.SPEC + "stream: stream\norder: seq\n");
        Change change = new Change(0, "q", new ObjectMapper().readTree("{\"cumulant\":\"x\"}"));
        try (LearnedState state = new LearnedState(amended);
                LiveSpec spec = LiveSpec.of(amended.spec(), ColumnTypes.growing(Map.of()), null);
                LiveSpec changed = LiveSpec.of(change.apply(amended).spec(), ColumnTypes.growing(Map.of()), null)) {
            LiveLearners awake = new LiveLearners(spec);
            for (int seq = 0; seq < 4; seq++) {
                if (seq == 2) {
                    state.adopt(state.prepare(change), change);
                    awake = awake.with(changed);
                }
                if (seq == 0) { // rows that are admitted and taken back
                    admit(state, Steps.parsed(List.of(PutBodies.row("refused", 0))));
                    state.streams.takeBack(0);
                }
                learn(state, rows(seq, 1));
                PostedSteps steps = Steps.parsed(rows(seq, 1));
                (seq < 2 ? spec : changed).evaluate(steps, 0, steps.size(), 0).forEach(awake::learn);
            }
            for (String name : List.of("on", "off", "q")) {
                assertThat(state.now().learners().weights(name, null)).isEqualTo(awake.weights(name, null));
            }
            assertThat(state.now().learners().streams()).hasSizeLessThan(STREAMS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 6}) // some while it is drafted, the last when it is published
    void aSnapshotThatCannotBeWrittenLeavesNoFileOpen(int call) throws IOException {
        FaultyStorage storage = new FaultyStorage();
        try (LearnedState state = new LearnedState(AmendedSpec.parse("spec.yaml", PutBodies.SPEC))) {
            learn(state, rows(0, 16));
            SnapshotWriter writer = writer(state, storage);
            storage.failAt(call, FaultyStorage.Fault.FULL);
            writer.begin();
            SnapshotStore.Draft draft = written(writer);
            if (draft != null) {
                assertThatThrownBy(draft::publish).hasMessageContaining("No space");
            }
            assertThat(storage.open()).as("the log alone").isEqualTo(1);
        }
    }

    private static boolean forget(LearnedState state, int minute, long nanos) {
        long until = System.nanoTime() + nanos;
        return state.streams.forgetSilent(minute, until, state.now().resting()::forget);
    }

    @Test
    void aChangeDoesNotWaitForStreamsThatRest() throws IOException {
        AmendedSpec amended = AmendedSpec.parse("spec.yaml", PutBodies.SPEC);
        JsonNode prediction = new ObjectMapper().readTree("{\"cumulant\":\"x\"}");
        List<Change> changes = List.of(
                new Change(0, "q", prediction),
                new Change(0, "off", prediction), // in the place of another
                new Change(0, "q", null));
        try (LearnedState lazy = new LearnedState(amended);
                LearnedState eager = new LearnedState(amended)) {
            for (LearnedState state : List.of(lazy, eager)) {
                learn(state, rows(0, 1));
                learn(state, rows(1, 1));
                for (Change change : changes) {
                    state.adopt(state.prepare(change), change);
                    assertThat(state.hasChores()).isTrue();
                    while (state == eager && state.hasChores()) {
                        state.doChores(null);
                    }
                }
            }
            lazy.now().resting().convert(System.nanoTime() + 1_000_000); // some
            SnapshotWriter writer = writer(lazy, new FaultyStorage());
            writer.begin();
            learn(lazy, rows(2, 2));
            written(writer).publish(); // others as they are written
            learn(eager, rows(2, 2));
            List<String> odd = new ArrayList<>(rows(2, 1));
            odd.removeAll(rows(2, 2));
            learn(lazy, odd);
            learn(eager, odd);
            assertThat(seen(lazy)).isEqualTo(seen(eager));
        }
    }

    @Test
    void aStreamThatWasLetGoIsRefusedAndLeavesNothing() throws IOException {
        FaultyStorage storage = new FaultyStorage();
        SnapshotStore store = new SnapshotStore(storage);
        try (LearnedState state = new LearnedState(AmendedSpec.parse("spec.yaml", PutBodies.SPEC))) {
            learn(state, rows(0, 1));
            learn(state, rows(1, 1));
            String weights = Json.line(new ServiceView(state, "0").weights("off"));
            assertThat(forget(state, 0, Long.MAX_VALUE / 2)).isTrue();
            assertThat(new ServiceView(state, "0").streams()).isEqualTo(STREAMS);
            assertThat(forget(state, Integer.MAX_VALUE, 1)).isFalse(); // some in a moment, which no post waits for
            assertThat(new ServiceView(state, "0").streams()).isBetween(1, STREAMS - 1);
            assertThatThrownBy(() -> state.streams.admit(new PostedRow("s0", 2, 1, new byte[0])))
                    .hasMessageContaining("let go");
            assertThat(forget(state, Integer.MAX_VALUE, Long.MAX_VALUE / 2)).isTrue();
            assertThat(new ServiceView(state, "0").streams()).isZero();
            assertThat(Json.line(new ServiceView(state, "0").weights("off"))).isEqualTo(weights);
            learn(state, List.of(PutBodies.row("other", 0)));
            SnapshotWriter writer = writer(state, storage);
            writer.begin();
            written(writer).publish();
            try (LearnedState other = restored(store, 2 * STREAMS + 1, PutBodies.SPEC)) {
                for (LearnedState one : List.of(state, other)) {
                    assertThatThrownBy(() -> one.streams.admit(new PostedRow("s7", 2, 1, new byte[0])))
                            .isInstanceOfSatisfying(RefusedRequestException.class, e -> assertThat(e.reason())
                                    .isEqualTo(Reason.LET_GO));
                    learn(one, List.of(PutBodies.row("other", 1)));
                }
                assertThat(seen(other)).isEqualTo(seen(state));
            }
        }
    }

    @Test
    void aSnapshotOfAnotherDirectoryIsRefused() throws IOException {
        for (int seed = 0; seed < 2; seed++) {
            Path data = directory.resolve("d" + seed);
            try (PredictionService service =
                    PredictionService.open(new DiskStorage(data), Steps.settings(Steps.SPEC, 1 << 20), text -> {})) {
                service.post(Steps.parsed(Steps.rows(100, seed)));
            }
        }
        String name = SnapshotStore.name(100);
        Files.copy(
                directory.resolve("d0").resolve(name),
                directory.resolve("d1").resolve(name),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> PredictionService.open(
                        new DiskStorage(directory.resolve("d1")), Steps.settings(Steps.SPEC, 1 << 20), text -> {}))
                .isInstanceOf(DamagedDataException.class)
                .hasMessageContainingAll(name, "another log");
    }
}
