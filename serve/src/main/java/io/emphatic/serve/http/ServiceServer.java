package io.emphatic.serve.http;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.serve.service.PostAnswer;
import io.emphatic.serve.service.PostedSteps;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.RefusedRequestException;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.service.ServiceView;
import io.emphatic.serve.service.StepParser;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.router.JavalinDefaultRoutingApi;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

public final class ServiceServer implements Closeable {
    private static final int MOST_PREDICTION_BYTES = 64 << 10;
    private static final int MOST_DEPTH = 32;
    private static final ObjectMapper JSON = new ObjectMapper(new JsonFactoryBuilder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MOST_DEPTH).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());

    private final PredictionService service;
    private final Access access;
    private final Consumer<String> warn;
    private final PostedBodyReader bodies = new PostedBodyReader();
    private final EventFeed events;
    private final ServiceMetrics metrics;
    private final Javalin javalin;

    private ServiceServer(PredictionService service, Access access, String host, int port, Consumer<String> warn) {
        this.service = service;
        this.access = access;
        this.warn = warn;
        this.events = new EventFeed(service, warn);
        this.metrics = new ServiceMetrics(service);
        this.javalin = Javalin.create(config -> {
            ServerLimits.apply(config, host, port);
            route(config.routes);
        });
    }

    public static ServiceServer start(
            PredictionService service, Access access, String host, int port, Consumer<String> warn) {
        ServiceServer server = new ServiceServer(service, access, host, port, warn);
        try {
            server.javalin.start();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    public int port() {
        return javalin.port();
    }

    private void route(JavalinDefaultRoutingApi routes) {
        routes.before(context -> {
            context.header("X-Content-Type-Options", "nosniff");
            context.header("Referrer-Policy", "no-referrer");
            context.header("Cache-Control", "no-store");
        });
        routes.beforeMatched(this::authorize);
        routes.post("/v1/steps", this::postSteps, Access.Right.LEARN);
        routes.get(
                "/v1/predictions",
                answer(view -> new JsonObject().with("predictions", view.predictions())),
                Access.Right.READ);
        routes.get("/v1/predictions/{name}", answer("prediction", ServiceView::prediction), Access.Right.READ);
        routes.get("/v1/predictions/{name}/settled", this::getSettled, Access.Right.READ);
        routes.put("/v1/predictions/{name}", this::putPrediction, Access.Right.ADMIN);
        routes.delete("/v1/predictions/{name}", this::deletePrediction, Access.Right.ADMIN);
        routes.get("/v1/streams/{stream}", answer("stream", ServiceView::stream), Access.Right.READ);
        routes.get("/v1/ranges", answer(ServiceView::ranges), Access.Right.READ);
        routes.get("/v1/race", answer(ServiceView::race), Access.Right.READ);
        routes.get("/v1/model", this::getModel, Access.Right.READ);
        routes.get("/v1/events", this::getEvents, Access.Right.READ);
        routes.get(
                "/metrics",
                context -> {
                    context.contentType("text/plain; version=0.0.4; charset=utf-8");
                    context.result(metrics.text());
                },
                Access.Right.READ);
        routes.get("/health", context -> json(context, new JsonObject().with("status", "ok")));
        routes.get("/ready", this::getReady);
        routes.get("/openapi.json", context -> {
            try (InputStream document = ServiceServer.class.getResourceAsStream("/openapi.json")) {
                context.contentType("application/json");
                context.result(document.readAllBytes());
            }
        });
        routes.get("/", context -> PageFiles.send("index.html", context));
        routes.get("/web/{file}", context -> PageFiles.send(lastPart(context), context));
        routes.exception(RefusedRequestException.class, (e, context) -> HttpProblem.write(context, e));
        routes.exception(Exception.class, this::defect);
        for (int status : new int[] {404, 405}) {
            routes.error(status, context -> {
                if (context.resultInputStream() == null
                        || !HttpProblem.TYPE.equals(context.res().getContentType())) {
                    HttpProblem.write(
                            context, status, HttpProblem.document(status, "see /openapi.json for what is possible"));
                }
            });
        }
    }

    private void authorize(Context context) {
        for (Object right : context.routeRoles()) {
            access.require(
                    (Access.Right) right,
                    context.header("Authorization"),
                    context.header("Host"),
                    context.header("Origin"));
        }
    }

    /** Something that must not happen: the caller learns nothing of the inside, whoever runs the service does. */
    private void defect(Exception e, Context context) {
        if (e instanceof IOException) { // the caller has gone
            context.status(400);
            return;
        }
        StringBuilder where = new StringBuilder("a request failed: " + e);
        for (StackTraceElement element : e.getStackTrace()) {
            where.append("\n    at ").append(element);
        }
        warn.accept(where.toString());
        HttpProblem.write(context, 503, HttpProblem.document(503, "the service has a defect, which is in its own log"));
    }

    private static void json(Context context, JsonObject document) {
        context.contentType("application/json");
        context.result(Json.text(document) + "\n");
    }

    private Handler answer(Function<ServiceView, JsonObject> question) {
        return context -> json(context, service.ask(question));
    }

    private Handler answer(String what, BiFunction<ServiceView, String, JsonObject> question) {
        return context -> {
            String name = name(what, context);
            json(context, service.ask(view -> question.apply(view, name)));
        };
    }

    /** The last part of the address as it was sent: never decoded, so that it is what was checked. */
    private static String lastPart(Context context) {
        String address = context.req().getRequestURI();
        return address.substring(address.lastIndexOf('/') + 1);
    }

    private static String name(String what, Context context) {
        return StepParser.requireName(what, lastPart(context));
    }

    private void postSteps(Context context) throws IOException {
        String dryRun = context.queryParam("dry_run");
        boolean isDryRun = dryRun != null && !dryRun.equals("false");
        try {
            bodies.read(context.req(), PostedBodyReader.MOST_BYTES, (body, length) -> {
                long start = System.nanoTime();
                PostedSteps steps = StepParser.parse(body, length, isDryRun);
                PostAnswer answer = isDryRun ? service.dryRun(steps) : service.post(steps);
                metrics.answered(answer, System.nanoTime() - start);
                byte[] text = answer.json();
                context.contentType("application/json");
                context.res().setContentLength(text.length);
                context.result(text);
            });
        } catch (RefusedRequestException e) {
            metrics.refused();
            throw e;
        }
    }

    private void getSettled(Context context) throws Exception {
        String address = context.req().getRequestURI();
        String before = address.substring(0, address.lastIndexOf('/'));
        String name = StepParser.requireName("prediction", before.substring(before.lastIndexOf('/') + 1));
        answer(view -> new JsonObject().with("settled", view.settled(name, 0))).handle(context);
    }

    private void putPrediction(Context context) throws IOException {
        String name = name("prediction", context);
        bodies.read(context.req(), MOST_PREDICTION_BYTES, (body, length) -> {
            JsonNode prediction;
            try {
                prediction = JSON.readTree(body, 0, length);
            } catch (JsonProcessingException e) {
                throw Reason.MALFORMED.refusal("the body is not JSON");
            }
            if (prediction == null || !prediction.isObject()) {
                throw Reason.MALFORMED.refusal("the body is not an object with what stands at a prediction in a spec");
            }
            boolean isNew = service.put(name, prediction);
            context.status(isNew ? 201 : 200);
            json(context, service.ask(view -> view.prediction(name)));
        });
    }

    private void deletePrediction(Context context) {
        service.delete(name("prediction", context));
        context.status(204);
    }

    private void getModel(Context context) {
        String text = service.ask(ServiceView::model).text();
        context.contentType("application/json");
        context.result(text);
    }

    private void getEvents(Context context) throws IOException {
        context.res().setContentType("text/event-stream");
        context.res().setCharacterEncoding("utf-8");
        events.send(context.res().getOutputStream());
    }

    private void getReady(Context context) {
        String failure = service.failure();
        if (failure != null) {
            throw Reason.UNAVAILABLE.refusal(failure);
        }
        json(context, new JsonObject().with("status", "ready"));
    }

    @Override
    public void close() {
        events.close();
        javalin.stop();
        metrics.close();
    }

    /** The page and the files it needs, {@code web/} of the resources: nothing else is ever served. */
    static final class PageFiles {
        /** Nothing from elsewhere, nothing inline, in no frame. */
        private static final String POLICY =
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                        + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*");
        private static final Map<String, String> TYPES = Map.of(
                "html", "text/html; charset=utf-8",
                "css", "text/css; charset=utf-8",
                "js", "text/javascript; charset=utf-8",
                "svg", "image/svg+xml",
                "txt", "text/plain; charset=utf-8");

        private PageFiles() {}

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
            throw Reason.NOT_FOUND.refusal("there is no such file");
        }
    }
}
