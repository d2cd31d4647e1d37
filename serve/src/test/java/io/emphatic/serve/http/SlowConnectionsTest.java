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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that begin a request and go on a byte at a time: {@code -Dslow=2000} for more of them. */
@Tag("slow")
class SlowConnectionsTest {
    private static final int SLOW = Integer.getInteger("slow", 300); // more than there are connections

    @Test
    void whoSendsSlowlyIsCutOffAndOthersAreServed() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (RunningService running = new RunningService(new FaultyStorage(), Steps.SPEC, Access.ofThisMachine())) {
            int notLetIn = 0;
            for (int k = 0; k < SLOW; k++) {
                Socket socket = new Socket();
                slow.add(socket);
                notLetIn += connect(socket, running.server.port()) ? 0 : 1;
            }
            Thread dripping = new Thread(() -> dripUntilCutOff(slow));
            dripping.start();
            long start = System.nanoTime();
            HttpResponse<String> answer = running.post(Steps.body(Steps.rows(100, 1)));
            assertThat(answer.statusCode()).isEqualTo(200);
            double served = (System.nanoTime() - start) / 1e9;
            dripping.join(); // every one of them is cut off
            System.out.printf(
                    "%d slow connections, %d of them not let in: another client was served after %.1f s, the last was cut"
                            + " off after %.1f s%n",
                    SLOW, notLetIn, served, (System.nanoTime() - start) / 1e9);
            assertThat(running.post(Steps.body(Steps.rows(100, 1))).statusCode())
                    .isEqualTo(200);
            assertThat(running.warnings).isEmpty();
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /** Those beyond what the system lets wait are as good as cut off. */
    private static boolean connect(Socket socket, int port) {
        try {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 200);
            socket.getOutputStream().write("POST /v1/steps HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void dripUntilCutOff(List<Socket> slow) {
        List<Socket> left = new ArrayList<>(slow);
        while (!left.isEmpty()) {
            left.removeIf(socket -> !drip(socket));
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Whether a connection is open still. */
    private static boolean drip(Socket socket) {
        try {
            socket.getOutputStream().write('a');
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
