package io.emphatic.serve.http;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.serve.service.RefusedRequestException;
import io.javalin.http.Context;
import java.util.Map;

/** Errors as {@code application/problem+json} (RFC 9457): what is wrong in words, and nothing of the inside. */
final class HttpProblem {
    static final String TYPE = "application/problem+json";

    private static final Map<Integer, String> TITLES = Map.ofEntries(
            Map.entry(400, "The request cannot be understood"),
            Map.entry(401, "A token is needed"),
            Map.entry(403, "Not allowed"),
            Map.entry(404, "There is no such thing"),
            Map.entry(405, "Not possible here"),
            Map.entry(408, "Sent too slowly"),
            Map.entry(409, "A seq is missing"),
            Map.entry(413, "Too large"),
            Map.entry(415, "The body is compressed"),
            Map.entry(422, "It cannot be learned from"),
            Map.entry(429, "Too many at once"),
            Map.entry(431, "The header is too large"),
            Map.entry(503, "Not possible now"),
            Map.entry(507, "The disk is full"));

    private HttpProblem() {}

    static JsonObject document(int status, String detail) {
        JsonObject problem = new JsonObject()
                .with("type", "about:blank")
                .with("title", TITLES.getOrDefault(status, "The request cannot be served"))
                .with("status", status);
        return detail == null ? problem : problem.with("detail", detail);
    }

    static void write(Context context, RefusedRequestException refused) {
        JsonObject problem = document(refused.reason().status(), refused.getMessage());
        if (refused.stream() != null) {
            problem.with("stream", refused.stream()).with("expected", refused.expected());
        }
        write(context, refused.reason().status(), problem);
    }

    static void write(Context context, int status, JsonObject problem) {
        context.status(status);
        if (status == 401) {
            context.header("WWW-Authenticate", "Bearer");
        }
        context.contentType(TYPE);
        context.result(Json.text(problem) + "\n");
    }
}
