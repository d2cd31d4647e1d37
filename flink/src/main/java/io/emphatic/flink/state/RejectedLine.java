package io.emphatic.flink.state;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;

/**
 * What was not learned from.
 *
 * @param late whether its time goes backwards within its stream; otherwise it is malformed
 * @param source where it comes from
 * @param text the line, or the row's stream and time
 */
public record RejectedLine(boolean late, String source, long position, String reason, String text) {

    /** A line of the side file. */
    public String json() {
        return Json.line(new JsonObject()
                .with("rejected", late ? "late" : "malformed")
                .with("source", source)
                .with("position", position)
                .with("reason", reason)
                .with("line", text));
    }
}
