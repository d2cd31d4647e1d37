package io.emphatic.serve.http;

import io.emphatic.serve.service.RefusedRequestException;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.regex.Pattern;

/** The page and the files it needs, {@code web/} of the resources: nothing else is ever served. */
final class PageFiles {
    /** Nothing from elsewhere, nothing inline, in no frame. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "txt", "text/plain; charset=utf-8");

    private PageFiles() {}

    /** @param name of a file, as it stands in the address */
    static void send(String name, Context context) throws IOException {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type != null && NAME.matcher(name).matches()) {
            try (InputStream file = PageFiles.class.getResourceAsStream("/web/" + name)) {
                if (file != null) {
                    context.header("Content-Security-Policy", POLICY);
                    context.header("Cache-Control", "no-cache");
                    context.contentType(type);
                    context.result(file.readAllBytes());
                    return;
                }
            }
        }
        throw new RefusedRequestException(Reason.NOT_FOUND, "there is no such file");
    }
}
