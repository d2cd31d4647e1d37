package io.emphatic.lab.problems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TwoStateReproductionTest {

    /** θ ← θ + 0.1 (2θ − θ), which is 1.1 θ, for both; ETD(0) then also θ ← θ + 0.1 · 2 (0 − 2θ), which is 0.6 θ. */
    @Test
    void interestAloneRunsAwayAndEmphasisDoesNot() {
        TwoStateReproduction result = TwoStateReproduction.run(12);
        assertThat(result.interestTd()).hasSize(13).startsWith(10);
        assertThat(result.etd()).hasSize(13).startsWith(10);
        for (int pass = 1; pass <= 12; pass++) {
            assertThat(result.interestTd()[pass]).isCloseTo(10 * Math.pow(1.1, pass), within(1e-11));
            assertThat(result.etd()[pass]).isCloseTo(10 * Math.pow(0.66, pass), within(1e-12));
        }
    }

    @Test
    void theFigureIsWritten(@TempDir Path directory) throws IOException {
        assertThat(TwoStateReproduction.run(5).write(directory.resolve("sub")))
                .contains(directory.resolve("sub/two-state.svg"))
                .allSatisfy(file -> assertThat(file).isNotEmptyFile());
    }

    @Test
    void noPassesIsNothingToShow() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TwoStateReproduction.run(0))
                .withMessage("passes is not in {1, …, 1000}: 0");
    }
}
