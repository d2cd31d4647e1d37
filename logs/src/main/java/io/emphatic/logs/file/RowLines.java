package io.emphatic.logs.file;

import io.emphatic.documents.json.RecordJson;
import io.emphatic.logs.sql.CsvDialect;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows that come line by line, as CSV with a header or as JSON, of which nothing is read beyond the line that is asked
 * for. Cells of CSV are text, or null where they are empty.
 */
public final class RowLines {
    private static final String DELIMITERS = ",;\t|";

    private final BufferedReader lines;
    private final String nullText;
    private final char quote;
    private char delimiter;
    private List<String> header; // null before the first line, and for JSON
    private boolean json;
    private String line; // the one read last

    public RowLines(BufferedReader lines, CsvDialect dialect) {
        this.lines = lines;
        this.nullText = dialect.nullText();
        this.quote = dialect.quote() == null ? '"' : dialect.quote().isEmpty() ? '\0' : dialect.quote().charAt(0);
        this.delimiter = dialect.delimiter() == null ? '\0' : dialect.delimiter().charAt(0);
    }

    /** Moves to the next row; false at the end. Waits for it. */
    public boolean next() throws IOException {
        if (!nextLine()) {
            return false;
        }
        if (header == null && !json) {
            json = line.stripLeading().startsWith("{");
            if (!json) {
                String names = line.startsWith("\uFEFF") ? line.substring(1) : line;
                delimiter = delimiter == '\0' ? mostFrequent(names) : delimiter;
                header = cells(names);
                return nextLine();
            }
        }
        return true;
    }

    private boolean nextLine() throws IOException {
        do {
            line = lines.readLine();
        } while (line != null && line.isBlank());
        while (line != null && !line.stripLeading().startsWith("{") && isOpen(line)) {
            String more = lines.readLine(); // a line break in quotes
            if (more == null) {
                return true;
            }
            line += "\n" + more;
        }
        return line != null;
    }

    private boolean isOpen(String text) {
        return quote != '\0' && text.chars().filter(c -> c == quote).count() % 2 != 0;
    }

    private static char mostFrequent(String names) {
        char best = ',';
        long most = 0;
        for (char candidate : DELIMITERS.toCharArray()) {
            long count = names.chars().filter(c -> c == candidate).count();
            if (count > most) {
                best = candidate;
                most = count;
            }
        }
        return best;
    }

    /**
     * The values of the current row by column.
     *
     * @throws IllegalArgumentException if the line is no row
     */
    public Map<String, ?> row() {
        if (json) {
            Map<String, Object> row = new HashMap<>();
            Map<?, ?> read = RecordJson.read(Map.class, line);
            read.forEach((name, value) -> row.put(String.valueOf(name), value));
            return row;
        }
        List<String> cells = cells(line);
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException(
                    "the line has " + cells.size() + " values, and the header " + header.size() + " names");
        }
        Map<String, String> row = new HashMap<>();
        for (int k = 0; k < cells.size(); k++) {
            String cell = cells.get(k);
            row.put(header.get(k), cell.isEmpty() || cell.equals(nullText) ? null : cell);
        }
        return row;
    }

    private List<String> cells(String text) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            if (c == quote && quote != '\0') {
                boolean doubled = quoted && k + 1 < text.length() && text.charAt(k + 1) == quote;
                if (doubled) {
                    cell.append(c);
                    k++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == delimiter && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
