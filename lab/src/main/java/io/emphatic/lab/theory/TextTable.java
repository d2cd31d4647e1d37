package io.emphatic.lab.theory;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns for a terminal: the first to the left, numbers to the right. */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(List<String> headings) {
        rows.add(headings);
    }

    public void add(List<String> cells) {
        rows.add(cells);
    }

    public void print(PrintWriter out) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int k = 0; k < widths.length; k++) {
                widths[k] = Math.max(widths[k], width(row.get(k)));
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(" ");
            for (int k = 0; k < widths.length; k++) {
                String blanks = " ".repeat(widths[k] - width(row.get(k)));
                line.append(' ')
                        .append(k == 0 ? row.get(k) + blanks : blanks + row.get(k))
                        .append(' ');
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
