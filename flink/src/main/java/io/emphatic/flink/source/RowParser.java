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
import java.util.Map;

/** Makes a row of a line: texts of a line of CSV, values of a JSON object. */
public final class RowParser {
    private static final ObjectReader JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .readerFor(new TypeReference<Map<String, Object>>() {});

    private final CsvDialect dialect;
    private String header; // which cells are of
    private CsvCells cells;

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
        }
        return cells.row(line.text());
    }
}
