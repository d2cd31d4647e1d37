package io.emphatic.documents.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** A table for a terminal, two blanks between columns, or for Markdown. */
public final class TextTable {
    private static final String GAP = "  ";

    private final String alignment;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param alignment a letter per column: {@code l} sets it to the left, {@code r} to the right */
    public TextTable(String alignment) {
        this.alignment = alignment;
    }

    /** The usual table: headings first, the first column to the left, numbers to the right. */
    public static TextTable of(List<List<String>> rows) {
        TextTable table = new TextTable("l" + "r".repeat(rows.get(0).size() - 1));
        rows.forEach(table::add);
        return table;
    }

    public TextTable add(List<String> cells) {
        rows.add(List.copyOf(cells));
        return this;
    }

    public TextTable add(String... cells) {
        return add(List.of(cells));
    }

    public void print(PrintWriter out) {
        print(GAP, out);
    }

    /**
     * Prints the rows, indented by two blanks, in lines of at most this width: columns that do not fit follow below,
     * after an empty line, with the first column beside them once more.
     */
    public void printWithin(int width, PrintWriter out) {
        int[] widths = widths();
        int from = 1;
        while (from < widths.length || widths.length == 1) {
            int used = GAP.length() + widths[0];
            int to = from;
            while (to < widths.length && (to == from || used + GAP.length() + widths[to] <= width)) {
                used += GAP.length() + widths[to++];
            }
            TextTable part = new TextTable(alignment.charAt(0) + alignment.substring(from, to));
            for (List<String> row : rows) {
                List<String> cells = new ArrayList<>(row.subList(from, to));
                cells.add(0, row.get(0));
                part.add(cells);
            }
            if (from > 1) {
                out.println();
            }
            part.print(out);
            if (to == widths.length) {
                return;
            }
            from = to;
        }
    }

    private int[] widths() {
        int[] widths = new int[alignment.length()];
        for (List<String> row : rows) {
            for (int k = 0; k < widths.length; k++) {
                widths[k] = Math.max(widths[k], width(row.get(k)));
            }
        }
        return widths;
    }

    public void print(String indent, PrintWriter out) {
        int[] widths = widths();
        for (List<String> row : rows) {
            StringJoiner line = new StringJoiner(GAP, indent, "");
            for (int k = 0; k < widths.length; k++) {
                String blanks = " ".repeat(widths[k] - width(row.get(k)));
                line.add(alignment.charAt(k) == 'l' ? row.get(k) + blanks : blanks + row.get(k));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    /** Prints the rows as Markdown; the first is the heading. */
    public void printMarkdown(PrintWriter out) {
        for (int r = 0; r < rows.size(); r++) {
            out.println("| " + String.join(" | ", rows.get(r)) + " |");
            if (r == 0) {
                out.println("|" + alignment.replace("l", "---|").replace("r", "---:|"));
            }
        }
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
