package io.emphatic.serve.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.serve.service.PostedSteps.Column;
import io.emphatic.serve.service.PostedSteps.ColumnKind;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.storage.LogLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/** Reads rows, JSON objects one after another or in an array. What not everything that reads JSON reads, is refused. */
public final class StepParser {
    /** Of one post. A retry of a whole post can always be answered. */
    public static final int MAX_ROWS = 1 << 16;

    private static final int MAX_DEPTH = 32;
    private static final int MAX_NAME_LENGTH = 128;
    private static final int MAX_TEXT_LENGTH = 1 << 16;
    private static final int MAX_NUMBER_LENGTH = 200;
    private static final int MIN_VALUES = 1 << 16; // that a post may have, however short it is
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final String IS_NO_NAME = " is not a letter or digit and up to 63 letters, digits, _ and -";

    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_TEXT_LENGTH)
                    .maxNameLength(MAX_NAME_LENGTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .build())
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private final byte[] body;
    private final int length;
    private final boolean isDryRun;
    private final PostedSteps steps = new PostedSteps();
    private boolean hasEscapes; // only they can make a text that UTF-8 cannot write
    private String stream;
    private long seq;

    private StepParser(byte[] body, int length, boolean isDryRun) {
        this.body = body;
        this.length = length;
        this.isDryRun = isDryRun;
    }

    /** @param isDryRun whether rows may do without a stream and a seq */
    public static PostedSteps parse(byte[] body, int length, boolean isDryRun) {
        return new StepParser(body, length, isDryRun).parse();
    }

    private PostedSteps parse() {
        requireText();
        try (JsonParser json = JSON.createParser(body, 0, length)) {
            JsonToken token = json.nextToken();
            boolean isArray = token == JsonToken.START_ARRAY;
            if (isArray) {
                token = json.nextToken();
            }
            while (token != null && token != JsonToken.END_ARRAY) {
                row(json);
                token = json.nextToken();
            }
            if (isArray && json.nextToken() != null) {
                throw refused("there is something behind the array");
            }
            if (steps.size() == 0 && !isArray) {
                throw Reason.MALFORMED.refusal(
                        "there is no row: the body is JSON objects line by line, or an array of them");
            }
            return steps;
        } catch (StreamConstraintsException e) {
            throw refused("it is nested too deeply, or a name, text or number is too long");
        } catch (JsonProcessingException e) {
            throw refused("it is not JSON: " + SourceReader.fault(e));
        } catch (IOException e) {
            throw refused("it is not text in UTF-8");
        }
    }

    /** Text wherever text is read, and not in JSON alone. */
    private void requireText() {
        boolean isAscii = true;
        for (int k = 0; k < length; k++) {
            isAscii &= body[k] > 0;
            hasEscapes |= body[k] == '\\';
        }
        if (isAscii) {
            return;
        }
        CharBuffer text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body, 0, length));
        } catch (CharacterCodingException e) {
            throw refused("it is not text in UTF-8");
        }
        if (text.chars().anyMatch(c -> c == 0)) {
            throw refused("there is a NUL character");
        }
        if (text.get(0) == BYTE_ORDER_MARK) {
            throw refused("there is a byte order mark");
        }
    }

    /** Reads a row, whose first token is the current one. */
    private void row(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw refused("it is not an object");
        }
        if (steps.size() == MAX_ROWS) {
            throw Reason.TOO_LARGE.refusal("there are more than " + MAX_ROWS + " rows in one post");
        }
        requireRoom(steps.columns.size());
        int from = (int) json.currentTokenLocation().getByteOffset();
        columns(json);
        int to = (int) json.currentTokenLocation().getByteOffset() + 1;
        if (!isDryRun && (stream == null || seq < 0)) {
            throw refused(stream == null ? "it has no stream" : "it has no seq");
        }
        steps.add(stream, seq, LogLine.seal(body, from, to));
    }

    /** Rows that have little in common would need far more memory than they have bytes. */
    private void requireRoom(int columns) {
        if (columns > ColumnKinds.MAX_COLUMNS || (steps.size() + 1L) * columns > MIN_VALUES + length) {
            throw Reason.TOO_LARGE.refusal(
                    "the rows have too many columns, or many that most of them do not have: post fewer at once");
        }
    }

    private void columns(JsonParser json) throws IOException {
        int row = steps.size();
        stream = null;
        seq = -1;
        String name;
        while ((name = json.nextFieldName()) != null) {
            Column column = steps.column(name);
            if (column == null) {
                column = newColumn(name);
            } else if (column.lastRow == row) {
                throw refused("it has " + name + " twice");
            }
            column.lastRow = row;
            value(json, column, row);
        }
    }

    private Column newColumn(String name) {
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
        if (column.isStream && token != JsonToken.VALUE_STRING || column.isSeq && token != JsonToken.VALUE_NUMBER_INT) {
            throw refused(column.isStream ? "its stream is not a text" : "its seq is not a whole number");
        }
        ColumnKind kind = kind(token);
        if (!column.kind.agreesWith(kind)) {
            throw refused(column.name + " is " + kind.words + ", and " + column.kind.words + " before");
        }
        switch (token) {
            case VALUE_NULL -> column.set(row, kind, null);
            case VALUE_TRUE, VALUE_FALSE -> column.set(row, kind, token == JsonToken.VALUE_TRUE);
            case VALUE_NUMBER_INT -> column.set(row, kind, whole(json, column));
            case VALUE_NUMBER_FLOAT -> column.set(row, kind, finite(json, column));
            case VALUE_STRING -> column.set(row, kind, text(json.getText(), column, row));
            case START_ARRAY -> column.set(row, kind, list(json, column));
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

    private long whole(JsonParser json, Column column) throws IOException {
        if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw refused(column.name + " is a whole number of more than 64 bits");
        }
        long number = json.getLongValue();
        if (column.isSeq) {
            if (number < 0) {
                throw refused("its seq is negative");
            }
            seq = number;
        }
        return number;
    }

    /** The one rule for names of streams and predictions. Returns the name itself. */
    public static String requireName(String what, String text) {
        if (!NAME.matcher(text).matches()) {
            throw Reason.MALFORMED.refusal("the name of the " + what + IS_NO_NAME);
        }
        return text;
    }

    private double finite(JsonParser json, Column column) throws IOException {
        double number = json.getDoubleValue();
        if (Double.isInfinite(number)) {
            throw refused(column.name + " is beyond the range of doubles");
        }
        return number;
    }

    private String text(String text, Column column, int row) {
        if (!column.isStream) {
            requireWellFormed(text);
            return text;
        }
        String before = row == 0 ? null : steps.rows.get(row - 1).stream();
        if (!text.equals(before) && !NAME.matcher(text).matches()) {
            throw refused("its stream" + IS_NO_NAME);
        }
        stream = text.equals(before) ? before : text;
        return stream;
    }

    private double[] list(JsonParser json, Column column) throws IOException {
        DoubleStream.Builder list = DoubleStream.builder();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (!json.currentToken().isNumeric()) {
                throw refused(column.name + " is a list of something else than numbers");
            }
            list.add(finite(json, column));
        }
        return list.build().toArray();
    }

    private void requireWellFormed(String text) {
        if (hasEscapes
                && (text.indexOf(0) >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text))) {
            throw refused("a text has an escape that is no character");
        }
    }

    private RefusedRequestException refused(String why) {
        return Reason.MALFORMED.refusal("row " + (steps.size() + 1) + ": " + why);
    }
}
