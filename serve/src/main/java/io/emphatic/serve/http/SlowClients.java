package io.emphatic.serve.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Cuts off who has begun a request and does not get to the end of its header: a byte now and then keeps a connection
 * from being idle, and connections are few. Idle ones are closed by Jetty, slow bodies by {@link PostedBodyReader}.
 */
final class SlowClients extends AbstractLifeCycle implements Connection.Listener {
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
