package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkFileTest {
    private static final Result RESULT = new Result(
            new Setting("td", Map.of("step_size", 0.1)),
            new double[] {1, Double.NaN},
            new double[] {2, Double.NaN},
            new long[] {-1, 7},
            new double[] {3, Double.NaN, 5},
            new double[] {0.5, Double.NaN, 0.25},
            new int[] {0, 1, 1},
            new double[][] {{3, 4, 5}, {3, Double.NaN, Double.NaN}});

    @Test
    void resultsReadBackToTheBit(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("a.chunk"), ResultStore.ChunkFile.encode("here", List.of(RESULT)));
        List<Result> results = ResultStore.ChunkFile.read(file, "here").orElseThrow();
        assertThat(results).hasSize(1);
        Result result = results.get(0);
        assertThat(result.setting()).isEqualTo(RESULT.setting());
        assertThat(result.auc()).containsExactly(RESULT.auc());
        assertThat(result.last()).containsExactly(RESULT.last());
        assertThat(result.divergedAt()).containsExactly(RESULT.divergedAt());
        assertThat(result.mean()).containsExactly(RESULT.mean());
        assertThat(result.squares()).containsExactly(RESULT.squares());
        assertThat(Arrays.deepEquals(result.curves(), RESULT.curves())).isTrue();
        assertThat(result.diverged()).containsExactly(RESULT.diverged());
    }

    @Test
    void resultsOfOtherExperienceAreNotRead(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("a.chunk"), ResultStore.ChunkFile.encode("here", List.of(RESULT)));
        assertThat(ResultStore.ChunkFile.read(file, "here seeds=fresh")).isEmpty();
    }
}
