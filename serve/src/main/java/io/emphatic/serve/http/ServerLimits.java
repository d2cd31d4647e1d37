package io.emphatic.serve.http;

import io.emphatic.documents.json.Json;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;

/** How many may come, how long they may take and how much they may send. */
final class ServerLimits {
    private static final int MOST_CONNECTIONS = 256;
    private static final int MOST_THREADS = MOST_CONNECTIONS + 32;
    private static final int MOST_HEADER_BYTES = 16 << 10;
    private static final long IDLE_MILLIS = 30_000;
    private static final long CROWDED_IDLE_MILLIS = 2_000; // while no more connections are taken
    private static final long STOP_MILLIS = 5_000;
    private static final int WAITING_CONNECTIONS = 512;

    private ServerLimits() {}

    static void apply(JavalinConfig config, String host, int port) {
        config.startup.showJavalinBanner = false;
        config.http.maxRequestSize = PostedBodyReader.MOST_BYTES;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.prefer405over404 = true;
        config.http.generateEtags = false;
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 8);
        threads.setName("emphatic-http");
        config.jetty.threadPool = threads;
        config.jetty.modifyHttpConfiguration(http -> {
            http.setRequestHeaderSize(MOST_HEADER_BYTES);
            http.setSendServerVersion(false);
            http.setSendDateHeader(false);
        });
        config.jetty.modifyServer(server -> {
            server.setErrorHandler(new ProblemErrors());
            server.setStopTimeout(STOP_MILLIS);
        });
        config.jetty.modifyServletContextHandler(context -> context.setErrorHandler(new ProblemErrors()));
        config.jetty.addConnector((server, http) -> {
            ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
            connector.setHost(host);
            connector.setPort(port);
            connector.setIdleTimeout(IDLE_MILLIS);
            connector.setAcceptQueueSize(WAITING_CONNECTIONS);
            connector.addBean(new SlowClients(connector.getScheduler(), MOST_CONNECTIONS / 2));
            NetworkConnectionLimit limit = new NetworkConnectionLimit(MOST_CONNECTIONS, connector);
            limit.setEndPointIdleTimeout(CROWDED_IDLE_MILLIS);
            server.addBean(limit);
            return connector;
        });
    }

    /** What Jetty refuses before it gets to the service: no page, no name of a server, no stack trace. */
    private static final class ProblemErrors extends ErrorHandler {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            int status = response.getStatus() >= 400 && response.getStatus() != 500 ? response.getStatus() : 400;
            response.setStatus(status);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, HttpProblem.TYPE);
            String text = Json.text(HttpProblem.document(status, null)) + "\n";
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }

    /** Cuts off who has begun a header and does not end it: a byte now and then keeps a connection from being idle. */
    static final class SlowClients extends AbstractLifeCycle implements Connection.Listener {
        private static final long MOST_SECONDS = 10;
        private static final long CROWDED_SECONDS = 2;

        private static final class Watched {
            private long answered = -1;
            private long bytes; // that had come when the last request was answered
            private long since; // when a header has begun
        }

        private final Scheduler scheduler;
        private final int crowd;
        private final Map<Connection, Watched> connections = new ConcurrentHashMap<>();
        private Scheduler.Task task;

        /** @param crowd with more connections than these, less time is given */
        SlowClients(Scheduler scheduler, int crowd) {
            this.scheduler = scheduler;
            this.crowd = crowd;
        }

        @Override
        protected void doStart() {
            task = scheduler.schedule(this::look, 1, TimeUnit.SECONDS);
        }

        @Override
        protected void doStop() {
            task.cancel();
        }

        @Override
        public void onOpened(Connection connection) {
            Watched watched = new Watched();
            watched.since = System.nanoTime();
            connections.put(connection, watched);
        }

        @Override
        public void onClosed(Connection connection) {
            connections.remove(connection);
        }

        private void look() {
            long now = System.nanoTime();
            long most = TimeUnit.SECONDS.toNanos(connections.size() > crowd ? CROWDED_SECONDS : MOST_SECONDS);
            connections.forEach((connection, watched) -> {
                if (slowFor(connection, watched, now) > most) {
                    connection.getEndPoint().close();
                }
            });
            if (isRunning() || isStarting()) {
                task = scheduler.schedule(this::look, 1, TimeUnit.SECONDS);
            }
        }

        /** For how long a header has been on its way, in nanoseconds. */
        private static long slowFor(Connection connection, Watched watched, long now) {
            long asked = connection.getMessagesIn();
            long answered = connection.getMessagesOut();
            boolean isFirst = watched.answered < 0 && asked == 0;
            if (asked > answered
                    || !isFirst && (answered != watched.answered || connection.getBytesIn() == watched.bytes)) {
                watched.answered = answered;
                watched.bytes = connection.getBytesIn();
                watched.since = now;
                return 0;
            }
            return now - watched.since;
        }
    }
}
