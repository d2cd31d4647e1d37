package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of several files that are named one by one, as a shell does with {@code logs/*.csv} without quotes. */
class SeveralFilesTest {
    private static final Path PUMPS = Path.of("../examples/pumps/pumps.csv");

    @TempDir
    private Path directory;

    private String first;
    private String second;

    /** The parts are so named that the order in which they are given is not that of their names. */
    @BeforeEach
    void cut() throws IOException {
        List<String> lines = Files.readAllLines(PUMPS);
        first = part("z.csv", lines, 1, 1000);
        second = part("a.csv", lines, 1000, lines.size());
    }

    private String part(String name, List<String> lines, int from, int to) throws IOException {
        List<String> part = new ArrayList<>(List.of(lines.get(0)));
        part.addAll(lines.subList(from, to));
        return Files.write(directory.resolve(name), part).toString();
    }

    private static Run run(String verb, List<String> logs, String... options) {
        List<String> arguments = new ArrayList<>(List.of(verb));
        arguments.addAll(logs);
        arguments.addAll(List.of(options));
        return Run.emphatic(arguments.toArray(new String[0]));
    }

    /** The rows in the order of the files: no order is named. */
    private static Run learn(List<String> logs, String... more) {
        List<String> options = new ArrayList<>(List.of("--features", "1, vibration", "--cumulant", "water"));
        options.addAll(List.of("--discount", "0.9", "--algorithm", "td", "--step-size", "0.01", "--json"));
        options.addAll(List.of(more));
        return run("learn", logs, options.toArray(new String[0]));
    }

    private String withoutName(Run run) {
        assertThat(run.code()).as(run.err()).isZero();
        return run.out()
                .replace(first + ", " + second, "LOG")
                .replace(directory.toString(), "..")
                .replace(PUMPS.toString(), "LOG");
    }

    @Test
    void filesAreReadInTheOrderInWhichTheyAreGiven() {
        String whole = withoutName(learn(List.of(PUMPS.toString())));
        assertThat(withoutName(learn(List.of(first, second)))).isEqualTo(whole);
        assertThat(withoutName(learn(List.of(second, first)))).isNotEqualTo(whole);
    }

    @Test
    void everyVerbThatTakesALogTakesSeveralFiles() throws IOException {
        Path model = directory.resolve("model.json");
        assertThat(learn(List.of(first, second), "--model", model.toString()).code())
                .isZero();
        Run predicted = run("predict", List.of(first, second), "--model", model.toString());
        assertThat(predicted.out())
                .isEqualTo(run("predict", List.of(PUMPS.toString()), "--model", model.toString())
                        .out());

        String[] question = {
            "--stream",
            "pump",
            "--order",
            "hour",
            "--behaviour",
            "mu",
            "--target",
            "pi_careful",
            "--cumulant",
            "water",
            "--discount",
            "0.95",
            "--features",
            "1, vibration",
            "--json"
        };
        assertThat(withoutName(run("evaluate", List.of(first, second), question)))
                .isEqualTo(withoutName(run("evaluate", List.of(PUMPS.toString()), question)));
    }

    @Test
    void aSpecNamesSeveralFilesInAList() throws IOException {
        String rest = "features: 1, vibration\ncumulant: water\ndiscount: 0.9\n"
                + "predictions: {prediction: {algorithm: {name: td, step_size: 0.01}}}\n";
        Path spec = Files.writeString(directory.resolve("spec.yaml"), "log: [z.csv, a.csv]\n" + rest);
        String whole = withoutName(learn(List.of(PUMPS.toString())));
        assertThat(withoutName(run("learn", List.of(spec.toString()), "--json")))
                .isEqualTo(whole);
        assertThat(withoutName(run("learn", List.of(first, second), "--spec", spec.toString(), "--json")))
                .isEqualTo(whole);
        assertThat(run("learn", List.of(first, second), "--suggest").out())
                .contains("\nlog: [" + first + ", " + second);
    }

    @Test
    void whatIsNoLogOfSeveralFilesIsRefused() throws IOException {
        assertThat(learn(List.of(first, first)).err()).startsWith("the log has the file " + first + " twice");
        assertThat(learn(List.of(first, "nothing.csv")).err()).startsWith("there is no log nothing.csv");
        String json =
                Files.writeString(directory.resolve("b.jsonl"), "{\"x\": 1}\n").toString();
        assertThat(learn(List.of(first, json)).err())
                .startsWith("the files of a log are of one kind: " + first + " is CSV, and " + json + " is JSON lines");
        assertThat(learn(List.of(first, "spec.yaml")).err())
                .startsWith("a spec is given alone, or as --spec beside the files of a log: " + first + " spec.yaml");
    }

    @Test
    void whatWasWrittenIsSaid() {
        Path model = directory.resolve("m.json");
        Path models = directory.resolve("m.jsonl");
        String[] options = {
            "--stream",
            "pump",
            "--order",
            "hour",
            "--features",
            "1, vibration",
            "--cumulant",
            "water",
            "--discount",
            "0.9",
            "--algorithm",
            "td",
            "--step-size",
            "0.01"
        };
        List<String> alone = new ArrayList<>(List.of(options));
        alone.addAll(List.of("--per", "stream", "--models", models.toString()));
        List<String> shared = new ArrayList<>(List.of(options));
        shared.addAll(List.of("--model", model.toString()));
        assertThat(run("learn", List.of(first), shared.toArray(new String[0])).out())
                .endsWith("\n\nThe model is in " + model + "\n");
        assertThat(run("learn", List.of(first), alone.toArray(new String[0])).out())
                .endsWith("\n\nThe models are in " + models + "\n");
    }
}
