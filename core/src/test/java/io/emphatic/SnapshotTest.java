package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Experience.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotTest {
    @TempDir
    private Path folder;

    private Learner learner;
    private byte[] whole;

    @BeforeEach
    void learnSomething() throws IOException {
        learner = new Etd(StepSize.constant(0.01), Limits.clip(0.5)).learner(new double[] {1, 2, 3});
        LearnerContractTest.log(71, Kind.DENSE, 3).play(Kind.DENSE, learner::update);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        learner.snapshot().write(out);
        whole = out.toByteArray();
    }

    private static Snapshot read(byte[] bytes) throws IOException {
        return Snapshot.read(new ByteArrayInputStream(bytes));
    }

    @Test
    void aSnapshotTellsAlgorithmAndSteps() throws IOException {
        Snapshot snapshot = read(whole);
        assertThat(snapshot.algorithm()).isEqualTo("etd");
        assertThat(snapshot.steps()).isEqualTo(learner.steps()).isPositive();
        Learner restored = snapshot.restore();
        assertThat(restored.config()).isEqualTo(learner.config());
        assertThat(restored.weights()).isEqualTo(learner.weights());
        restored.reset();
        assertThat(restored.weights()).containsExactly(1, 2, 3);
    }

    @Test
    void aSnapshotIsIndependentOfItsLearner() {
        Snapshot snapshot = learner.snapshot();
        double[] before = learner.weights();
        LearnerContractTest.log(72, Kind.DENSE, 3).play(Kind.DENSE, learner::update);
        assertThat(learner.weights()).isNotEqualTo(before);
        assertThat(snapshot.restore().weights()).isEqualTo(before);
        Learner one = snapshot.restore();
        LearnerContractTest.log(72, Kind.DENSE, 3).play(Kind.DENSE, one::update);
        assertThat(snapshot.restore().weights()).isEqualTo(before);
    }

    @Test
    void aSnapshotTruncatedAnywhereIsRefused() {
        for (int length = 0; length < whole.length; length++) {
            byte[] truncated = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(truncated))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("(?s).*(not a snapshot|truncated or damaged).*");
        }
    }

    @Test
    void aSnapshotWithADamagedByteIsRefused() {
        for (int k = 0; k < whole.length; k++) {
            byte[] damaged = whole.clone();
            damaged[k] ^= 0x10;
            assertThatThrownBy(() -> read(damaged)).as("byte %d", k).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aFileThatIsNoSnapshotIsRefusedByName() throws IOException {
        Path file = folder.resolve("notes.txt");
        Files.write(file, "EMPHASIS is not what this is".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> Snapshot.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": this is not a snapshot of a learner");
    }

    @Test
    void aSnapshotOfANewerFormatIsRefused() {
        byte[] newer = whole.clone();
        newer[11] = 9;
        assertThatThrownBy(() -> read(newer))
                .hasMessage("the snapshot has format version 9, this program reads version 6");
    }

    @Test
    void bytesBehindTheEndOfASnapshotAreRefused() throws IOException {
        Path file = folder.resolve("learner");
        Files.write(file, Arrays.copyOf(whole, whole.length + 1));
        assertThatThrownBy(() -> Snapshot.read(file)).hasMessageContaining("bytes behind its end");
    }

    @Test
    void aMissingSnapshotFileIsNamed() {
        Path file = folder.resolve("nowhere");
        assertThatThrownBy(() -> Snapshot.read(file)).hasMessage(file + ": there is no such file");
    }

    @Test
    void writingReplacesTheOldFileAndLeavesNothingElse() throws IOException {
        Path file = folder.resolve("learner");
        Files.writeString(file, "old");
        learner.snapshot().write(file);
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
        try (var entries = Files.list(folder)) {
            assertThat(entries).containsExactly(file);
        }
    }

    @Test
    void aFailedWriteKeepsTheOldFileAndLeavesNothingElse() throws IOException {
        Path file = folder.resolve("occupied");
        Files.createDirectories(file.resolve("by something")); // cannot be replaced by a file
        assertThatThrownBy(() -> learner.snapshot().write(file)).isInstanceOf(IOException.class);
        try (var entries = Files.list(folder)) {
            assertThat(entries).containsExactly(file);
        }
        assertThat(file.resolve("by something")).exists();
    }

    @Test
    void aSnapshotWithNumbersThatAreNotFiniteIsRefused() {
        java.util.Map<String, double[]> arrays =
                new java.util.HashMap<>(learner.snapshot().arrays());
        arrays.put("weights", new double[] {0, Double.NaN, 0});
        Snapshot wrong = new Snapshot("etd", learner.config().parameters(), 1, -1, new double[3], arrays);
        assertThatThrownBy(wrong::restore).hasMessageContaining("its weights holds a number that is not finite");
    }

    @Test
    void aSnapshotOfAnotherShapeIsRefused() {
        Snapshot wrong = new Snapshot(
                "etd",
                learner.config().parameters(),
                1,
                -1,
                new double[3],
                Map.of("weights", new double[2], "memory", new double[1]));
        assertThatThrownBy(wrong::restore)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the snapshot does not fit etd");
    }
}
