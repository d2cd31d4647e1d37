package io.emphatic.logs.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.spec.FeatureBlock.Bias;
import io.emphatic.logs.spec.FeatureBlock.Expressions;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureBlock.Tiles;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Specs in YAML. */
class SpecReaderTest {
    @TempDir
    private Path directory;

    private SpecReader.Document read(String yaml) throws IOException {
        return SpecReader.read(Files.writeString(directory.resolve("spec.yaml"), yaml));
    }

    @Test
    void aTargetGivesEveryActionItsProbabilityInEveryStateWhereverItStands() throws IOException {
        String log = "log: a.csv\naction: act\nfeatures: x\nbehaviour: mu\ncumulant: r\ndiscount: 1\n";
        String cases = "CASE WHEN (act) = 'left' THEN 0.2 WHEN (act) = 'right' THEN 0.8 END";
        String map = "{left: 0.2, right: 0.8}";
        for (String policy : List.of(map, "{all: " + map + "}")) {
            for (String written : List.of(
                    "predictions: {go: {target: " + policy + "}}",
                    "targets: {go: " + policy + "}",
                    "target: " + policy,
                    "target: " + policy + "\npredictions: {go: {}}")) {
                assertThat(read(log + written).spec().predictions())
                        .as(written)
                        .extracting(Spec.Prediction::target)
                        .containsExactly(cases);
                Path file = Files.writeString(directory.resolve("spec.yaml"), log + written);
                assertThat(EvaluationReader.read(file, false).spec().byAction().values())
                        .as(written)
                        .containsExactly(Map.of("left", "0.2", "right", "0.8"));
                assertThat(TuningSpec.read(file).spec().predictions())
                        .extracting(Spec.Prediction::target)
                        .containsExactly(cases);
            }
        }
        for (String written :
                List.of("targets: {go: {all: " + map + ", oops: 1}}", "target: {left: 1, all: " + map + "}")) {
            Path file = Files.writeString(directory.resolve("spec.yaml"), log + written);
            assertThatThrownBy(() -> EvaluationReader.read(file, false))
                    .hasMessageContaining("stands for every state, so that nothing may stand beside it");
        }
        assertThatThrownBy(() -> read(log.replace("action: act\n", "") + "predictions: {go: {target: " + map + "}}"))
                .hasMessageContaining("gives each action a probability, and the action is missing")
                .hasMessageContaining("line 6");
    }

    @Test
    void theSpecOfTheDesignIsRead() throws IOException {
        SpecReader.Document document = read("""
                log: miner.parquet
                stream: run                # rows with the same value form one stream; optional
                order: t
                features: {onehot: block}  # or a list of expressions, or tiles over numeric columns
                behaviour: mu              # μ(A_t|S_t)
                predictions:
                  cautious:
                    target: pi_cautious    # π(A_t|S_t); or `ratio:` for ρ itself; absent = on-policy
                    cumulant: reward
                    discount: CASE WHEN trapped THEN 0 ELSE 0.99 END
                    lambda:   CASE block WHEN 'A' THEN 0 WHEN 'D' THEN 1 ELSE 0.9 END
                    interest: CASE WHEN block = 'A' THEN 1 ELSE 0 END
                    algorithm: {name: etd, step_size: 0.001, clip: 0.5}
                """);
        assertThat(document.log().name())
                .isEqualTo(directory.resolve("miner.parquet").toString());
        assertThat(document.spec())
                .isEqualTo(new Spec(
                        "run",
                        "t",
                        null,
                        null,
                        null,
                        List.of(new OneHot("block")),
                        List.of(new Spec.Prediction(
                                "cautious",
                                "mu",
                                "pi_cautious",
                                null,
                                "reward",
                                "CASE WHEN trapped THEN 0 ELSE 0.99 END",
                                "CASE block WHEN 'A' THEN 0 WHEN 'D' THEN 1 ELSE 0.9 END",
                                "CASE WHEN block = 'A' THEN 1 ELSE 0 END",
                                "etd",
                                Map.of("step_size", 0.001, "clip", 0.5)))));
    }

    @Test
    void blocksOfFeaturesFollowEachOther() throws IOException {
        Spec spec = read("""
                features:
                  - bias: true
                  - x, y * 2
                  - onehot: [a, b]
                  - tiles: {columns: [x, v], ranges: [[-1.2, 0.6], [-0.07, 0.07]], tilings: 8, bins: [8, 8], memory: 65536}
                  - expressions: [z]
                predictions: {p: {discount: 0.9, algorithm: td}}
                """).spec();
        assertThat(spec.features())
                .containsExactly(
                        new Bias(),
                        new Expressions("x, y * 2"),
                        new OneHot("a"),
                        new OneHot("b"),
                        new Tiles(
                                List.of("x", "v"),
                                List.of(List.of(-1.2, 0.6), List.of(-0.07, 0.07)),
                                8,
                                List.of(8, 8),
                                65536),
                        new Expressions("z"));
        assertThat(spec.predictions().get(0).algorithm()).isEqualTo("td");
    }

    @Test
    void whatStandsAtTheTopHoldsForEveryPredictionThatDoesNotSayOtherwise() throws IOException {
        List<Spec.Prediction> predictions = read("""
                features: x
                behaviour: mu
                target: pi
                discount: 0.9
                algorithm: {name: td, step_size: 0.1}
                predictions:
                  one:
                  two: {ratio: rho, discount: 0.5, algorithm: gtd}
                  three: {algorithm: {name: etd, step_size: auto}}
                """).spec().predictions();
        assertThat(predictions.get(0).target()).isEqualTo("pi");
        assertThat(predictions.get(0).parameters()).containsExactly(Map.entry("step_size", 0.1));
        assertThat(predictions.get(1).target()).isNull();
        assertThat(predictions.get(1).ratio()).isEqualTo("rho");
        assertThat(predictions.get(1).discount()).isEqualTo("0.5");
        assertThat(predictions.get(1).parameters()).isEmpty();
        assertThat(predictions.get(2).config().parameters()).containsEntry("step_size", Double.NEGATIVE_INFINITY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "features: x | predictions is missing",
                "predictions: {p: {discount: 1}} | there are no features",
                "{features: x, predictions: {}} | there is nothing to predict",
                "{features: x, predicts: {}} | a spec has no predicts: did you mean predictions?",
                "{features: x, predictions: {p: {discont: 1}}} | prediction p has no discont: did you mean discount?",
                "{features: {one_hot: x}, predictions: {p: {}}} | features has no one_hot: did you mean onehot?",
                "{features: x, predictions: {p: {algorithm: etb}}} | there is no algorithm etb: did you mean etd?",
                "{features: x, predictions: {p: {algorithm: {name: etd, stepsize: 1}}}} | etd has no parameter stepsize: did you mean step_size?",
                "{features: x, predictions: {p: {algorithm: {name: etd, clip: big}}}} | clip is not a number: big (predictions.p.algorithm.clip, line 1",
                "{features: x, predictions: {p: {target: pi}}} | has a target but no behaviour",
                "{features: x, predictions: {p: {target: pi, ratio: rho, behaviour: mu}}} | has both a target and a ratio",
                "{features: {tiles: {columns: [x], ranges: [[1, 0]]}}, predictions: {p: {}}} | a range is a smallest and a larger number",
                "{features: {tiles: {columns: [x], bins: [0]}}, predictions: {p: {}}} | bins is not one of",
                "{features: {tiles: {columns: [x], tilings: 1.5}}, predictions: {p: {}}} | tilings is not a whole number",
            })
    void mistakesAreNamedWithTheFile(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 1 of " + directory.resolve("spec.yaml"))
                .hasMessageContaining(message);
    }

    @Test
    void whatIsNotYamlIsRefusedWithTheLine() {
        assertThatThrownBy(() -> read("features: x\npredictions: ["))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not valid YAML: ");
        assertThatThrownBy(() -> read("features: x\nfeatures: y\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("features is given twice (line 2 of " + directory.resolve("spec.yaml") + ")");
        assertThatThrownBy(() -> SpecReader.read(directory.resolve("none.yaml")))
                .hasMessageContaining("none.yaml that describes a spec");
    }

    /** Errors of a spec, alone and with its log, are in the line of what is wrong. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "discount: 0.9; discount: 1.5; line 8 of",
                "name: etd; name: etx; line 9 of",
                "step_size: 0.1; stepsize: 0.1; line 9 of",
                "step_size: 0.1; step_size: -1; line 9 of",
                "step: 1; step: -1; line 2 of",
                "cumulant: r; cumulant: rr; line 7 of",
                "expressions: [x]; expressions: [y]; line 3 of",
                "stream: s; stream: z; line 1 of",
                "discount: 0.9; discount: CASE WHEN; line 8 of"
            })
    void anErrorIsInTheLineOfWhatIsWrong(String right, String wrong, String line) throws IOException {
        String text =
                "stream: s\norder: {by: t, step: 1}\nfeatures:\n  expressions: [x]\npredictions:\n  v:\n    cumulant: r\n"
                        + "    discount: 0.9\n    algorithm: {name: etd, step_size: 0.1}\n";
        Path file = Files.writeString(directory.resolve("wrong.yaml"), text.replace(right, wrong));
        Path rows = Files.writeString(directory.resolve("rows.csv"), "s,t,x,r\n1,1,2,3\n1,2,3,4\n");
        try (Log log = Log.open(rows.toString())) {
            Plan.of(log, SpecReader.read(file).spec(), null);
            assertThat(wrong).isNull();
        } catch (IllegalArgumentException e) {
            String message =
                    e.getMessage().contains(" of " + file) ? e.getMessage() : SpecReader.withLine(file, e.getMessage());
            assertThat(message).contains(line + " " + file);
        }
    }
}
