package io.emphatic.serve.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.ServiceSettings;
import io.emphatic.serve.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** A service on a free port, and a client for it. */
final class RunningService implements Closeable {
    private static final ObjectMapper JSON = new ObjectMapper();

    final PredictionService service;
    final ServiceServer server;
    final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    private final HttpClient client = HttpClient.newHttpClient();

    RunningService(Storage storage, String spec, Access access) throws IOException {
        ServiceSettings settings =
                new ServiceSettings("spec.yaml", spec, "0", false, ServiceSettings.SEGMENT_BYTES, Set.of(), null);
        service = PredictionService.open(storage, settings, warnings::add);
        server = ServiceServer.start(service, access, "127.0.0.1", 0, warnings::add);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<String> post(byte[] body) {
        return send(request("/v1/steps").POST(BodyPublishers.ofByteArray(body)));
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    static JsonNode json(HttpResponse<String> response) throws IOException {
        return json(response.body());
    }

    static JsonNode json(String text) throws IOException {
        return JSON.readTree(text);
    }

    @Override
    public void close() throws IOException {
        server.close();
        service.close();
    }
}
