package io.emphatic.documents.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.documents.source.SourceReader.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceReaderTest {
    private static final String YAML = """
            # a comment
            name: walk
            nested:
              list:
                - 1
                - {p: 1/2}
            """;

    @TempDir
    private Path directory;

    private static Mapping yaml(String text) {
        return SourceReader.parse("a test", "s.yaml", text);
    }

    private static Node value(String scalar) {
        return yaml("a:\n  x: " + scalar).get("a").mapping().entries().get("x");
    }

    @Test
    void everyValueKnowsItsLineAndPath() {
        Mapping file = yaml(YAML);
        assertThat(file.line).isEqualTo(2);
        assertThat(file.path()).isEmpty();
        Node list = file.get("nested").mapping().get("list");
        assertThat(list.path()).isEqualTo("nested.list");
        assertThat(list.line).isEqualTo(4);
        Node p = list.items().get(1).mapping().get("p");
        assertThat(p.path()).isEqualTo("nested.list[1].p");
        assertThat(p.name()).isEqualTo("p");
        assertThat(p.line).isEqualTo(6);
        assertThat(p.number()).isEqualTo(0.5);
        assertThat(list.items().get(0).name()).isEqualTo("list[0]");
        assertThat(list.items().get(0).line).isEqualTo(5);
    }

    @Test
    void anAliasIsWhatItsAnchorIsInItsOwnPlace() {
        Mapping file = yaml("a: &p {x: 1, y: [2, 3]}\nb: *p\nc: {x: &five 5}\nd: *five");
        Node copied = file.get("b").mapping().get("y").items().get(1);
        assertThat(copied.number()).isEqualTo(3);
        assertThat(copied.path()).isEqualTo("b.y[1]");
        assertThat(file.get("d").number()).isEqualTo(5);
        assertThatThrownBy(() -> yaml("a: *p\nb: &p [1]"))
                .hasMessageContaining("*p stands for nothing: there is no &p before it");
        assertThatThrownBy(() -> yaml("a: &p 1\nb: &p 2"))
                .hasMessageContaining("&p is there twice (p, line 2 of s.yaml)");
        assertThat(yaml("a: b && c").get("a").text()).isEqualTo("b && c");
        assertThatThrownBy(() -> yaml("a: &a [*a]")).hasMessageContaining("there is no &a before it");
    }

    @Test
    void aMergeKeyGivesWhatIsNotWrittenInThePlaceItself() {
        Mapping file = yaml("a: &a {x: 1, y: 2}\nb: &b {z: 3, x: 9}\nc: {x: 5, <<: *a}\nd: {<<: [*a, *b]}\n");
        assertThat(file.get("c").mapping().entries().keySet()).containsExactly("x", "y");
        assertThat(file.get("c").mapping().get("x").number()).isEqualTo(5);
        assertThat(file.get("d").mapping().get("x").number()).isEqualTo(1);
        assertThat(file.get("d").mapping().get("z").path()).isEqualTo("d.z");
        assertThatThrownBy(() -> yaml("a: &a 1\nb: {<<: *a}")).isInstanceOf(SourceException.class);
    }

    @Test
    void aFewAliasesDoNotFillTheMemory() {
        StringBuilder laughs = new StringBuilder("l0: &l0 [ha, ha]\n");
        for (int k = 1; k <= 40; k++) {
            laughs.append("l" + k + ": &l" + k + " [*l" + (k - 1) + ", *l" + (k - 1) + "]\n");
        }
        assertThatThrownBy(() -> yaml(laughs.toString()))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("aliases stand for more than 100000 values");
    }

    @Test
    void jsonIsReadLikeYaml() {
        Mapping file = SourceReader.parse("a test", "s.JSON", "{\"a\":\n {\"x\": [1, \"2\", null]}}");
        List<Node> items = file.get("a").mapping().get("x").items();
        assertThat(items.get(1).whole()).isEqualTo(2);
        assertThat(items.get(2).isNothing()).isTrue();
        assertThatThrownBy(() -> items.get(2).number())
                .hasMessage("x[2] is not a finite number: nothing (a.x[2], line 2 of s.JSON)");
        assertThatThrownBy(() -> SourceReader.parse("a test", "s.json", "{\"a\": NaN}")
                        .get("a")
                        .number())
                .hasMessage("a is not a finite number: NaN (line 1 of s.json)");
    }

    @Test
    void theRemedyOfAnErrorStandsBehindItsPlace() {
        assertThat(value("1").error("x is wrong\nTry 2.")).hasMessage("x is wrong (a.x, line 2 of s.yaml)\nTry 2.");
        assertThat(value("1").error("a.x is wrong")).hasMessage("a.x is wrong (line 2 of s.yaml)");
    }

    @Test
    void whatAConstructorRefusesGetsTheNearestPlace() {
        Mapping file = yaml("a:\n  x: 1");
        Node outer = file.get("a");
        assertThatThrownBy(() -> outer.check(() -> {
                    throw new IllegalArgumentException("too few\nTake more.");
                }))
                .hasMessage("too few (a, line 1 of s.yaml)\nTake more.");
        assertThatThrownBy(() -> outer.check(() -> outer.mapping().get("x").mapping()))
                .hasMessage("x should be a map, not 1 (a.x, line 2 of s.yaml)");
        assertThat(outer.check(() -> 3)).isEqualTo(3);
    }

    @Test
    void anUnknownKeyIsNamedWithItsLineAndWhatThereIs() {
        Mapping file = yaml("runs: 1\nstep: 2");
        assertThatThrownBy(() -> file.requireKeys("a test", List.of("runs", "steps"), (typed, known) -> ": steps?"))
                .hasMessage("a test has no step: steps? (step, line 2 of s.yaml)\nThere are: runs, steps");
        file.requireKeys("a test", List.of("step", "runs"), (typed, known) -> "");
        assertThatThrownBy(() -> file.get("seed")).hasMessage("seed is missing (line 1 of s.yaml)");
        assertThatThrownBy(() -> yaml("a: 1\nb:\na: 2")).hasMessage("a is given twice (line 3 of s.yaml)");
        assertThatThrownBy(() -> yaml("b:").get("b")).hasMessage("b is missing (line 1 of s.yaml)");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "-0.5, -0.5", "1e-3, 0.001", ".5, 0.5", "6/7, 0.8571428571428571", "1_000, 1000", "'\"2\"', 2"})
    void numbersAreWrittenInManyWays(String text, double number) {
        assertThat(value(text).number()).isEqualTo(number);
        assertThat(value(text).numberOrInfinity()).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inf", ".inf", "+.Inf", "Infinity", "∞"})
    void infinityIsWrittenInManyWaysWhereItIsAllowed(String text) {
        assertThat(value(text).numberOrInfinity()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThatThrownBy(() -> value(text).number())
                .hasMessage("x is not a finite number: " + text + " (a.x, line 2 of s.yaml)");
    }

    @Test
    void aValueOfTheWrongKindIsRefusedWithWhatItIs() {
        refused("fast", Node::numberOrInfinity, "x is not a number: fast");
        refused(".nan", Node::numberOrInfinity, "x is not a number: .nan");
        refused("1/0", Node::number, "x is not a finite number: 1/0");
        refused("[1]", Node::number, "x is not a finite number: a list");
        refused("1.5", node -> node.numberIn(0, 1), "x is not in the interval [0, 1]: 1.5");
        refused("-1", node -> node.numberIn(0, Double.POSITIVE_INFINITY), "x is not in the interval [0, ∞): -1");
        refused("1.5", Node::whole, "x is not a whole number: 1.5");
        refused("1/2", Node::whole, "x is not a whole number: 1/2");
        refused("2147483648", Node::whole, "x is not a whole number below 2³¹: 2147483648");
        refused("1e999999999", Node::whole, "x is not a whole number below 2⁶³: 1e999999999");
        refused("few", Node::wholeLong, "x is not a whole number below 2⁶³: few");
        refused("yes", Node::isTrue, "x is neither true nor false: yes");
        refused("{}", Node::text, "x should be a name, not a map");
        refused("''", Node::text, "x should be a name, not nothing");
        refused("1", Node::sequence, "x should be a list, not 1");
    }

    private static void refused(String text, Function<Node, ?> reading, String message) {
        assertThatThrownBy(() -> reading.apply(value(text)))
                .isInstanceOf(SourceException.class)
                .hasMessage(message + " (a.x, line 2 of s.yaml)");
    }

    @Test
    void wholeNumbersAreExact() {
        assertThat(value("9223372036854775807").wholeLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(value("1e3").whole()).isEqualTo(1000);
        assertThat(value("-8.0").whole()).isEqualTo(-8);
        assertThat(value("true").isTrue()).isTrue();
        assertThat(value("false").isTrue()).isFalse();
    }

    @Test
    void aFileThatIsNoMapOrNotInTheFormatIsRefusedWithItsLine() {
        assertThatThrownBy(() -> yaml("just words"))
                .hasMessage("the file is not a map that describes a test (line 1 of s.yaml)");
        assertThatThrownBy(() -> yaml("")).hasMessageStartingWith("the file is not a map");
        assertThatThrownBy(() -> yaml("a: 1\nb: [1\nc: 2"))
                .hasMessageMatching("not valid YAML: while parsing a flow sequence: .* \\(line 3 of s.yaml\\)");
        assertThatThrownBy(() -> SourceReader.parse("a test", "s.json", "{\"a\": [1,\n ]}"))
                .hasMessageMatching("not valid JSON: .* \\(line 2 of s.json\\)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: 1\n---\na: 2\n", "---\na: 1\n...\n---\nb: 2\n"})
    void aSecondDocumentIsNotPassedOver(String text) {
        assertThatThrownBy(() -> yaml(text))
                .hasMessageMatching("the file has more than one document: .* \\(line [35] of s.yaml\\)");
    }

    @Test
    void thereIsNothingBehindAJsonDocument() {
        assertThatThrownBy(() -> SourceReader.parse("a test", "s.json", "{\"a\": 1}\n{\"a\": 2}"))
                .hasMessageStartingWith("the file has more than one document");
    }

    @Test
    void switchesOfTheParserAreNotAdvised() {
        assertThatThrownBy(() -> SourceReader.parse("a test", "s.json", "{'a': 1}"))
                .hasMessageStartingWith("not valid JSON: ")
                .hasMessageNotContainingAny("Feature", "enable");
        assertThatThrownBy(() -> SourceReader.parse("a test", "s.json", "{\"a\": +1}"))
                .hasMessageStartingWith("not valid JSON: ")
                .hasMessageNotContainingAny("Feature", "enable");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        Path file = directory.resolve("s.yaml");
        assertThatThrownBy(() -> SourceReader.read("a test", file))
                .isInstanceOf(IOException.class)
                .hasMessage("there is no file " + file + " that describes a test");
        assertThatThrownBy(() -> SourceReader.read("a test", directory))
                .isInstanceOf(IOException.class)
                .hasMessage(directory + " is a directory, not a file that describes a test");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> SourceReader.read("a test", file))
                .isInstanceOf(IOException.class)
                .hasMessage("the file " + file + " is not text in UTF-8");
    }

    @Test
    void aByteOrderMarkIsSkippedAndEntriesCanBeRefusedAsTheyAreRead() throws IOException {
        Path file = Files.writeString(directory.resolve("s.json"), "\uFEFF{\"a\": 1}");
        assertThat(SourceReader.read("a test", file).get("a").whole()).isEqualTo(1);
        Files.writeString(file, "{\"a\": 1, broken");
        assertThatThrownBy(() -> SourceReader.read("a test", file, entry -> {
                    throw entry.error("refused " + entry.path());
                }))
                .hasMessage("refused a (a, line 1 of " + file + ")");
    }
}
