package io.emphatic.logs.sql;

import io.emphatic.documents.text.Numbers;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cells of single lines of CSV. */
public final class CsvCells {
    private static final String DELIMITERS = ",;\t|";
    private static final char NONE = '\0';

    private final char delimiter;
    private final char quote;
    private final String nullText;
    private final List<String> names;

    private CsvCells(char delimiter, char quote, String nullText, String header) {
        this.delimiter = delimiter;
        this.quote = quote;
        this.nullText = nullText;
        this.names = split(header);
    }

    /** As a dialect says, and otherwise with the delimiter that is the most frequent in the header. */
    public static CsvCells of(CsvDialect dialect, String header) {
        String quote = dialect.quote() == null ? "\"" : dialect.quote();
        return new CsvCells(
                dialect.delimiter() == null
                        ? mostFrequent(header)
                        : dialect.delimiter().charAt(0),
                quote.isEmpty() ? NONE : quote.charAt(0),
                dialect.nullText(),
                header);
    }

    List<String> names() {
        return names;
    }

    /** The values of a line by name; null where there is none. Refuses another number of values, or an open quote. */
    public Map<String, String> row(String line) {
        if (isOpen(line)) {
            throw new IllegalArgumentException("a quote is not closed in the line");
        }
        List<String> values = split(line);
        if (values.size() != names.size()) {
            throw new IllegalArgumentException("the line has " + Numbers.count(values.size(), "value")
                    + " where the header has " + Numbers.count(names.size(), "name"));
        }
        Map<String, String> row = new HashMap<>(2 * names.size());
        for (int k = 0; k < values.size(); k++) {
            String value = values.get(k);
            row.put(names.get(k), value.isEmpty() || value.equals(nullText) ? null : value);
        }
        return row;
    }

    private static char mostFrequent(String header) {
        Comparator<Integer> byCount = Comparator.comparingLong(
                one -> header.chars().filter(c -> c == one).count());
        return (char) DELIMITERS.chars().boxed().max(byCount).orElseThrow().intValue(); // the first of the same
    }

    /** Whether a quote is open at the end of a text, so that it continues in the next line. */
    public boolean isOpen(String text) {
        return quote != NONE && text.chars().filter(c -> c == quote).count() % 2 != 0;
    }

    private List<String> split(String text) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            if (c == quote && quote != NONE) {
                if (quoted && k + 1 < text.length() && text.charAt(k + 1) == quote) {
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

    /** What is wrong with the first line that ends with LF where the first ended with CR LF, or the reverse. */
    private static String otherLineEnd(InputStream bytes) throws IOException {
        long line = 0;
        boolean isFirst = false;
        int before = 0;
        for (int c = bytes.read(); c >= 0; c = bytes.read()) {
            if (c == '\n') {
                boolean hasReturn = before == '\r';
                isFirst = line == 0 ? hasReturn : isFirst;
                line++;
                if (hasReturn != isFirst) {
                    return "line 1 ends with " + (isFirst ? "CR LF" : "LF") + ", line " + line + " with "
                            + (isFirst ? "LF" : "CR LF") + ": make them the same";
                }
            }
            before = c;
        }
        return "";
    }

    /** What is wrong with the first line that has not as many values as the header; empty if none is found. */
    static String fault(Path file, CsvDialect dialect) {
        try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
                BufferedReader lines = Files.newBufferedReader(file)) {
            String header = lines.readLine();
            if (header == null) {
                return "it is empty";
            }
            CsvCells cells = of(dialect, header);
            int names = cells.names().size();
            int number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int first = ++number;
                while (cells.isOpen(line)) {
                    String more = lines.readLine();
                    number++;
                    if (more == null) {
                        return "a quote in line " + first + " is never closed";
                    }
                    line += "\n" + more;
                }
                int values = line.isBlank() ? names : cells.split(line).size();
                if (values != names) {
                    return "line " + first + " has " + Numbers.count(values, "value") + " where the header has "
                            + Numbers.count(names, "name") + "\n  "
                            + line;
                }
            }
            return otherLineEnd(bytes);
        } catch (CharacterCodingException e) {
            return "it is not text in UTF-8";
        } catch (IOException e) {
            return "";
        }
    }
}
