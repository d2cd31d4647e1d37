package io.emphatic.serve.http;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.serve.service.RefusedRequestException;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Errors as {@code application/problem+json} (RFC 9457): what is wrong in words, and nothing of the inside. */
final class HttpProblem {
    static final String TYPE = "application/problem+json";

    private HttpProblem() {}

    static JsonObject document(int status, String detail) {
        String title = Arrays.stream(Reason.values())
                .filter(reason -> reason.status() == status)
                .map(Reason::title)
                .findFirst()
                .orElse("The request cannot be served");
        return document(status, title, detail);
    }

    private static JsonObject document(int status, String title, String detail) {
        JsonObject problem = new JsonObject()
                .with("type", "about:blank")
                .with("title", title)
                .with("status", status);
        return detail == null ? problem : problem.with("detail", detail);
    }

    static void write(Context context, RefusedRequestException refused) {
        JsonObject problem =
                document(refused.reason().status(), refused.reason().title(), refused.getMessage());
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
        context.result((Json.text(problem) + "\n").getBytes(StandardCharsets.UTF_8)); // JSON has no other charset
    }
}
