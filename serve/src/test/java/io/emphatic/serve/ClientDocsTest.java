package io.emphatic.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.serve.client.Posted;
import io.emphatic.serve.client.ServiceClient;
import io.emphatic.serve.client.StepRow;
import io.emphatic.serve.http.Access;
import io.emphatic.serve.http.ServiceServer;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.ServiceSettings;
import io.emphatic.serve.storage.DiskStorage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of Java that docs/serve.md shows, with the service of the example. */
class ClientDocsTest {
    private static final Path ROOT = Path.of("..");
    private static final String SHOWN = "http://127.0.0.1:8600";

    @TempDir
    private Path directory;

    private PredictionService service;
    private ServiceServer server;

    @BeforeEach
    void start() throws IOException {
        Path spec = ROOT.resolve("examples/pumps/live.yaml");
        ServiceSettings settings = new ServiceSettings(
                spec.toString(), Files.readString(spec), "0", false, ServiceSettings.SEGMENT_BYTES, Set.of(), null);
        service = PredictionService.open(new DiskStorage(directory.resolve("data")), settings, System.out::println);
        server = ServiceServer.start(service, Access.ofThisMachine(), "127.0.0.1", 0, System.out::println);
    }

    @AfterEach
    void end() throws IOException {
        server.close();
        service.close();
    }

    private String address() {
        return "http://127.0.0.1:" + server.port();
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/serve.md"));
    }

    @Test
    void theLinesOfJavaDoWhatTheirCommentsSay() throws IOException {
        ServiceClient client = new ServiceClient(URI.create("http://127.0.0.1:8600".replace(SHOWN, address())));
        StepRow row = new StepRow(
                "P92",
                0,
                Map.of(
                        "pump",
                        "P92",
                        "hour",
                        0,
                        "site",
                        "plain",
                        "temperature",
                        51.5,
                        "vibration",
                        0.2,
                        "mu",
                        0.8,
                        "pi_careful",
                        0.9,
                        "water",
                        1,
                        "terminated",
                        false,
                        "truncated",
                        false));
        Posted posted = client.post(List.of(row));
        double careful = posted.predictions().get(0).values().get("careful");
        List<Double> weights = client.prediction("careful").weights();
        long next = client.nextSeq("P92").orElse(0);

        assertThat(careful).isZero();
        assertThat(weights).hasSize(6).containsOnly(0.0);
        assertThat(next).isEqualTo(1);
        String test = Files.readString(Path.of("src/test/java/io/emphatic/serve/ClientDocsTest.java"))
                .replaceAll("\\s", "");
        List<String> lines = page().lines()
                .dropWhile(line -> !line.equals("```java"))
                .skip(1)
                .takeWhile(line -> !line.equals("```"))
                .map(line -> line.replaceAll("\\s*// .*", ""))
                .filter(line -> !line.isBlank() && !line.startsWith("import"))
                .map(line -> line.replace(SHOWN + "\")", SHOWN + "\".replace(SHOWN, address()))"))
                .map(line -> line.replaceAll("\\s", ""))
                .toList();
        assertThat(lines).hasSize(7).allSatisfy(line -> assertThat(test).contains(line));
    }
}
