package io.emphatic.lab.mdpfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.mdpfile.MdpFile.FileProblem;
import io.emphatic.lab.simulation.Chain;
import io.emphatic.lab.simulation.Simulator;
import io.emphatic.lab.theory.Theory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MdpFileTest {
    /** The one that the documentation shows. */
    private static final Path EXAMPLE = Path.of("..", "docs", "mdp.yaml");

    @TempDir
    private Path directory;

    private Mdp read(String text) throws IOException {
        return read("test.yaml", text);
    }

    private Mdp read(String name, String text) throws IOException {
        return MdpFile.read(Files.writeString(directory.resolve(name), text));
    }

    private static String example() throws IOException {
        return Files.readString(EXAMPLE);
    }

    @Test
    void aPolicyForAllStatesHoldsWhereNoneIsNamed() throws IOException {
        String all = "{all: {stay: 0.25, go: 0.75}, right: {go: 1}}";
        Mdp mdp = read(example()
                .replaceFirst("behaviour: .*", "behaviour: {all: {stay: 0.5, go: 0.5}}")
                .replaceFirst("target: .*", "target: " + all));
        assertThat(mdp.behaviour()).isDeepEqualTo(new double[][] {{0.5, 0.5}, {0.5, 0.5}});
        assertThat(mdp.questions().get(0).policy()).isDeepEqualTo(new double[][] {{0.25, 0.75}, {0, 1}});
    }

    @Test
    void theExampleIsReadAsItStands() throws IOException {
        Mdp mdp = MdpFile.read(EXAMPLE);
        assertThat(mdp.name()).isEqualTo("mdp.yaml");
        assertThat(mdp.states()).containsExactly("left", "right");
        assertThat(mdp.actions()).containsExactly("stay", "go");
        assertThat(mdp.outcomes()[0][1]).containsExactly(new Outcome(1, 1, 1));
        assertThat(mdp.outcomes()[1][0]).containsExactly(new Outcome(1, 0.5, 0), new Outcome(0, 0.5, -1));
        assertThat(mdp.behaviour()[1]).containsExactly(0.5, 0.5);
        assertThat(mdp.questions()).hasSize(1);
        assertThat(mdp.questions().get(0).policy()[0]).containsExactly(0, 1);
        assertThat(mdp.questions().get(0).discount()).containsExactly(0.9, 0.9);
        assertThat(mdp.questions().get(0).lambda()).containsExactly(0, 0.9);
        assertThat(mdp.questions().get(0).interest()).containsExactly(1, 1);
        assertThat(mdp.features()[1]).containsExactly(1, 2);
        assertThat(mdp.start()).containsExactly(1, 0);
    }

    @Test
    void theSameInJsonIsTheSame() throws IOException {
        Mdp mdp = read("test.json", """
                {"states": ["left", "right"], "actions": ["stay", "go"],
                 "transitions": {"left": {"stay": [{"to": "left", "p": 1}], "go": {"to": "right", "reward": 1}},
                                 "right": {"stay": [{"to": "right", "p": 0.5}, {"to": "left", "p": "1/2", "reward": -1}],
                                           "go": [{"to": "left", "p": 1}]}},
                 "behaviour": {"left": {"stay": 0.5, "go": 0.5}, "right": {"stay": 0.5, "go": 0.5}},
                 "targets": {"one": {"left": {"go": 1}, "right": {"stay": 0.2, "go": 0.8}},
                             "two": {"left": {"stay": 1}, "right": {"go": 1}}},
                 "discount": {"left": 0.9, "right": 0.9}, "lambda": {"left": 0, "right": 0.9},
                 "features": {"left": [1, 0], "right": [1, 2]}, "start": {"left": 0.5, "right": 0.5}}
                """);
        Mdp yaml = MdpFile.read(EXAMPLE);
        assertThat(mdp.outcomes()).isDeepEqualTo(yaml.outcomes());
        assertThat(mdp.questions()).hasSize(2).extracting("name").containsExactly("one", "two");
        assertThat(Theory.of(mdp).get(0).value())
                .containsExactly(Theory.of(yaml).get(0).value(), within(1e-15));
        assertThat(mdp.start()).containsExactly(0.5, 0.5);
    }

    @Test
    void anEndNeedsNothingButItsName() throws IOException {
        Mdp mdp = read("""
                states: [a, b, end]
                actions: [go]
                transitions: {a: {go: {to: b}}, b: {go: [{to: a, p: 1/3}, {to: end, p: 2/3, reward: 1}]}, end: {}}
                behaviour: {a: {go: 1}, b: {go: 1}}
                target: {a: {go: 1}, b: {go: 1}}
                discount: 1
                features: {a: [1], b: [2]}
                start: a
                """);
        Theory theory = Theory.of(mdp).get(0);
        assertThat(theory.value()).containsExactly(new double[] {1, 1, 0}, within(1e-12));
        assertThat(theory.stationary()).containsExactly(new double[] {0.5, 0.5, 0}, within(1e-12));
        assertThat(theory.question().interest()).containsExactly(1, 1, 1);
    }

    @Test
    void tabularFeaturesNeedNotBeWrittenOut() throws IOException {
        Mdp mdp = read(example().replaceAll("features: .*", "features: tabular"));
        assertThat(mdp.features()).isDeepEqualTo(new double[][] {{1, 0}, {0, 1}});
        assertThat(mdp.featureNames()).containsExactly("left", "right");
    }

    /** What is wrong in the example, and what is said about it. Everything in one line. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            p: 0.5}, {          | p: 0.4}, {            | the probabilities sum to 0.9, not 1 (transitions.right.stay, line 6 of test.yaml)
            to: right, p: 1     | to: rihgt, p: 1       | there is no state rihgt: did you mean right? (transitions.left.go[0].to, line 5 of test.yaml)
            go: 0.5}}           | goo: 0.5}}            | there is no action goo: did you mean go? (behaviour.all.goo, line 7 of test.yaml)
            reward: -1          | reward: .nan          | reward is not a finite number: .nan (transitions.right.stay[1].reward, line 6 of test.yaml)
            reward: -1          | reward: NaN           | reward is not a finite number: NaN (transitions.right.stay[1].reward, line 6 of test.yaml)
            reward: -1          | rewrd: -1             | 'an outcome has no rewrd: did you mean reward? (transitions.right.stay[1].rewrd, line 6 of test.yaml)\nThere are: to, p, reward'
            p: 0.5}, {          | p: 1.5}, {            | p is not in the interval [0, 1]: 1.5 (transitions.right.stay[0].p, line 6 of test.yaml)
            stay: 0.2, go: 0.8  | stay: 0.2, go: 0.7    | the probabilities sum to 0.8999999999999999, not 1 (target.right, line 8 of test.yaml)
            stay: 0.2, go: 0.8  | stay: -0.2, go: 1     | stay is not in the interval [0, 1]: -0.2 (target.right.stay, line 8 of test.yaml)
            'target:    {left: {go: 1}, ' | 'target:    {' | target does not say what to do in state left (line 8 of test.yaml)
            target:             | '# target:'           | target is missing, and there are no targets either (line 2 of test.yaml)
            behaviour:          | '# behaviour:'        | behaviour is missing (line 2 of test.yaml)
            discount: 0.9       | discount: 1.2         | discount is not in the interval [0, 1]: 1.2 (line 9 of test.yaml)
            discount: 0.9       | discount: [1]         | discount is not a finite number: a list (line 9 of test.yaml)
            'lambda: {left: 0, '| 'lambda: {'           | lambda of state left is missing (line 10 of test.yaml)
            interest: 1         | interest: -1          | interest is not in the interval [0, ∞): -1 (line 11 of test.yaml)
            right: [1, 2]       | right: [1, 2, 3]      | state right has 3 features, others have 2 (features.right, line 12 of test.yaml)
            right: [1, 2]       | up: [1, 2]            | there is no state up (features.up, line 12 of test.yaml)
            right: [1, 2]       | left: [1, 2]          | features.left is given twice (line 12 of test.yaml)
            start: left         | start: up             | there is no state up (start, line 13 of test.yaml)
            'states: [left, '   | 'states: [right, '    | state right is given twice (states[1], line 2 of test.yaml)
            actions: [stay, go] | actions: []           | actions is empty (line 3 of test.yaml)
            '[stay, go]'        | stay                  | actions should be a list, not stay (line 3 of test.yaml)
            """)
    void whatIsWrongIsSaidWithItsLine(String right, String wrong, String message) throws IOException {
        assertThat(example()).contains(right);
        String text = example().replace(right, wrong);
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message.replace(
                                "test.yaml", directory.resolve("test.yaml").toString())
                        .replace("\\n", "\n"));
    }

    @Test
    void anUnknownSettingIsNamedWithWhatThereIs() throws IOException {
        String text = example().replace("discount:", "gamma:");
        assertThatThrownBy(() -> read(text))
                .hasMessage("an MDP has no gamma (gamma, line 9 of " + directory.resolve("test.yaml")
                        + ")\nThere are: states, actions, transitions, behaviour, "
                        + "target, targets, discount, lambda, interest, features, start, initial_weights");
    }

    @Test
    void aFileThatIsNotYamlIsRefusedWithItsLine() {
        assertThatThrownBy(() -> read("states: [a\nb: {"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(".* \\(line \\d+ of .*test.yaml\\)");
        assertThatThrownBy(() -> read("test.json", "{\"states\": [\"a\",\n ]}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(".* \\(line 2 of .*test.json\\)");
        assertThatThrownBy(() -> read("just words")).hasMessageContaining("the file is not a map");
        assertThatThrownBy(() -> read("")).hasMessageContaining("the file is not a map");
    }

    @Test
    void aHundredThousandStatesAreRefusedBeforeTheRestIsRead() {
        String states = IntStream.range(0, 100_000).mapToObj(s -> "s" + s).collect(Collectors.joining(", "));
        assertThatThrownBy(() -> read("states: [" + states + "]\nactions: ["))
                .hasMessage(
                        "100000 states are too many: the exact theory is computed for at most 3000 (states, line 1 of "
                                + directory.resolve("test.yaml") + ")");
    }

    @Test
    void aFileThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> MdpFile.read(directory.resolve("none.yaml")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("there is no file")
                .hasMessageEndingWith("none.yaml that describes an MDP");
        assertThatThrownBy(() -> MdpFile.read(directory)).hasMessageContaining("is a directory");
    }

    @Test
    void whatIsNotYamlIsToldWithItsLine() throws IOException {
        String open = example().replace("[left, right]", "[left, right");
        assertThatThrownBy(() -> read(open))
                .hasMessage("not valid YAML: while parsing a flow sequence: expected ',' or ']', but got :"
                        + " (line 3 of " + directory.resolve("test.yaml") + ")");
    }

    @Test
    void aFileThatIsNoTextIsToldSo() throws IOException {
        for (String name : new String[] {"bytes.yaml", "bytes.json"}) {
            Path file = Files.write(directory.resolve(name), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
            assertThatThrownBy(() -> MdpFile.read(file))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the file " + file + " is not text in UTF-8");
        }
    }

    private static final String CHAIN = """
            states: [a, b, c, end]
            actions: [left, right]
            transitions:
              a: {left: {to: end}, right: {to: b}}
              b: {left: {to: a}, right: {to: c}}
              c: {left: {to: b}, right: {to: end, reward: 1}}
              end: {}
            behaviour: {a: {left: 0.5, right: 0.5}, b: {left: 0.5, right: 0.5}, c: {left: 0.5, right: 0.5}}
            discount: 1
            features: {a: [1, 0], b: [1, 1], c: [0, 1]}
            start: b
            """;

    @Test
    void aFileSaysWhereLearningStartsAndHasSeveralTargets() throws IOException {
        FileProblem problem =
                MdpFile.problem(Files.writeString(directory.resolve("chain.yaml"), CHAIN + """
                initial_weights: [3, -1/2]
                targets:
                  right: {a: {right: 1}, b: {right: 1}, c: {right: 1}}
                  cautious:
                    policy: {a: {right: 1}, b: {left: 0.5, right: 0.5}, c: {left: 1}}
                    discount: 0.9
                    lambda: {a: 0, b: 0.5, c: 1}
                    interest: {a: 2, b: 0, c: 1}
                    cumulant: {a: 5}
                    learns_in: [a, c]
                """), Map.of());
        assertThat(problem.initialWeights()).containsExactly(3, -0.5);
        assertThat(problem.mdp().questions()).extracting(Question::name).containsExactly("right", "cautious");
        Question right = problem.mdp().questions().get(0);
        Question cautious = problem.mdp().questions().get(1);
        assertThat(right.discount()).containsOnly(1);
        assertThat(right.cumulant()).isEmpty();
        assertThat(cautious.discount()).containsOnly(0.9);
        assertThat(cautious.lambda()).containsExactly(0, 0.5, 1, 0);
        assertThat(cautious.interest()).containsExactly(2, 0, 1, 0);
        assertThat(cautious.cumulant()).containsExactly(5, 0, 0, 0);
        assertThat(problem.learnsFrom(right, 1)).isTrue();
        assertThat(problem.learnsFrom(cautious, 0)).isTrue();
        assertThat(problem.learnsFrom(cautious, 1)).isFalse();
    }

    @Test
    void valuesBesideAFileStandInPlaceOfItsOwn() throws IOException {
        Path file = Files.writeString(
                directory.resolve("chain.yaml"), CHAIN + "target: {a: {right: 1}, b: {right: 1}, c: {right: 1}}");
        Map<String, Node> instead = SourceReader.parse("values", "test", "discount: 0.5\nlambda: {a: 0, b: 1, c: 0.5}")
                .entries();
        Question question = MdpFile.problem(file, instead).mdp().questions().get(0);
        assertThat(question.discount()).containsOnly(0.5);
        assertThat(question.lambda()).containsExactly(0, 1, 0.5, 0);
        Map<String, Node> unknown =
                SourceReader.parse("values", "test", "discout: 0.5").entries();
        assertThatThrownBy(() -> MdpFile.problem(file, unknown))
                .hasMessageStartingWith("an MDP has no discout: did you mean discount? (discout, line 1 of test)");
    }

    @Test
    void asManyInitialWeightsAsFeaturesAreWanted() {
        assertThatThrownBy(() -> read(CHAIN + "target: {a: {right: 1}, b: {right: 1}, c: {right: 1}}\n"
                        + "initial_weights: [1, 2, 3]"))
                .hasMessageContaining("there are 3 initial weights for 2 features (initial_weights, line 13");
    }

    @Test
    void aSimulatedFileStartsAnewAfterAnEndAsItsTheorySays() throws IOException {
        Mdp mdp = read(CHAIN + "target: {a: {right: 1}, b: {right: 1}, c: {right: 1}}");
        double[] d = Theory.of(mdp).get(0).stationary();
        Simulator simulator = new Simulator(mdp, Chain.of(mdp, mdp.behaviour()), Seeds.generator(4));
        Chain chain = Chain.of(mdp, mdp.behaviour());
        int steps = 400_000;
        double[] visits = new double[4];
        for (int t = 0; t < steps; t++) {
            visits[chain.from(simulator.step())] += 1.0 / steps;
        }
        assertThat(d[3]).isZero();
        assertThat(visits[3]).isZero();
        // five standard errors of a share near ½ if steps were independent, with room for their correlation
        assertThat(visits).containsExactly(d, within(0.005));
    }
}
