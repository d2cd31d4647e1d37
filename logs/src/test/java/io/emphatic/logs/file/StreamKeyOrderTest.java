package io.emphatic.logs.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys as bytes that an engine can sort without knowing what they mean. */
class StreamKeyOrderTest {
    private static final String[] LETTERS = {"", "a", "b", "\0", "é", "\uffee", "\ud83d\ude00"};

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void bytesThatAreWrittenInOrderAreComparedAsTheKeysAre(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<StreamKey> keys = new ArrayList<>();
        for (int k = 0; k < 200; k++) {
            keys.add(key(random));
        }
        for (StreamKey a : keys) {
            for (StreamKey b : keys) {
                int bytes = Arrays.compareUnsigned(ordered(a), ordered(b));
                assertThat(Integer.signum(bytes)).as(a + " and " + b).isEqualTo(Integer.signum(a.compareTo(b)));
            }
        }
    }

    private static StreamKey key(SplittableRandom random) {
        String text = letter(random) + letter(random) + letter(random);
        long whole = random.nextInt(-2, 3) * (random.nextBoolean() ? 1 : 1L << 60) + random.nextInt(2);
        double number = (random.nextInt(9) - 4) / 2.0 + 0.25;
        return switch (random.nextInt(5)) {
            case 0 -> StreamKey.of(text, whole);
            case 1 -> StreamKey.of(text, number);
            case 2 -> StreamKey.of(text, letter(random));
            case 3 -> StreamKey.of(text);
            default -> StreamKey.of(whole, text);
        };
    }

    private static String letter(SplittableRandom random) {
        return LETTERS[random.nextInt(LETTERS.length)];
    }

    private static byte[] ordered(StreamKey key) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        key.writeOrdered(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }
}
