package io.emphatic.flink;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port of the loopback interface for a process that is about to start. It is below those that systems give to
 * outgoing connections, one of which could take it meanwhile.
 */
final class FreePort {
    private static final int FIRST = 20_000;
    private static final int END = 32_000;
    private static final int ATTEMPTS = 100;

    private FreePort() {}

    static int find() throws IOException {
        IOException failure = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                failure = e; // it is taken
            }
        }
        throw new IOException("no free port was found between " + FIRST + " and " + END, failure);
    }
}
