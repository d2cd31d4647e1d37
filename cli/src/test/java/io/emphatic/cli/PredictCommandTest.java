package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.logs.file.Outputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code emphatic predict}, from outside. */
class PredictCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @Test
    void aModelPredictsWhatWasLearned() throws IOException {
        String model = directory.resolve("m.json").toString();
        String file = directory.resolve("p.csv").toString();
        JsonNode learned = JSON.readTree(VectorLog.run(VectorLog.arguments("episodes"), "--json", "--model", model)
                .out());
        String log = VectorLog.FOLDER.resolve("episodes.csv").toString();

        JsonNode predicted = JSON.readTree(
                Run.emphatic("predict", log, "--model", model, "--json").out());
        double mean = predicted.get("predictions").get(0).get("mean_prediction").asDouble();
        assertThat(mean)
                .isCloseTo(
                        learned.get("predictions").get(0).get("mean_prediction").asDouble(), within(1e-12));
        assertThat(predicted.get("predictions").get(0).get("values")).hasSize(445);

        Run csv = Run.emphatic("predict", log, "--model", model);
        assertThat(csv.out().lines()).hasSize(446).element(0).isEqualTo("row,prediction");

        Run written = Run.emphatic("predict", log, "--model", model, "--predictions", file);
        assertThat(written.out()).startsWith("445 rows of");
        assertThat(Files.readAllLines(Path.of(file))).hasSize(446).element(0).isEqualTo("ep,t,prediction");
        JsonNode beside = JSON.readTree(Run.emphatic("predict", log, "--model", model, "--predictions", file, "--json")
                .out());
        assertThat(beside.at("/predictions/0/mean_prediction").asDouble()).isEqualTo(mean);
        assertThat(beside.at("/predictions/0").has("values")).isFalse();
    }

    @Test
    void aPredictionThatDivergedPredictsNothingAndSaysSo() throws IOException {
        Files.writeString(directory.resolve("old.csv"), "x,reward\n" + "1,1\n2,1\n".repeat(200));
        Path fresh = Files.writeString(directory.resolve("new.csv"), "x\n1\n\"\"\n");
        Path spec = Files.writeString(
                directory.resolve("s.yaml"),
                "log: old.csv\nfeatures: x\ndiscount: 1\npredictions:\n"
                        + "  wild: {algorithm: {name: td, step_size: 100}}\n  tame: {algorithm: {name: td, step_size: 0.001}}\n");
        String model = directory.resolve("m.json").toString();
        Run.emphatic("learn", spec.toString(), "--model", model);
        Run run = Run.emphatic("predict", fresh.toString(), "--model", model);
        assertThat(run.err()).contains("warning: wild diverged at step").contains("1 of 2 rows have a feature that is");
        assertThat(run.out().lines()).element(1).asString().matches("1,,[0-9.]+");
        JsonNode document = JSON.readTree(Run.emphatic("predict", fresh.toString(), "--model", model, "--json")
                .out());
        assertThat(document.at("/predictions/0/diverged_at").isNumber()).isTrue();
        assertThat(document.at("/predictions/0/mean_prediction").isNull()).isTrue();
        assertThat(document.at("/predictions/1/diverged_at").isNull()).isTrue();
    }

    @Test
    void categoriesThatTheModelDoesNotKnowAreCounted() throws IOException {
        Files.writeString(directory.resolve("old.csv"), "k,reward\n0.0,1\n0.5,2\n1.0,3\n0.0,1\n");
        Path fresh = Files.writeString(directory.resolve("new.csv"), "k\n0\n1\n7\n");
        Path spec = Files.writeString(
                directory.resolve("s.yaml"),
                "log: old.csv\nfeatures: {onehot: k}\ndiscount: 0.5\npredictions: {v: {algorithm: td}}\n");
        String model = directory.resolve("m.json").toString();
        assertThat(Run.emphatic("learn", spec.toString(), "--model", model).code())
                .isZero();
        Run run = Run.emphatic("predict", fresh.toString(), "--model", model);
        assertThat(run.err()).startsWith("warning: 1 of 3 rows have a category that was not in the log learned from");
        assertThat(run.out().lines().toList().get(1)).doesNotEndWith(",0.0");
        assertThat(run.out().lines().toList().get(3)).endsWith(",0.0");
        JsonNode document = JSON.readTree(Run.emphatic("predict", fresh.toString(), "--model", model, "--json")
                .out());
        assertThat(document.get("unknown_categories").asInt()).isEqualTo(1);
        assertThat(document.at("/warnings/0").asText()).startsWith("1 of 3 rows have a category");
    }

    @Test
    void predictionsThatAnotherRunWritesAreRefusedBeforeTheLogIsOpened() throws IOException {
        Path file = directory.resolve("p.csv");
        String[] arguments = {
            "predict",
            directory.resolve("missing.csv").toString(),
            "--model",
            directory.resolve("m.json").toString(),
            "--predictions",
            file.toString()
        };
        try (Outputs.Locks held = new Outputs().add("predictions", file).lock(null)) {
            assertThat(held).isNotNull();
            Run run = Run.emphatic(arguments);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err())
                    .contains("the predictions file " + file + " is being written by another run: process ");
        }
        assertThat(Run.emphatic(arguments).err()).contains("missing.csv").doesNotContain("another run");
    }
}
