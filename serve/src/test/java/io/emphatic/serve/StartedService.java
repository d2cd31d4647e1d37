package io.emphatic.serve;

import io.emphatic.serve.client.ServiceClient;
import io.emphatic.serve.client.StepRow;
import io.emphatic.serve.http.Access;
import io.emphatic.serve.http.ServiceServer;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.ServiceSettings;
import io.emphatic.serve.storage.DiskStorage;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A service of three predictions, one of them of a policy that does nothing that is done, which can be ended and
 * started again, with its data and on its port.
 */
final class StartedService implements Closeable {
    private static final String SPEC = """
            features:
              - bias: true
              - x
            behaviour: mu
            cumulant: y
            discount: 0.5
            predictions:
              usual:
                algorithm: {name: td, step_size: 0.1}
              other:
                target: pi
                algorithm: {name: etd, step_size: 0.05}
              never:
                target: 0 * pi
                algorithm: {name: td, step_size: 0.1}
            """;

    private final String spec;
    private final Path data;
    private final Access access;
    private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    private PredictionService service;
    private ServiceServer server;
    private int port; // 0 for any, at first

    StartedService(Path data, Access access) throws IOException {
        this(SPEC, data, access);
    }

    StartedService(String spec, Path data, Access access) throws IOException {
        this.spec = spec;
        this.data = data;
        this.access = access;
        start();
    }

    void start() throws IOException {
        ServiceSettings settings =
                new ServiceSettings("spec.yaml", spec, "0", false, ServiceSettings.SEGMENT_BYTES, Set.of(), null);
        service = PredictionService.open(new DiskStorage(data), settings, warnings::add);
        server = ServiceServer.start(service, access, "127.0.0.1", port, warnings::add);
        port = server.port();
    }

    void stop() throws IOException {
        server.close();
        service.close();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    ServiceClient client() {
        return new ServiceClient(address(), null, Duration.ofMinutes(10)); // however slow the machine is
    }

    List<String> warnings() {
        return warnings;
    }

    /** A row that depends on its number alone. */
    static StepRow row(String stream, long seq) {
        double x = Math.sin(seq + stream.hashCode());
        double pi = seq % 2 == 0 ? 0.25 : 0.75;
        return new StepRow(stream, seq, Map.of("x", x, "y", 1 + x, "mu", 0.5, "pi", pi));
    }

    /** Rows of a stream. */
    static List<StepRow> rows(String stream, long from, long to) {
        List<StepRow> rows = new ArrayList<>();
        for (long seq = from; seq < to; seq++) {
            rows.add(row(stream, seq));
        }
        return rows;
    }

    @Override
    public void close() throws IOException {
        stop();
    }
}
