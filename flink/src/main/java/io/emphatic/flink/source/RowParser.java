package io.emphatic.flink.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.flink.state.Wire.TextLine;
import io.emphatic.logs.sql.CsvCells;
import io.emphatic.logs.sql.CsvDialect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a row of a line: texts of a line of CSV, values of a JSON object. */
public final class RowParser {
    private static final ObjectReader JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .readerFor(new TypeReference<Map<String, Object>>() {});

    private final CsvDialect dialect;
    private String header; // which cells and names are of
    private CsvCells cells;
    private List<String> names;

    public RowParser(CsvDialect dialect) {
        this.dialect = dialect;
    }

    /** @throws IllegalArgumentException if the line is malformed; the message says why */
    public Map<String, ?> parse(TextLine line) {
        return line.header() == null ? object(line.text()) : values(line);
    }

    private static Map<String, Object> object(String text) {
        try {
            Map<String, Object> values = JSON.readValue(text);
            if (values == null) {
                throw new IllegalArgumentException("the line is not a JSON object");
            }
            return values;
        } catch (MismatchedInputException e) {
            throw new IllegalArgumentException("the line is not a JSON object", e);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the line is not a JSON object: " + SourceReader.fault(e), e);
        }
    }

    private Map<String, String> values(TextLine line) {
        if (!line.header().equals(header)) {
            header = line.header();
            cells = CsvCells.of(dialect, header);
            names = cells.split(header);
        }
        if (cells.isOpen(line.text())) {
            throw new IllegalArgumentException("a quote is not closed in the line");
        }
        List<String> values = cells.split(line.text());
        if (values.size() != names.size()) {
            throw new IllegalArgumentException(
                    "the line has " + values.size() + " values where the header has " + names.size() + " names");
        }
        Map<String, String> row = new HashMap<>(2 * names.size());
        for (int k = 0; k < values.size(); k++) {
            String value = values.get(k);
            row.put(names.get(k), value.isEmpty() || value.equals(dialect.nullText()) ? null : value);
        }
        return row;
    }
}
