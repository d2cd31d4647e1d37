package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.documents.source.Node;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultTablesTest {
    /** −∞ stands for a step size from the data. */
    @ParameterizedTest
    @CsvSource({
        "Infinity, inf",
        "-Infinity, auto",
        "NaN, ''",
        "0, 0",
        "0.25, 0.25",
        "1e-7, 0.0000001",
        "1e-8, 1.0E-8",
        "3e12, 3.0E12"
    })
    void aNumberIsWrittenAsAStudyFileTakesIt(Double value, String text) {
        assertThat(ResultTables.text(value)).isEqualTo(text);
        assertThat(Node.numberOrAuto(text).orElse(Double.NaN)).isEqualTo(value);
    }
}
