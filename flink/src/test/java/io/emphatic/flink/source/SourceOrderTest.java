package io.emphatic.flink.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.flink.state.Wire.TextLine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceOrderTest {
    private static final long LARGE = 5_000_000_000_000L;

    private static long number(SourceOrder order, String source, long position) {
        return order.number(new TextLine(source, position, null, "{}"));
    }

    @Test
    void filesComeByNameAndTheirLinesByPosition() {
        Path a = Path.of("log a", "a.csv").toAbsolutePath();
        Path b = Path.of("log a", "b.csv").toAbsolutePath();
        SourceOrder order = SourceOrder.ofFiles(List.of(b, a, b));
        assertThat(List.of(
                        number(order, a.toString(), 0),
                        number(order, a.toString(), LARGE),
                        number(order, b.toString(), 0),
                        number(order, b.toString(), LARGE)))
                .isSorted()
                .doesNotHaveDuplicates()
                .allMatch(number -> number >= 0);
    }

    @Test
    void partitionsComeByNumberAndNotByText() {
        SourceOrder order = SourceOrder.ofPartitions();
        assertThat(List.of(
                        number(order, "topic/2", LARGE),
                        number(order, "topic/10", 0),
                        number(order, "topic/10", 1),
                        number(order, "topic/11", 0)))
                .isSorted()
                .doesNotHaveDuplicates();
    }
}
