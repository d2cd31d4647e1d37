package io.emphatic.logs.evaluating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberFileTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 32_767, 32_768, 32_769, 200_000})
    void whatIsWrittenIsReadInTheSameOrder(int total) throws IOException {
        double[] numbers = new SplittableRandom(total).doubles(total).toArray();
        try (NumberFile file = NumberFile.in(directory, total)) {
            for (int at = 0, some = 1; at < total; at += some, some = some * 2 + 1) {
                int count = Math.min(some, total - at);
                file.write(Arrays.copyOfRange(numbers, at, at + count), count);
            }
            file.rewind();
            double[] first = new double[total / 3];
            double[] rest = new double[total - first.length];
            file.read(first, first.length);
            file.read(rest, rest.length);
            assertThat(first).isEqualTo(Arrays.copyOf(numbers, first.length));
            assertThat(rest).isEqualTo(Arrays.copyOfRange(numbers, first.length, total));
            assertThatThrownBy(() -> file.read(new double[1], 1)).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void nothingIsLeftInTheDirectory() throws IOException {
        try (NumberFile file = NumberFile.in(directory, 10)) {
            file.write(new double[100_000], 100_000);
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void whatIsClearedIsGone() throws IOException {
        try (NumberFile file = NumberFile.in(directory, 10)) {
            file.write(new double[4_000_000], 4_000_000);
            file.clear();
            assertThatThrownBy(() -> {
                        file.rewind();
                        file.read(new double[1_000_000], 1_000_000);
                    })
                    .isInstanceOf(EOFException.class);
        }
    }

    @Test
    void thereIsNoFileWhereItWouldTakeMoreThanHalfTheDisk() throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        assertThat(NumberFile.in(directory, free)).isNull();
    }

    @Test
    void thereIsNoFileInADirectoryThatIsNotThere() {
        assertThat(NumberFile.in(directory.resolve("absent"), 10)).isNull();
    }
}
