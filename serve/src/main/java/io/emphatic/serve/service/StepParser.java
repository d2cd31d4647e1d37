package io.emphatic.serve.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.emphatic.serve.service.PostedSteps.Column;
import io.emphatic.serve.service.PostedSteps.ColumnKind;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.storage.LogLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads rows: JSON objects one after another, or in an array. A row has a {@code stream}, a {@code seq} and columns,
 * which are numbers, texts, true, false, null or lists of numbers. Whatever else there is, is refused with the number
 * of the row, so that what gets into the log can be read by everything that reads JSON. Any number of threads.
 */
public final class StepParser {
    /** So many rows are taken at once: a retry of a whole post can always be answered. */
    public static final int MOST_ROWS = 1 << 16;

    private static final int MOST_DEPTH = 32;
    private static final int MOST_COLUMNS = 4096;
    private static final int LONGEST_NAME = 128;
    private static final int LONGEST_TEXT = 1 << 16;
    private static final int LONGEST_NUMBER = 200;
    private static final int LEAST_ROOM = 1 << 16; // values

    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_DEPTH)
                    .maxStringLength(LONGEST_TEXT)
                    .maxNameLength(LONGEST_NAME)
                    .maxNumberLength(LONGEST_NUMBER)
                    .build())
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private final byte[] body;
    private final int length;
    private final boolean isDryRun;
    private final PostedSteps steps;
    private final PlainRowReader plain;
    private final List<Column> order = new ArrayList<>(); // of the columns of the row that Jackson has read last
    private double[] list = new double[16];
    private String stream;
    private long seq;

    private StepParser(byte[] body, int length, boolean isDryRun) {
        this.body = body;
        this.length = length;
        this.isDryRun = isDryRun;
        this.steps = new PostedSteps(isDryRun ? 0 : length);
        this.plain = new PlainRowReader(body, length, steps);
    }

    /**
     * @param body its line breaks may be modified
     * @param isDryRun whether rows may do without a stream and a seq
     */
    public static PostedSteps parse(byte[] body, int length, boolean isDryRun) {
        return new StepParser(body, length, isDryRun).parse();
    }

    private PostedSteps parse() {
        String fault = PostedText.fault(body, length);
        if (fault != null) {
            throw refused(fault);
        }
        int at = blanks(0);
        boolean isArray = at < length && body[at] == '[';
        if (isArray) {
            at = blanks(at + 1);
        }
        boolean isEnd = at == length || isArray && body[at] == ']';
        while (!isEnd) {
            at = blanks(row(at));
            isEnd = at == length || isArray && body[at] == ']';
            if (isArray && !isEnd) {
                if (body[at] != ',') {
                    throw refused("there is no comma before it");
                }
                at = blanks(at + 1);
            }
        }
        if (isArray && at == length) {
            throw refused("the array does not end");
        }
        if (isArray && blanks(at + 1) < length) {
            throw refused("there is something behind the array");
        }
        if (steps.size() == 0 && !isArray) {
            throw new RefusedRequestException(
                    Reason.MALFORMED, "there is no row: the body is JSON objects line by line, or an array of them");
        }
        return steps;
    }

    /** Where the next byte is that is not white space, as JSON has it. */
    private int blanks(int from) {
        int at = from;
        while (at < length && (body[at] == '\n' || body[at] == ' ' || body[at] == '\r' || body[at] == '\t')) {
            at++;
        }
        return at;
    }

    /** What the parser has not understood, without the place in a source that it would show. */
    private static String firstSentence(JsonProcessingException e) {
        String message = e.getOriginalMessage();
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    /** Reads a row, and returns where it ends. */
    private int row(int from) {
        if (from == length || body[from] != '{') {
            throw refused("it is not an object");
        }
        if (steps.size() == MOST_ROWS) {
            throw new RefusedRequestException(
                    Reason.TOO_LARGE, "there are more than " + MOST_ROWS + " rows in one post");
        }
        requireRoom(steps.columns.size());
        int to = plain.read(from);
        if (to >= 0) {
            stream = plain.stream();
            seq = plain.seq();
        } else {
            to = anyRow(from);
            plain.expect(order);
            LogLine.unbreak(body, from, to);
        }
        if (!isDryRun) {
            if (stream == null || seq < 0) {
                throw refused(stream == null ? "it has no stream" : "it has no seq");
            }
            LogLine.seal(body, from, to, steps.lines);
        }
        if (steps.size() == 0) {
            steps.expect(Math.min(MOST_ROWS, length / (to - from) + 1));
        }
        steps.add(stream, seq);
        return to;
    }

    /** Rows that have little in common would need far more memory than they have bytes. */
    private void requireRoom(int columns) {
        if ((steps.size() + 1L) * columns > LEAST_ROOM + length) {
            throw new RefusedRequestException(
                    Reason.TOO_LARGE,
                    "the rows have too many columns that most of them do not have: post fewer at once");
        }
    }

    private int anyRow(int from) {
        try (JsonParser json = JSON.createParser(body, from, length - from)) {
            json.nextToken();
            row(json);
            return from + (int) json.currentTokenLocation().getByteOffset() + 1;
        } catch (StreamConstraintsException e) {
            throw refused("it is nested too deeply, or a name, text or number is too long");
        } catch (JsonProcessingException e) {
            throw refused("it is not JSON: " + firstSentence(e));
        } catch (IOException e) {
            throw refused("it is not text in UTF-8");
        }
    }

    private void row(JsonParser json) throws IOException {
        int row = steps.size();
        stream = null;
        seq = -1;
        order.clear();
        String name;
        while ((name = json.nextFieldName()) != null) {
            Column column = steps.column(name);
            if (column == null) {
                column = newColumn(name);
            } else if (column.lastRow == row) {
                throw refused("it has " + name + " twice");
            }
            column.lastRow = row;
            order.add(column);
            value(json, column, row);
        }
        if (json.currentToken() != JsonToken.END_OBJECT) {
            throw refused("the object does not end");
        }
    }

    private Column newColumn(String name) {
        if (steps.columns.size() == MOST_COLUMNS) {
            throw refused("there are more than " + MOST_COLUMNS + " columns");
        }
        requireRoom(steps.columns.size() + 1);
        requireWellFormed(name);
        if (name.isBlank() || name.equalsIgnoreCase(LogLine.CHECKSUM)) {
            throw refused("a column may not be called "
                    + (name.isBlank() ? "nothing" : LogLine.CHECKSUM + ": that is the checksum in the log"));
        }
        return steps.addColumn(name);
    }

    private void value(JsonParser json, Column column, int row) throws IOException {
        JsonToken token = json.nextToken();
        boolean isStream = column.isStream;
        boolean isSeq = column.isSeq;
        if (isStream && token != JsonToken.VALUE_STRING || isSeq && token != JsonToken.VALUE_NUMBER_INT) {
            throw refused(isStream ? "its stream is not a text" : "its seq is not a whole number");
        }
        ColumnKind kind = kind(token);
        if (!column.kind.agreesWith(kind)) {
            throw refused(column.name + " is " + kind.words() + ", and " + column.kind.words() + " before");
        }
        switch (token) {
            case VALUE_NULL -> column.set(row, ColumnKind.NOTHING, 0);
            case VALUE_TRUE -> column.set(row, ColumnKind.FLAG, 1);
            case VALUE_FALSE -> column.set(row, ColumnKind.FLAG, 0);
            case VALUE_NUMBER_INT -> whole(json, column, row, isSeq);
            case VALUE_NUMBER_FLOAT ->
                column.set(row, ColumnKind.DECIMAL, Double.doubleToRawLongBits(finite(json, column)));
            case VALUE_STRING -> text(json.getText(), column, row, isStream);
            case START_ARRAY -> column.set(row, ColumnKind.LIST, list(json, column));
            default -> throw refused(column.name + " is an object, not a value");
        }
    }

    private static ColumnKind kind(JsonToken token) {
        return switch (token) {
            case VALUE_TRUE, VALUE_FALSE -> ColumnKind.FLAG;
            case VALUE_NUMBER_INT -> ColumnKind.WHOLE;
            case VALUE_NUMBER_FLOAT -> ColumnKind.DECIMAL;
            case VALUE_STRING -> ColumnKind.TEXT;
            case START_ARRAY -> ColumnKind.LIST;
            default -> ColumnKind.NOTHING;
        };
    }

    private void whole(JsonParser json, Column column, int row, boolean isSeq) throws IOException {
        if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw refused(column.name + " is a whole number of more than 64 bits");
        }
        long number = json.getLongValue();
        if (isSeq) {
            if (number < 0) {
                throw refused("its seq is negative");
            }
            seq = number;
        }
        column.set(row, ColumnKind.WHOLE, number);
    }

    private double finite(JsonParser json, Column column) throws IOException {
        double number = json.getDoubleValue();
        if (Double.isInfinite(number)) {
            throw refused(column.name + " is beyond the range of doubles");
        }
        return number;
    }

    private void text(String text, Column column, int row, boolean isStream) {
        if (isStream) {
            if (!ServedName.isOne(text)) {
                throw refused("its stream is not a letter or digit and up to 63 letters, digits, _ and -");
            }
            boolean same = row > 0 && text.equals(steps.streams[row - 1]);
            stream = same ? steps.streams[row - 1] : text;
        } else {
            requireWellFormed(text);
        }
        column.set(row, ColumnKind.TEXT, isStream ? stream : text);
    }

    private double[] list(JsonParser json, Column column) throws IOException {
        int count = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (!json.currentToken().isNumeric()) {
                throw refused(column.name + " is a list of something else than numbers");
            }
            if (count == list.length) {
                list = Arrays.copyOf(list, 2 * count);
            }
            list[count++] = finite(json, column);
        }
        return Arrays.copyOf(list, count);
    }

    private void requireWellFormed(String text) {
        if (!PostedText.isWellFormed(text)) {
            throw refused("a text has a character that is none");
        }
    }

    private RefusedRequestException refused(String why) {
        return new RefusedRequestException(Reason.MALFORMED, "row " + (steps.size() + 1) + ": " + why);
    }
}
