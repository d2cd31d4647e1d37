package io.emphatic.flink.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Lines}. */
class LinesTest {
    private static Lines lines(byte[] bytes, int from) {
        return new Lines(new ByteArrayInputStream(bytes, from, bytes.length - from), from);
    }

    @Test
    void linesAndTheirPositionsAreThoseOfTheText() throws IOException {
        String longer = "é".repeat(200_000); // larger than the buffer
        byte[] bytes = ("a\r\n\nbé\n" + longer + "\nlast").getBytes(StandardCharsets.UTF_8);
        List<String> found = new ArrayList<>();
        List<Long> positions = new ArrayList<>();
        Lines lines = lines(bytes, 0);
        long position = 0;
        for (String line = lines.next(); line != null; line = lines.next()) {
            found.add(line);
            positions.add(position);
            position = lines.position();
        }
        assertThat(found).containsExactly("a", "", "bé", longer, "last");
        assertThat(positions).containsExactly(0L, 3L, 4L, 8L, 400_009L);
        for (int k = 0; k < positions.size(); k++) {
            assertThat(lines(bytes, Math.toIntExact(positions.get(k))).next()).isEqualTo(found.get(k));
        }
        assertThat(Arrays.copyOfRange(bytes, Math.toIntExact(positions.get(4)), bytes.length))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("last");
    }
}
