package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
    private static final String SPEC = "features: x\ndiscount: 0.9\npredictions:\n  p: {algorithm: td}\n";

    private final Map<Process, BufferedReader> outputs = new HashMap<>();

    @TempDir
    private Path directory;

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Emphatic.class.getName(),
                "serve"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private String nextLine(Process process) throws IOException {
        return outputs.computeIfAbsent(
                        process,
                        one -> new BufferedReader(new InputStreamReader(one.getInputStream(), StandardCharsets.UTF_8)))
                .readLine();
    }

    private static int post(String line, String body) throws IOException, InterruptedException {
        Matcher url = Pattern.compile("http://127.0.0.1:\\d+/").matcher(line);
        assertThat(url.find()).as(line).isTrue();
        HttpRequest request = HttpRequest.newBuilder(URI.create(url.group() + "v1/steps"))
                .POST(BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode();
    }

    @Tag("slow")
    @Test
    void aServiceThatIsToldToEndGoesOnWhereItWasAndOneDirectoryHasOneService() throws Exception {
        Files.writeString(directory.resolve("my.yaml"), SPEC);
        Process first = start("my.yaml", "--port", "0");
        try {
            String said = nextLine(first);
            assertThat(said).startsWith("Serving my.yaml at http://127.0.0.1:").contains("0 rows", "my-data");
            assertThat(post(said, "{\"stream\":\"a\",\"seq\":0,\"x\":1.5,\"reward\":1}"))
                    .isEqualTo(200);
            Process second = start("my.yaml", "--port", "0");
            assertThat(nextLine(second)).contains("being written by another run: process " + first.pid());
            assertThat(second.waitFor()).isEqualTo(Emphatic.FAILED);
            first.toHandle().destroy(); // which leaves its output open
            first.waitFor();
            assertThat(nextLine(first))
                    .isEqualTo("Stopped. 1 row on disk in my-data: the next start continues from here.");
            assertThat(directory.resolve("my-data").resolve("snapshots")).isNotEmptyDirectory();
            Process third = start("my.yaml", "--port", "0");
            assertThat(nextLine(third)).contains("learned from 1 rows");
            third.destroyForcibly().waitFor();
        } finally {
            first.destroyForcibly();
        }
    }

    @Test
    void aPortThatIsTakenIsSaidBeforeAnythingIsWritten() throws IOException {
        Path spec = Files.writeString(directory.resolve("my.yaml"), SPEC);
        Path data = directory.resolve("data");
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(other.getLocalPort());
            Run run = Run.emphatic("serve", spec.toString(), "--port", port, "--data", data.toString());
            assertThat(run.code()).isEqualTo(Emphatic.FAILED);
            assertThat(run.err()).contains("port " + port + " of 127.0.0.1 cannot be listened to", "--port");
        }
        assertThat(data).doesNotExist();
    }

    @Test
    void otherMachinesAreNotLetInWithoutTokens() throws IOException {
        Path spec = Files.writeString(directory.resolve("my.yaml"), SPEC);
        Run run = Run.emphatic("serve", spec.toString(), "--host", "0.0.0.0");
        assertThat(run.code()).isEqualTo(Emphatic.WRONG_USAGE);
        assertThat(run.err()).contains("--token-file");
        Path tokens = Files.writeString(directory.resolve("tokens"), "read,write 0123456789abcdef\n");
        Run wrong = Run.emphatic("serve", spec.toString(), "--token-file", tokens.toString());
        assertThat(wrong.code()).isEqualTo(Emphatic.FAILED);
        assertThat(wrong.err()).contains("line 1: there is no right write");
    }

    @Test
    void learnersThatCannotShareWeightsAreRefusedBeforeAnythingIsWritten() throws IOException {
        Path spec = Files.writeString(
                directory.resolve("my.yaml"), SPEC.replace("algorithm: td", "algorithm: {name: td, step_size: auto}"));
        Path data = directory.resolve("data");
        Run run = Run.emphatic("serve", spec.toString(), "--port", "0", "--data", data.toString());
        assertThat(run.code()).isEqualTo(Emphatic.FAILED);
        assertThat(run.err()).contains("with step_size: auto cannot share weights", "per: stream");
        assertThat(data.resolve("spec.yaml")).doesNotExist();
    }

    @Test
    void thereIsNoGoingBackInADirectoryThatDoesNotExist() throws IOException {
        Path spec = Files.writeString(directory.resolve("my.yaml"), SPEC);
        Path missing = directory.resolve("missing");
        Run run = Run.emphatic("serve", spec.toString(), "--data", missing.toString(), "--until", "0");
        assertThat(run.code()).isEqualTo(Emphatic.FAILED);
        assertThat(run.err()).contains("there is no directory " + missing);
        assertThat(missing).doesNotExist();
    }

    @Test
    void aDirectoryOfAnotherSpecIsRefused() throws IOException {
        Path spec = Files.writeString(directory.resolve("my.yaml"), SPEC);
        Path data = Files.createDirectories(directory.resolve("data"));
        Files.writeString(data.resolve("spec.yaml"), SPEC.replace("0.9", "0.8"));
        Run run = Run.emphatic("serve", spec.toString(), "--port", "0", "--data", data.toString());
        assertThat(run.code()).isEqualTo(Emphatic.FAILED);
        assertThat(run.err()).contains("was learned with another spec", "Serve that one");
    }
}
