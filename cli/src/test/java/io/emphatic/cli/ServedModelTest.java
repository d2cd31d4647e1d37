package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.model.Model;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The nightly run and the served model, as {@code docs/learn.md} has them. */
class ServedModelTest {
    private static final Path DOCS = Path.of("..", "docs", "learn.md");
    private static final String PUMPS =
            Path.of("..", "examples", "pumps", "pumps.csv").toString();

    @TempDir
    private Path directory;

    private Path learned(String features, String... more) {
        Path file = directory.resolve("served.json");
        List<String> arguments = new ArrayList<>(List.of("learn", PUMPS, "--stream", "pump", "--order", "hour"));
        arguments.addAll(List.of("--features", features, "--cumulant", "water", "--discount", "0.95"));
        arguments.addAll(List.of("--behaviour", "mu", "--target", "pi_careful", "--algorithm", "elstd"));
        arguments.addAll(List.of("--model", file.toString()));
        arguments.addAll(List.of(more));
        Run run = Run.emphatic(arguments.toArray(new String[0]));
        assertThat(run.code()).as(run.err()).isZero();
        return file;
    }

    private static Run answered(String input, String... arguments) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return Run.emphatic(arguments);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void theExampleOfTheDocsPredictsWhatTheCommandPredicts() throws IOException {
        String served = learned("1, vibration, temperature").toString();
        Model model = Model.read(Path.of(served));
        double[] values = model.predict(Map.of("vibration", 0.2, "temperature", 51.0));
        assertThat(Files.readString(DOCS))
                .contains("double[] values = model.predict(Map.of(\"vibration\", 0.2, \"temperature\", 51.0));")
                .contains("--features \"1, vibration, temperature\"");
        Path rows = Files.writeString(directory.resolve("new.csv"), "vibration,temperature\n0.2,51\n");
        assertThat(Run.emphatic("predict", rows.toString(), "--model", served).out())
                .isEqualTo("row,prediction\n1," + values[0] + "\n");
        assertThat(answered("vibration,temperature\n0.2,51\n", "predict", "-", "--model", served)
                        .out())
                .isEqualTo("row,prediction\n1," + values[0] + "\n");
        assertThat(answered("{\"temperature\":51,\"vibration\":0.2}\n", "predict", "-", "--model", served, "--json")
                        .out())
                .isEqualTo("{\"row\":1,\"prediction\":" + values[0] + "}\n");
    }

    @Test
    void expressionsAreAnsweredLineByLineToo() throws IOException {
        String served = learned("1, (temperature - 50) / 10").toString();
        double[] weights = Model.read(Path.of(served)).predictions().get(0).weights();
        Run run = answered("temperature;x\n60;1\n;2\n", "predict", "-", "--model", served);
        assertThat(run.out()).isEqualTo("row,prediction\n1," + (weights[0] + weights[1]) + "\n2,\n");
        assertThat(run.code()).isZero();
        assertThat(run.err()).startsWith("warning: 1 of 2 rows have a feature that is NULL");
    }

    /** A row of lists, a row that holds its next state, an order with a step, and all columns of a name. */
    @Test
    void aModelIsServedWithTheColumnsOfAStateWhateverTheShapeOfItsLog() throws IOException {
        Files.writeString(directory.resolve("lists.json"), """
                {"ep": 1, "t": [0, 1, 3], "f1": [1, 2, 3], "f2": [0.5, 0.25, 0.125], "next_f1": [2, 3, 4], "next_f2": [0.25, 0.125, 1], "reward": [1, 2, 3]}
                {"ep": 2, "t": [4, 5, 6], "f1": [3, 1, 2], "f2": [1, 0, 1], "next_f1": [1, 2, 1], "next_f2": [0, 1, 0], "reward": [0, 1, 2]}
                """);
        String predictions = "discount: 0.5\npredictions: {v: {algorithm: {name: td, step_size: 0.1}}}\n";
        for (String shape : List.of(
                "unnest: true\nfeatures: [{bias: true}, 'f*']\n",
                "unnest: true\nstream: ep\norder: {by: t, step: 1}\nfeatures: [{scale: 'f*'}, {hash: {column: f1, size: 4}}]\n",
                "unnest: true\nnext: {prefix: next_}\nfeatures: [{cross: [f1, f2]}, {scale: [f1]}, f2]\n")) {
            Path spec = Files.writeString(directory.resolve("spec.yaml"), "log: lists.json\n" + shape + predictions);
            Path served = directory.resolve("shaped.json");
            Run learned = Run.emphatic("learn", spec.toString(), "--model", served.toString());
            assertThat(learned.code()).as(learned.err()).isZero();
            Path rows = Files.writeString(directory.resolve("rows.csv"), "f1,f2\n2,0.25\n3,1\n");
            String expected = Run.emphatic("predict", rows.toString(), "--model", served.toString())
                    .out();
            assertThat(expected.lines()).as(shape).hasSize(3).noneMatch(line -> line.endsWith(","));
            assertThat(answered(Files.readString(rows), "predict", "-", "--model", served.toString())
                            .out())
                    .as(shape)
                    .isEqualTo(expected);
            Model model = Model.read(served);
            assertThat("row,v\n1," + model.predict(Map.of("f1", 2, "f2", 0.25))[0] + "\n2,"
                            + model.predict(Map.of("f1", 3, "f2", 1))[0] + "\n")
                    .as(shape)
                    .isEqualTo(expected);
        }
    }

    @Test
    void aLogOnStandardInputIsLearnedFromAndEvaluatedAsAFile() throws IOException {
        String csv = "x,mu,pi,reward,terminated\n1,0.5,0.6,1,true\n2,0.5,0.4,2,true\n3,0.5,0.6,4,true\n";
        String lines = "{\"x\":1,\"mu\":0.5,\"pi\":0.6,\"reward\":1,\"terminated\":true}\n"
                + "{\"x\":2,\"mu\":0.5,\"pi\":0.4,\"reward\":2,\"terminated\":true}\n"
                + "{\"x\":3,\"mu\":0.5,\"pi\":0.6,\"reward\":4,\"terminated\":true}\n";
        Path file = Files.writeString(directory.resolve("log.csv"), csv);
        String question = " --behaviour mu --target pi --discount 1 --features 1,x --json";
        for (String verb : List.of("learn ", "evaluate ")) {
            String expected = Run.emphatic((verb + file + question).split(" ")).out();
            for (String input : List.of(csv, lines)) {
                Run run = answered(input, (verb + "-" + question).split(" "));
                assertThat(run.out()).as(run.err()).isEqualTo(expected.replace(file.toString(), "standard input"));
            }
        }
    }

    @Test
    void aLineThatIsNoRowIsAnsweredEmptyAndTheRestGoesOn() {
        String served = learned("vibration").toString();
        Run run = answered(
                "vibration,x\n0.5,1\n0.5\nNA,2\n0.5,3\n", "predict", "-", "--model", served, "--csv-null", "NA");
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(2)).isEqualTo("2,");
        assertThat(lines.get(3)).isEqualTo("3,");
        assertThat(lines.get(4).substring(1)).isEqualTo(lines.get(1).substring(1));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("the first is row 2: the line has 1 value where the header has 2 names");
    }

    @Test
    void theSpecComesFromTheModelAndNotFromFlags() {
        String served = learned("vibration").toString();
        String next = directory.resolve("next.json").toString();
        Run run = Run.emphatic("learn", PUMPS, "--from", served, "--model", next);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("1,648, after 1,648 before");
        Run other = Run.emphatic("learn", PUMPS, "--from", served, "--model", next, "--discount", "0.9");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).startsWith("--discount is not for " + served + ", which knows its spec");
    }

    @Test
    void whatWasTypedWrongIsNotBlamedOnTheLog() {
        Run run = Run.emphatic(
                "learn",
                PUMPS,
                "--features",
                "vibration",
                "--cumulant",
                "water",
                "--discount",
                "0.9",
                "--lambda",
                "1.5");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("prediction: lambda is not in the interval [0, 1]: 1.5");
    }

    @Test
    void functionsThatTellTheTimeAndSeveralColumnsAreRefused() {
        for (String text : List.of("now()", "txid_current()", "current_date", "epoch(current_timestamp)", "random()")) {
            Run run = Run.emphatic("learn", PUMPS, "--features", "vibration, " + text, "--discount", "0.9");
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("is no function of the row: a run could not be repeated");
        }
        Run run = Run.emphatic("learn", PUMPS, "--features", "columns('v.*')", "--discount", "0.9");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("columns(…) would be several");
    }

    @Test
    void malformedLinesAndHeadersWithoutRowsAreToldInPlainWords() throws IOException {
        StringBuilder rows = new StringBuilder("a,reward\n");
        for (int k = 0; k < 3000; k++) {
            rows.append(k).append(",1\n");
        }
        Path malformed = Files.writeString(directory.resolve("bad.csv"), rows + "7\n8,1\n");
        Run run = Run.emphatic("learn", malformed.toString(), "--features", "a", "--discount", "0.9");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo(malformed + " cannot be read as a log: line 3002 has 1 value where the header has 2 names\n"
                        + "  7\n");
        Path header = Files.writeString(directory.resolve("header.csv"), "a,reward\n");
        Run empty = Run.emphatic("learn", header.toString(), "--features", "a", "--discount", "0.9");
        assertThat(empty.err()).isEqualTo(header + " has no rows\n");
        Run suggested = Run.emphatic(
                "predict", header.toString(), "--model", learned("vibration").toString());
        assertThat(suggested.err()).doesNotContain("Exception").doesNotContain("Error:");
    }

    @Test
    void readingCanBeGivenItsMeans() throws IOException {
        Path log = Files.writeString(directory.resolve("d.txt"), "a;reward\n'1;';1\n'2;';NA\n");
        Run run = Run.emphatic(
                "learn",
                log.toString(),
                "--features",
                "length(a)",
                "--cumulant",
                "coalesce(reward, 0)",
                "--discount",
                "0.9",
                "--csv-delimiter",
                ";",
                "--csv-quote",
                "'",
                "--csv-null",
                "NA",
                "--memory",
                "200MB",
                "--threads",
                "1",
                "--temp-dir",
                directory.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Run.emphatic("learn", log.toString(), "--features", "a", "--discount", "0.9", "--memory", "much")
                        .err())
                .startsWith("the memory is not a size such as 500MB or 4GB: much");
        assertThat(Run.emphatic("learn", log.toString(), "--features", "a", "--discount", "0.9", "--csv-quote", "xx")
                        .err())
                .startsWith("csv: the quote is not one character: xx");
    }
}
