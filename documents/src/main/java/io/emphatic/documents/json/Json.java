package io.emphatic.documents.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/**
 * JSON documents: indented, numbers at full precision, null where a number is undefined or infinite. The components of
 * a record become fields in snake case, constants of an enum become lower case.
 */
public final class Json {
    static final PropertyNamingStrategies.NamingBase SNAKE =
            (PropertyNamingStrategies.NamingBase) PropertyNamingStrategies.SNAKE_CASE;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .propertyNamingStrategy(SNAKE)
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new FiniteOrNull())
                    .addSerializer(double.class, new FiniteOrNull())
                    .addSerializer(double[].class, new FiniteOrNullArray()))
            .build();

    private Json() {}

    /** Prints a document piece by piece, however large it is, and ends its last line. */
    public static void print(Object document, PrintWriter out) {
        try {
            MAPPER.writer().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET).writeValue(out, document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println();
    }

    public static String line(Object document) {
        return text(document, MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT));
    }

    /** @param document a {@link JsonObject}, records, lists, arrays, numbers, texts and Jackson's nodes */
    public static String text(Object document) {
        return text(document, MAPPER.writer());
    }

    static String text(Object document, ObjectWriter writer) {
        try {
            return writer.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(double value, JsonGenerator json) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }

    private static final class FiniteOrNull extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            write(value, json);
        }
    }

    private static final class FiniteOrNullArray extends JsonSerializer<double[]> {
        @Override
        public void serialize(double[] values, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeStartArray();
            for (double value : values) {
                write(value, json);
            }
            json.writeEndArray();
        }
    }
}
