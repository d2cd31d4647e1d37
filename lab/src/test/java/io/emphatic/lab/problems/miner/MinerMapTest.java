package io.emphatic.lab.problems.miner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MinerMapTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    'C D S'               | the map has no G (the gold, a cell of Block C): it needs exactly one
                    'G D A'               | the map has no S (the start, a cell of Block A): it needs exactly one
                    'G D S;# # A;# # S'   | the map has 2 cells S (the start, a cell of Block A) where it needs exactly one: row 1, cell 3, row 3, cell 3
                    'G D S;G # A'         | the map has 2 cells G (the gold, a cell of Block C) where it needs exactly one: row 1, cell 1, row 2, cell 1
                    'G # S;# # D'         | the gold cannot be reached from S: there is no way from row 1, cell 3 to row 1, cell 1
                    'G C S'               | the map has no cell of Block D: there would be no traps
                    'D G S'               | no cell of Block D can be reached from S without passing the gold
                    'G D S;;. A A'        | the map has an unknown letter: . (line 3, cell 1);A cell is one of S (start), G (gold), A, B, C, D (blocks) and # (wall).
                    'G d S'               | the map has an unknown letter: d (line 1, cell 2);Write it D.
                    'G D S;A A'           | the map is not a rectangle: line 2 has 2 cells where the first row has 3;Fill it up with # (wall).
                    ' ;'                  | the map is empty: it needs at least S, G and a cell of Block D
                    """)
    void whatIsNoMapIsRefusedWithItsPlace(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MinerMap.parse(text.replace(';', '\n')))
                .withMessageStartingWith(message.replace(';', '\n'));
    }

    @Test
    void blanksAndEmptyLinesCountForNothing() {
        assertThat(MinerMap.parse("\r\nGCCC\r\nD##B\r\n\r\nD # #B\r\n SAAA\r\n\r\n"))
                .hasToString("G C C C\nD # # B\nD # # B\nS A A A\n");
    }
}
