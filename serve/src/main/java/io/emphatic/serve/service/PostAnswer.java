package io.emphatic.serve.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.SerializedString;
import io.emphatic.serve.service.PostedSteps.PostedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** What a post is answered with; NaN where a duplicate is so old that what was predicted for it is forgotten. */
public record PostAnswer(PostedSteps steps, int accepted, int duplicates, List<String> fields, double[][] values) {
    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    /** {@code {"accepted": n, "duplicates": n, "predictions": [{"stream", "seq", NAME: value, …}]}}. */
    public byte[] json() {
        List<SerializedString> names =
                fields.stream().map(SerializedString::new).toList();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 + values.length * fields.size() * 24);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeNumberField("accepted", accepted);
            json.writeNumberField("duplicates", duplicates);
            json.writeArrayFieldStart("predictions");
            for (int k = 0; k < values.length; k++) {
                PostedRow row = steps.rows.get(k);
                json.writeStartObject();
                if (row.stream() != null) {
                    json.writeStringField("stream", row.stream());
                }
                if (row.seq() >= 0) {
                    json.writeNumberField("seq", row.seq());
                }
                for (int f = 0; f < names.size(); f++) {
                    json.writeFieldName(names.get(f));
                    writeNumber(json, values[k][f]);
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot fail to be written", e);
        }
        return bytes.toByteArray();
    }

    private static void writeNumber(JsonGenerator json, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }
}
