package io.emphatic.serve.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.serve.service.Steps;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that begin a request and go on a byte at a time: {@code -Dslow=2000} for more of them. */
class SlowConnectionsTest {
    private static final int SLOW = Integer.getInteger("slow", 300); // more than there are connections

    @Test
    void whoSendsSlowlyIsCutOffAndOthersAreServed() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (RunningService running = new RunningService(new FaultyStorage(), Steps.SPEC, Access.ofThisMachine())) {
            for (int k = 0; k < SLOW; k++) {
                Socket socket = new Socket();
                slow.add(socket);
                connect(socket, running.server.port());
            }
            Thread dripping = new Thread(() -> drip(slow));
            dripping.start();
            HttpResponse<String> answer = running.post(Steps.body(Steps.rows(100, 1)));
            assertThat(answer.statusCode()).isEqualTo(200);
            dripping.interrupt();
            dripping.join();
            assertThat(running.warnings).isEmpty();
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /** Those beyond what the system lets wait are as good as cut off. */
    private static void connect(Socket socket, int port) {
        try {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 200);
            socket.getOutputStream().write("POST /v1/steps HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // not let in
        }
    }

    private static void drip(List<Socket> slow) {
        while (!Thread.currentThread().isInterrupted()) {
            for (Socket socket : slow) {
                try {
                    socket.getOutputStream().write('a');
                } catch (IOException e) {
                    // cut off
                }
            }
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
