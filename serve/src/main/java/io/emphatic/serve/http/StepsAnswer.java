package io.emphatic.serve.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.SerializedString;
import io.emphatic.serve.service.PostAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * {@code {"accepted": n, "duplicates": n, "predictions": [{"stream", "seq", NAME: value, …}]}}. A value is null where
 * there is none: it is not finite, or was predicted too long ago.
 */
final class StepsAnswer {
    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    private StepsAnswer() {}

    static byte[] of(PostAnswer answer) {
        SerializedString[] names =
                answer.names().stream().map(SerializedString::new).toArray(SerializedString[]::new);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 + answer.values().length * 24);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeNumberField("accepted", answer.accepted());
            json.writeNumberField("duplicates", answer.duplicates());
            json.writeArrayFieldStart("predictions");
            for (int row = 0; row < answer.steps().size(); row++) {
                json.writeStartObject();
                if (answer.stream(row) != null) {
                    json.writeStringField("stream", answer.stream(row));
                }
                if (answer.seq(row) >= 0) {
                    json.writeNumberField("seq", answer.seq(row));
                }
                for (int p = 0; p < names.length; p++) {
                    json.writeFieldName(names[p]);
                    writeNumber(json, answer.values()[row * names.length + p]);
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
