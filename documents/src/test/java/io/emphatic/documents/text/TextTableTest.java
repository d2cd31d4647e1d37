package io.emphatic.documents.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static List<String> printed(Consumer<PrintWriter> print) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        print.accept(out);
        out.flush();
        return text.toString().lines().toList();
    }

    @Test
    void theUsualTableHasItsFirstColumnToTheLeftAndNumbersToTheRight() {
        TextTable table = TextTable.of(List.of(List.of("policy", "value"), List.of("𝜋", "−1.25"), List.of("b", "3")));
        assertThat(printed(table::print)).containsExactly("  policy  value", "  𝜋       −1.25", "  b           3");
    }

    @Test
    void columnsAreSetAsAskedForWithoutBlanksAtTheEndOfALine() {
        TextTable table = new TextTable("rll").add("1", "etd", "").add("10", "tree-backup", "all");
        assertThat(printed(out -> table.print("", out))).containsExactly(" 1  etd", "10  tree-backup  all");
    }

    @Test
    void columnsThatDoNotFitFollowBelowWithTheFirstBesideThem() {
        TextTable table = TextTable.of(List.of(List.of("state", "td", "etd", "abtd"), List.of("a", "1", "2", "3")));
        assertThat(printed(out -> table.printWithin(17, out)))
                .containsExactly("  state  td  etd", "  a       1    2", "", "  state  abtd", "  a         3");
        // a column that is too wide by itself is printed all the same
        assertThat(printed(out -> table.printWithin(5, out))).hasSize(8).contains("  state  abtd");
        assertThat(printed(out -> table.printWithin(99, out))).isEqualTo(printed(table::print));
        TextTable single = TextTable.of(List.of(List.of("state")));
        assertThat(printed(out -> single.printWithin(99, out))).containsExactly("  state");
    }

    @Test
    void markdownSaysTheAlignmentBelowTheHeading() {
        TextTable table = new TextTable("lr").add("work", "µs").add("sparse", "1.2");
        assertThat(printed(table::printMarkdown)).containsExactly("| work | µs |", "|---|---:|", "| sparse | 1.2 |");
    }
}
