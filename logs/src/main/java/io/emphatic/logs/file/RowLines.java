package io.emphatic.logs.file;

import io.emphatic.documents.json.RecordJson;
import io.emphatic.logs.sql.CsvCells;
import io.emphatic.logs.sql.CsvDialect;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Rows that come line by line, as CSV with a header or as JSON; nothing is read beyond the line asked for. */
public final class RowLines {
    private final BufferedReader lines;
    private final CsvDialect dialect;
    private CsvCells cells; // null before the first line, and for JSON
    private boolean json;
    private String line; // the one read last

    public RowLines(BufferedReader lines, CsvDialect dialect) {
        this.lines = lines;
        this.dialect = dialect;
    }

    /** Moves to the next row; false at the end. Waits for it. */
    public boolean next() throws IOException {
        if (!nextLine()) {
            return false;
        }
        if (cells == null && !json) {
            json = line.stripLeading().startsWith("{");
            if (!json) {
                String names = line.startsWith("\uFEFF") ? line.substring(1) : line;
                cells = CsvCells.of(dialect, names);
                return nextLine();
            }
        }
        return true;
    }

    private boolean nextLine() throws IOException {
        do {
            line = lines.readLine();
        } while (line != null && line.isBlank());
        while (line != null && cells != null && cells.isOpen(line)) {
            String more = lines.readLine(); // a line break in quotes
            if (more == null) {
                return true;
            }
            line += "\n" + more;
        }
        return line != null;
    }

    public Map<String, ?> row() {
        if (json) {
            Map<String, Object> row = new HashMap<>();
            try {
                Map<?, ?> read = RecordJson.read(Map.class, line);
                read.forEach((name, value) -> row.put(String.valueOf(name), value));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("it is not an object in valid JSON, with each name once", e);
            }
            return row;
        }
        return cells.row(line);
    }
}
