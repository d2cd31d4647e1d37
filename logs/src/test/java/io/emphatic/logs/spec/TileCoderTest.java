package io.emphatic.logs.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.spec.FeatureBlock.Tiles;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which tiles of a unit square are active. */
class TileCoderTest {
    private static TileCoder coder(int dimensions, int tilings, int bins, int memory) {
        return new TileCoder(new Tiles(
                IntStream.range(0, dimensions).mapToObj(d -> "x" + d).toList(),
                Collections.nCopies(dimensions, List.of(0.0, 1.0)),
                tilings,
                Collections.nCopies(dimensions, bins),
                memory));
    }

    /**
     * Grid k is shifted by ((2d + 1)·k mod T)/T of a tile in dimension d: Miller &amp; Glanz (1996). With T = 4 and one
     * bin, x in the upper part of the tile belongs to the next one: x + shift ≥ 1.
     */
    @Test
    void gridsAreShiftedByOddMultiplesInEachDimension() {
        TileCoder coder = coder(3, 4, 1, 0);
        double[][] shifts = {{0, 0, 0}, {0.25, 0.75, 0.25}, {0.5, 0.5, 0.5}, {0.75, 0.25, 0.75}};
        for (double x = 0.125; x < 1; x += 0.25) {
            int[] tiles = encode(coder, x, x, x);
            for (int k = 0; k < 4; k++) {
                int tile = 0;
                for (double shift : shifts[k]) {
                    tile = 2 * tile + (x + shift >= 1 ? 1 : 0);
                }
                assertThat(tiles[k]).as("grid %d at %s", k, x).isEqualTo(8 * k + tile);
            }
        }
    }

    @Test
    void nearPointsShareTilesAndFarOnesDoNot() {
        TileCoder coder = coder(2, 8, 4, 0);
        assertThat(shared(coder, 0.5, 0.5, 0.5, 0.5)).isEqualTo(8);
        assertThat(shared(coder, 0.5, 0.5, 0.5 + 1.0 / 24, 0.5)).isBetween(6, 7);
        assertThat(shared(coder, 0.1, 0.1, 0.9, 0.9)).isZero();
        assertThat(shared(coder, 1.0, 0.2, 7.0, 0.2))
                .as("outside belongs to the edge")
                .isEqualTo(8);
    }

    @Test
    void noTwoTilingsHaveABorderAtTheSameValue() {
        TileCoder coder = coder(1, 8, 1, 0);
        int changes = 0;
        int[] before = encode(coder, 0.0);
        for (int k = 1; k <= 64; k++) {
            int[] now = encode(coder, k / 64.0);
            int changed = 0;
            for (int j = 0; j < 8; j++) {
                changed += now[j] == before[j] ? 0 : 1;
            }
            assertThat(changed).isLessThanOrEqualTo(1);
            changes += changed;
            before = now;
        }
        assertThat(changes).isEqualTo(8);
    }

    @Test
    void hashingIntoMemoryKeepsTheTilesOfOneStateApartAndIsTheSameEverywhere() {
        TileCoder coder = coder(2, 8, 100, 1024);
        assertThat(coder.size()).isEqualTo(1024);
        Random random = new Random(1);
        Set<Integer> used = new HashSet<>();
        for (int k = 0; k < 5_000; k++) {
            int[] tiles = encode(coder, random.nextDouble(), random.nextDouble());
            assertThat(tiles).doesNotHaveDuplicates().isSorted();
            Arrays.stream(tiles).forEach(used::add);
        }
        assertThat(used).hasSizeGreaterThan(1000);
        assertThat(encode(coder, 0.25, 0.75)).containsExactly(encode(coder, 0.25, 0.75));
    }

    private static int[] encode(TileCoder coder, double... point) {
        int[] tiles = new int[coder.active()];
        coder.encode(point, tiles, 0, 0);
        return tiles;
    }

    private static int shared(TileCoder coder, double x1, double y1, double x2, double y2) {
        int[] a = encode(coder, x1, y1);
        int[] b = encode(coder, x2, y2);
        return (int) IntStream.range(0, a.length).filter(k -> a[k] == b[k]).count();
    }
}
