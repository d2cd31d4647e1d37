package io.emphatic.bench;

import com.sun.management.OperatingSystemMXBean;
import io.emphatic.serve.http.Access;
import io.emphatic.serve.http.ServiceServer;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.ServiceSettings;
import io.emphatic.serve.storage.DiskStorage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How long a durable post of one step takes, and how many steps per second go in with a thousand per post: ten
 * predictions of 32 features, client and server in one process on loopback, every post on the disk before it is
 * answered.
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.ServeSpeed [SECONDS [OUTCOME_BANDS]]
 * </pre>
 */
public final class ServeSpeed {
    private static final int COLUMNS = 32;
    private static final int PREDICTIONS = 10;
    private static final int BATCH = 1000;
    private static final int CLIENTS = 3;

    private ServeSpeed() {}

    public static void main(String[] arguments) throws Exception {
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        Path directory = Files.createTempDirectory("emphatic-bench");
        ServiceSettings settings = new ServiceSettings(
                "bench.yaml",
                spec() + (arguments.length > 1 ? "outcome_bands: " + arguments[1] + "\n" : ""),
                "0",
                true,
                ServiceSettings.SEGMENT_BYTES,
                Set.of(),
                null);
        try (PredictionService service =
                        PredictionService.open(new DiskStorage(directory), settings, System.err::println);
                ServiceServer server =
                        ServiceServer.start(service, Access.ofThisMachine(), "127.0.0.1", 0, System.err::println)) {
            single(server.port(), "warm", (seconds + 3) / 4);
            long[] nanos = single(server.port(), "single", (seconds + 3) / 4);
            System.out.printf(
                    Locale.ROOT,
                    "a post of one step: p50 %.2f ms, p99 %.2f ms (%d posts)%n",
                    nanos[nanos.length / 2] / 1e6,
                    nanos[(int) (0.99 * nanos.length)] / 1e6,
                    nanos.length);
            for (int round = 0; round < 3; round++) {
                batches(server.port(), round, seconds);
            }
        } finally {
            try (var files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static String spec() {
        String features = IntStream.range(0, COLUMNS).mapToObj(k -> "f" + k).collect(Collectors.joining(", "));
        String predictions = IntStream.range(0, PREDICTIONS)
                .mapToObj(k -> "  p" + k + ": {discount: 0." + (90 + k) + ", algorithm: {name: etd, step_size: 0.000"
                        + (1 + k % 9) + "}}\n")
                .collect(Collectors.joining());
        return "stream: stream\norder: seq\nfeatures: [" + features + "]\nratio: rho\nlambda: 0.5\npredictions:\n"
                + predictions;
    }

    private static void row(StringBuilder body, String stream, long seq, SplittableRandom random) {
        body.append("{\"stream\":\"").append(stream).append("\",\"seq\":").append(seq);
        for (int k = 0; k < COLUMNS; k++) {
            body.append(",\"f").append(k).append("\":0.").append(1000 + random.nextInt(9000));
        }
        body.append(",\"rho\":").append(random.nextBoolean() ? "0.8" : "1.2"); // 1 on average
        body.append(",\"reward\":0.").append(1000 + random.nextInt(9000)).append("}\n");
    }

    /** The time of each post, sorted. */
    private static long[] single(int port, String stream, int seconds) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        long[] nanos = new long[1_000_000];
        int count = 0;
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        try (Client client = new Client(port)) {
            while (System.nanoTime() < end && count < nanos.length) {
                StringBuilder body = new StringBuilder();
                row(body, stream, count, random);
                byte[] bytes = body.toString().getBytes(StandardCharsets.US_ASCII);
                long start = System.nanoTime();
                client.post(bytes);
                nanos[count++] = System.nanoTime() - start;
            }
        }
        long[] all = Arrays.copyOf(nanos, count);
        Arrays.sort(all);
        return all;
    }

    /** Bodies are made before; their seqs are put in their places while posting. */
    private static void batches(int port, int round, int seconds) throws Exception {
        AtomicLong steps = new AtomicLong();
        Thread[] threads = new Thread[CLIENTS];
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long processor = system.getProcessCpuTime();
        long start = System.nanoTime();
        long end = start + seconds * 1_000_000_000L;
        for (int c = 0; c < CLIENTS; c++) {
            String stream = "r" + round + "c" + c;
            threads[c] = new Thread(() -> steps.addAndGet(postBatches(port, stream, end)));
            threads[c].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double taken = (System.nanoTime() - start) / 1e9;
        double micros = (system.getProcessCpuTime() - processor) / 1e3 / steps.get();
        System.gc();
        long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        System.out.printf(
                Locale.ROOT,
                "%,d steps per second in posts of %,d by %d clients (%,d steps; %.1f µs of processor time per step,"
                        + " client included; %d MB in use)%n",
                Math.round(steps.get() / taken),
                BATCH,
                CLIENTS,
                steps.get(),
                micros,
                used >> 20);
    }

    private static long postBatches(int port, String stream, long end) {
        long first = 1_000_000_000L; // ten digits for good, so that a body keeps its length
        long seq = first;
        SplittableRandom random = new SplittableRandom(stream.hashCode());
        StringBuilder body = new StringBuilder();
        int[] places = new int[BATCH];
        for (int k = 0; k < BATCH; k++) {
            places[k] = body.length() + "{\"stream\":\"\",\"seq\":".length() + stream.length();
            row(body, stream, first, random);
        }
        byte[] bytes = body.toString().getBytes(StandardCharsets.US_ASCII);
        try (Client client = new Client(port)) {
            while (System.nanoTime() < end) {
                for (int place : places) {
                    long left = seq++;
                    for (int digit = 9; digit >= 0; digit--) {
                        bytes[place + digit] = (byte) ('0' + left % 10);
                        left /= 10;
                    }
                }
                client.post(bytes);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return seq - first;
    }

    /** As little of a client as there can be, so that the server is what is measured. */
    private static final class Client implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;
        private final byte[] buffer = new byte[1 << 20];

        Client(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            in = socket.getInputStream();
            out = new BufferedOutputStream(socket.getOutputStream());
        }

        void post(byte[] body) throws IOException {
            String head = "POST /v1/steps HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length + "\r\n\r\n";
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            out.flush();
            int filled = 0;
            int headEnd = -1;
            int length = 0;
            while (headEnd < 0 || filled < headEnd + length) {
                int read = in.read(buffer, filled, buffer.length - filled);
                if (read < 0) {
                    throw new IOException("the server has closed the connection");
                }
                filled += read;
                if (headEnd < 0) {
                    String text = new String(buffer, 0, Math.min(filled, 1000), StandardCharsets.US_ASCII);
                    int at = text.indexOf("\r\n\r\n");
                    if (at >= 0) {
                        headEnd = at + 4;
                        int field = text.indexOf("Content-Length: ") + "Content-Length: ".length();
                        length = Integer.parseInt(text.substring(field, text.indexOf('\r', field)));
                        if (!text.startsWith("HTTP/1.1 200")) {
                            throw new IOException(text);
                        }
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
