package io.emphatic.serve.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.serve.storage.FaultyStorage.Fault;
import io.emphatic.serve.storage.FaultyStorage.PowerLoss;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExperienceLogTest {
    private static final long SEGMENT = 150;

    private static ByteBuffer lines(int from, int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int k = from; k < from + count; k++) {
            byte[] json = row(k).getBytes(StandardCharsets.UTF_8);
            out.writeBytes(LogLine.seal(json, 0, json.length));
        }
        return ByteBuffer.wrap(out.toByteArray());
    }

    private static String row(int k) {
        return "{\"stream\":\"a\",\"seq\":" + k + ",\"x\":\"ü\"}";
    }

    private static List<String> read(Storage storage) throws IOException {
        List<String> rows = new ArrayList<>();
        ExperienceLog.open(
                        storage,
                        SEGMENT,
                        0,
                        null,
                        (json, from, to, place) -> rows.add(new String(json, from, to - from, StandardCharsets.UTF_8)))
                .close();
        return rows;
    }

    private static ExperienceLog open(Storage storage) throws IOException {
        return ExperienceLog.open(storage, SEGMENT, 0, null, (json, from, to, place) -> {});
    }

    private static FaultyStorage written(int rows) throws IOException {
        FaultyStorage storage = new FaultyStorage();
        try (ExperienceLog log = open(storage)) {
            for (int k = 0; k < rows; k++) {
                log.append(lines(k, 1), 1);
            }
        }
        return storage;
    }

    private static void assertRows(List<String> rows, int least) {
        assertThat(rows).hasSizeGreaterThanOrEqualTo(least);
        for (int k = 0; k < rows.size(); k++) {
            assertThat(rows.get(k)).isEqualTo(row(k));
        }
    }

    @Test
    void whatWasAppendedIsReadBackInOrderFromSegmentsNamedAfterTheirFirstRow() throws IOException {
        FaultyStorage storage = written(10);
        assertThat(storage.names())
                .containsExactly(
                        "log/steps-000000000000.jsonl", "log/steps-000000000004.jsonl", "log/steps-000000000008.jsonl");
        assertRows(read(storage), 10);
    }

    @Test
    void aLineHasItsRowAndAChecksumThatJsonReadersCanPassOver() throws IOException {
        String text = new String(written(1).bytes("log/steps-000000000000.jsonl"), StandardCharsets.UTF_8);
        assertThat(text).matches("\\{\"stream\":\"a\",\"seq\":0,\"x\":\"ü\",\"crc\":\\d+}\n");
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void whateverCallFailsWhatWasAcknowledgedIsThereAndTheLogGoesOn(Fault fault) throws IOException {
        long calls = written(10).calls();
        for (long call = 0; call < calls; call++) {
            for (int seed = 0; seed < 3; seed++) {
                FaultyStorage storage = new FaultyStorage().failAt(call, fault);
                int acknowledged = appendWhile(storage);
                FaultyStorage after = storage.afterPowerLoss(new SplittableRandom(seed));
                List<String> rows = read(after);
                assertRows(rows, acknowledged);
                try (ExperienceLog log = open(after)) {
                    log.append(lines(rows.size(), 2), 2);
                }
                assertRows(read(after), rows.size() + 2);
            }
        }
    }

    /** Appends ten rows, each again until it is taken, and returns how many were when the power went. */
    private static int appendWhile(FaultyStorage storage) {
        int acknowledged = 0;
        try {
            ExperienceLog log = reopened(storage);
            while (acknowledged < 10) {
                try {
                    log.append(lines(acknowledged, 1), 1);
                    acknowledged++;
                } catch (IOException e) {
                    storage.free();
                }
            }
        } catch (PowerLoss e) {
            // as it was meant
        }
        return acknowledged;
    }

    private static ExperienceLog reopened(FaultyStorage storage) {
        try {
            return open(storage);
        } catch (IOException e) {
            storage.free();
            return reopened(storage);
        }
    }

    @Test
    void aFullDiskRefusesUntilThereIsRoomAndLosesNothing() throws IOException {
        FaultyStorage storage = new FaultyStorage();
        ExperienceLog log = open(storage);
        log.append(lines(0, 1), 1);
        storage.failAt(0, Fault.FULL);
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> log.append(lines(1, 1), 1))
                    .isInstanceOfSatisfying(IOException.class, e -> assertThat(ExperienceLog.isFull(e))
                            .isTrue());
        }
        storage.free();
        log.append(lines(1, 1), 1);
        assertRows(read(storage), 2);
        assertThat(log.rows()).isEqualTo(2);
    }

    @Test
    void aTornLastLineIsDroppedWhereverItIsTorn() throws IOException {
        FaultyStorage whole = written(3);
        String name = whole.names().get(0);
        byte[] bytes = whole.bytes(name);
        int lastLine = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf('\n', bytes.length - 2) + 1;
        for (int size = lastLine; size < bytes.length; size++) {
            FaultyStorage torn = written(3);
            try (Storage.AppendedFile file = torn.append(name)) {
                file.truncate(size);
            }
            assertThat(read(torn)).hasSize(2);
            assertThat(torn.bytes(name)).as("others read it too").endsWith((byte) '\n');
            try (ExperienceLog log = open(torn)) {
                log.append(lines(2, 1), 1);
            }
            assertRows(read(torn), 3);
        }
    }

    @Test
    void everyOtherChangeOfAByteIsRefusedWithFileAndLine() throws IOException {
        FaultyStorage whole = written(10);
        for (String name : whole.names()) {
            byte[] bytes = whole.bytes(name);
            boolean isLast = name.equals(whole.names().get(2));
            for (int at = 0; at < bytes.length - (isLast ? 1 : 0); at++) {
                FaultyStorage damaged = written(10);
                damaged.flip(name, at);
                assertThatThrownBy(() -> read(damaged))
                        .as(name + " at " + at)
                        .isInstanceOf(DamagedDataException.class)
                        .hasMessageContaining(name)
                        .hasMessageContaining("copy");
            }
        }
    }

    @Test
    void aMissingSegmentIsRefused() throws IOException {
        FaultyStorage storage = written(10);
        storage.remove("log/steps-000000000004.jsonl");
        assertThatThrownBy(() -> read(storage))
                .isInstanceOf(DamagedDataException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void aLogThatEndsBeforeASnapshotIsRefused() throws IOException {
        FaultyStorage storage = written(3);
        assertThatThrownBy(() -> ExperienceLog.open(storage, SEGMENT, 4, null, (json, from, to, place) -> {}))
                .isInstanceOf(DamagedDataException.class)
                .hasMessageContaining("acknowledged rows are missing");
    }

    @Test
    void segmentsBeforeARowAreDeletedAndTheRestStays() throws IOException {
        FaultyStorage storage = written(10);
        try (ExperienceLog log = open(storage)) {
            log.deleteBefore(7);
            assertThat(log.firstRow()).isEqualTo(4);
            log.deleteBefore(100);
            assertThat(log.firstRow()).isEqualTo(8);
            log.append(lines(10, 1), 1);
        }
        assertThat(read(storage)).containsExactly(row(8), row(9), row(10));
    }
}
