package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The mean |δ| of each tenth. */
class ErrorDiagnosticsTest {
    @Test
    void aTenthBeginsWithItsFirstRow() {
        RunningPrediction.ErrorDiagnostics errors = new RunningPrediction.ErrorDiagnostics(20, 1);
        for (int row = 0; row < 20; row++) {
            errors.learned(0, row % 2 == 0 ? row : -row, 0, row);
        }
        assertThat(errors.means(0)).containsExactly(0.5, 2.5, 4.5, 6.5, 8.5, 10.5, 12.5, 14.5, 16.5, 18.5);
    }
}
