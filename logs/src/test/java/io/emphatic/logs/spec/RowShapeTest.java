package io.emphatic.logs.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.Td;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that hold their own next state, orders with a step, rows of lists, and identifiers of any size. */
class RowShapeTest {
    @TempDir
    private Path directory;

    private SpecReader.Document spec(String yaml) throws IOException {
        return SpecReader.read(Files.writeString(directory.resolve("spec.yaml"), yaml));
    }

    private LearningReport learn(String yaml) throws IOException {
        SpecReader.Document document = spec(yaml);
        try (Log log = Log.open(document.log())) {
            return Learning.learn(log, document.spec(), Learning.Options.NONE);
        }
    }

    private List<Finding> check(String yaml) throws IOException {
        SpecReader.Document document = spec(yaml);
        try (Log log = Log.open(document.log())) {
            return Doctor.check(log, document.spec()).findings();
        }
    }

    private void write(String name, List<String> lines) throws IOException {
        Files.writeString(directory.resolve(name), String.join("\n", lines) + "\n");
    }

    /** A step from one state to the next, in an episode. */
    private record Step(
            int ep,
            int t,
            double x,
            String kind,
            double gamma,
            double xNext,
            String kindNext,
            double gammaNext,
            double mu,
            double pi,
            double reward,
            boolean terminated) {
        String csv() {
            return ep + "," + t + "," + x + "," + kind + "," + gamma + ","
                    + (terminated ? ",," : xNext + "," + kindNext + "," + gammaNext) + "," + mu + "," + pi + ","
                    + reward + ","
                    + terminated;
        }
    }

    /** Episodes that terminate, and in whose last row the neighbour way finds a state, too. */
    private static List<Step> steps(long seed, int count) {
        Random random = new Random(seed);
        List<Step> steps = new ArrayList<>();
        int ep = 0;
        int t = 0;
        double x = random.nextGaussian();
        String kind = "a";
        double gamma = 0.9;
        for (int k = 0; k < count; k++) {
            boolean end = random.nextInt(9) == 0 || k == count - 1;
            double xNext = random.nextGaussian();
            String kindNext = random.nextBoolean() ? "a" : "b";
            double gammaNext = random.nextBoolean() ? 0.9 : 0.6;
            double mu = 0.3 + 0.7 * random.nextDouble();
            steps.add(new Step(
                    ep,
                    t++,
                    x,
                    kind,
                    gamma,
                    xNext,
                    kindNext,
                    gammaNext,
                    mu,
                    random.nextDouble() * mu,
                    random.nextGaussian(),
                    end));
            x = xNext;
            kind = kindNext;
            gamma = gammaNext;
            if (end) {
                ep++;
                t = 0;
            }
        }
        return steps;
    }

    private void writeSteps(String name, List<Step> steps) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("ep,t,x,kind,gamma,next_x,next_kind,next_gamma,mu,pi,reward,terminated");
        steps.forEach(step -> lines.add(step.csv()));
        write(name, lines);
    }

    private static String yaml(String log, String algorithm, String lambda, String next) {
        return "log: " + log + "\nstream: ep\norder: t\n" + next
                + "features: {bias: true, expressions: [x, 'abs(log.x) / 2 + \"x\"'], onehot: kind}\n"
                + "behaviour: mu\ntarget: pi\ndiscount: gamma\nlambda: " + lambda
                + "\npredictions:\n  v: {algorithm: {name: "
                + algorithm + ", step_size: 0.01}}\n";
    }

    @ParameterizedTest
    @CsvSource({"td, 0", "td, 0.7", "etd, 0", "etd, 0.5", "tdrc, abs(x) / (1 + abs(x))", "true-online-etd, 0.4"})
    void rowsThatHoldTheNextStateGiveTheNumbersOfNeighbours(String algorithm, String lambda) throws IOException {
        writeSteps("steps.csv", steps(1, 400));
        LearningReport neighbours = learn(yaml("steps.csv", algorithm, lambda, ""));
        LearningReport next = learn(yaml("steps.csv", algorithm, lambda, "next: {prefix: next_}\n"));
        LearningReport mapped =
                learn(yaml("steps.csv", algorithm, lambda, "next: {x: next_x, kind: next_kind, gamma: next_gamma}\n"));
        assertThat(neighbours.predictions().get(0).steps()).isEqualTo(400);
        assertThat(next.predictions().get(0).weights())
                .isEqualTo(neighbours.predictions().get(0).weights());
        assertThat(mapped.predictions().get(0).weights())
                .isEqualTo(neighbours.predictions().get(0).weights());
        assertThat(next.predictions().get(0).diagnostics().ratio())
                .isEqualTo(neighbours.predictions().get(0).diagnostics().ratio());
        assertThat(next.predictions().get(0).weights()).doesNotContain(0);
    }

    /** Played to the core step by step, each as a start of its own. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rowsThatHoldTheNextStateMayComeInAnyOrder(long seed) throws IOException {
        List<Step> shuffled = new ArrayList<>(steps(seed, 200));
        Collections.shuffle(shuffled, new Random(seed));
        writeSteps("steps.csv", shuffled);
        String yaml = "log: steps.csv\nnext: {prefix: next_}\nfeatures: {bias: true, expressions: x}\nbehaviour: mu\n"
                + "target: pi\ndiscount: gamma\npredictions:\n  v: {algorithm: {name: td, step_size: 0.01}}\n";
        Config config = new Td(0.01);
        Learner learner = config.learner(2);
        Transition transition = new Transition();
        for (Step step : shuffled) {
            transition.start(Features.dense(1, step.x()), 0, 1);
            transition.action(step.pi(), step.mu());
            if (step.terminated()) {
                transition.arrive(step.reward(), Features.none(2), 0, 0, 0);
            } else {
                transition.arrive(step.reward(), Features.dense(1, step.xNext()), step.gammaNext(), 0, 1);
            }
            learner.update(transition);
        }
        assertThat(learn(yaml).predictions().get(0).weights()).isEqualTo(learner.weights());
        assertThat(check(yaml)).extracting(Finding::check).doesNotContain("next-state");
        assertThat(check(yaml.replace("discount:", "lambda: 0.5\ndiscount:")))
                .extracting(Finding::check)
                .contains("next-state");
    }

    @Test
    void aTruncatedRowThatHoldsItsNextStateIsLearnedFrom() throws IOException {
        write(
                "log.csv",
                List.of("x,next_x,reward,truncated", "1,2,1,false", "2,3,1,true", "7,8,1,false", "8,9,1,false"));
        String yaml = "log: log.csv\nfeatures: x\ndiscount: 0.5\npredictions:\n  v: {algorithm: {name: td, step_size:"
                + " 0.001}}\n";
        assertThat(learn(yaml).predictions().get(0).steps()).isEqualTo(2);
        assertThat(learn("next: {prefix: next_}\n" + yaml).predictions().get(0).steps())
                .isEqualTo(4);
        assertThatThrownBy(() -> learn("next: {prefix: after_}\n" + yaml))
                .hasMessageContaining("next: no column of the log has a partner with the prefix after_");
        assertThatThrownBy(() -> learn("next: {x: xx}\n" + yaml))
                .hasMessageContaining("next: the log has no column xx");
        assertThatThrownBy(() -> learn("next: {reward: next_x}\n" + yaml))
                .hasMessageContaining("next: no feature is made of columns that the next state has, too: reward");
    }

    /** Seen in a sample of ReAgent: 117 of 121 neighbours. */
    @Test
    void gapsInAWholeNumberedOrderAreCountedAndCutWhereTheStepIsGiven() throws IOException {
        write(
                "log.csv",
                List.of("ep,t,x,reward", "a,1,1,1", "a,2,2,1", "a,5,3,1", "a,6,4,1", "a,9,5,1", "b,3,6,1", "b,4,7,1"));
        String rest = "stream: ep\nfeatures: x\ndiscount: 0.5\npredictions:\n  v: {algorithm: {name: td, step_size:"
                + " 0.001}}\n";
        List<Finding> findings = check("log: log.csv\norder: t\n" + rest);
        assertThat(findings).extracting(Finding::check).containsExactly("time-gap");
        assertThat(findings.get(0).message())
                .isEqualTo("2 of 5 neighbours are not successive: order t goes up by more than 1");
        assertThat(check("log: log.csv\norder: t\nterminated: x IN (2, 4)\n" + rest))
                .extracting(Finding::check)
                .doesNotContain("time-gap"); // behind ends
        String step = "log: log.csv\norder: {by: t, step: 1}\n" + rest;
        assertThat(check(step)).isEmpty();
        LearningReport report = learn(step);
        assertThat(report.predictions().get(0).steps()).isEqualTo(3);
        assertThat(report.cutOff()).isEqualTo(4);
    }

    @Test
    void anOrderThatAlwaysGoesUpByFiveHasNoGaps() throws IOException {
        write("log.csv", List.of("t,x,reward", "0,1,1", "5,2,1", "10,3,1", "15,4,1"));
        String rest = "features: x\ndiscount: 0.5\npredictions:\n  v: {algorithm: {name: td, step_size: 0.001}}\n";
        assertThat(check("log: log.csv\norder: t\n" + rest)).isEmpty();
    }

    /** 0.3 − 0.2 is not 0.1, and 1.7e9 + 0.1 is rounded. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.1,0.2,0.3,0.4,0.6",
                "1700000000.1,1700000000.2,1700000000.3,1700000000.4,1700000000.6",
                "12345678901234567890.1,12345678901234567890.2,12345678901234567890.3,12345678901234567890.4,"
                        + "12345678901234567890.6"
            })
    void aStepNeedNotBeAWholeNumber(String times) throws IOException {
        List<String> lines = new ArrayList<>(List.of("t,x,reward"));
        for (String time : times.split(",")) {
            lines.add(time + ",1,1");
        }
        write("log.csv", lines);
        LearningReport report =
                learn("log: log.csv\norder: {by: t, step: 0.1}\nfeatures: x\ndiscount: 0.5\npredictions:\n"
                        + "  v: {algorithm: {name: td, step_size: 0.001}}\n");
        assertThat(report.predictions().get(0).steps()).isEqualTo(3);
    }

    @Test
    void theStepOfAClockIsInSeconds() throws IOException {
        write(
                "log.csv",
                List.of("t,x,reward", "2024-01-01 00:00:00,1,1", "2024-01-01 01:00:00,2,1", "2024-01-01 03:00:00,3,1"));
        LearningReport report =
                learn("log: log.csv\norder: {by: t, step: 3600}\nfeatures: x\ndiscount: 0.5\npredictions:\n"
                        + "  v: {algorithm: {name: td, step_size: 0.001}}\n");
        assertThat(report.predictions().get(0).steps()).isEqualTo(1);
    }

    @Test
    void rowsOfListsBecomeRows() throws IOException {
        write(
                "log.json",
                List.of(
                        "{\"eps_id\": [7, 7, 8], \"obs\": [[1, 2], [3, 4], [5, 6]], \"rewards\": [1, 2, 3], \"dones\":"
                                + " [false, true, false], \"type\": \"SampleBatch\"}",
                        "{\"eps_id\": [8, 8], \"obs\": [[7, 8], [9, 10]], \"rewards\": [4, 5], \"dones\": [false, true],"
                                + " \"type\": \"SampleBatch\"}"));
        write(
                "flat.json",
                List.of(
                        "{\"eps_id\": 7, \"obs\": [1, 2], \"rewards\": 1, \"dones\": false}",
                        "{\"eps_id\": 7, \"obs\": [3, 4], \"rewards\": 2, \"dones\": true}",
                        "{\"eps_id\": 8, \"obs\": [5, 6], \"rewards\": 3, \"dones\": false}",
                        "{\"eps_id\": 8, \"obs\": [7, 8], \"rewards\": 4, \"dones\": false}",
                        "{\"eps_id\": 8, \"obs\": [9, 10], \"rewards\": 5, \"dones\": true}"));
        String rest =
                "stream: eps_id\nterminated: dones\ncumulant: rewards\nfeatures: obs\ndiscount: 0.5\npredictions:\n"
                        + "  v: {algorithm: {name: td, step_size: 0.001}}\n";
        LearningReport nested = learn("log: log.json\nunnest: true\n" + rest);
        LearningReport flat = learn("log: flat.json\n" + rest);
        assertThat(nested.rows()).isEqualTo(5);
        assertThat(nested.streams()).isEqualTo(2);
        assertThat(nested.predictions().get(0).steps()).isEqualTo(5);
        assertThat(nested.predictions().get(0).weights())
                .isEqualTo(flat.predictions().get(0).weights());
        LearningReport byIndex = learn("log: log.json\nunnest: true\norder: unnested_row, unnested_index\n" + rest);
        assertThat(byIndex.predictions().get(0).weights())
                .isEqualTo(flat.predictions().get(0).weights());
    }

    @Test
    void listsOfDifferentLengthAreRefusedWithTheirRow() throws IOException {
        write("log.json", List.of("{\"a\": [1, 2], \"b\": [1, 2]}", "{\"a\": [1, 2], \"b\": [1]}"));
        String rest = "cumulant: a\nfeatures: b\ndiscount: 0.5\npredictions: {v: {}}\n";
        assertThatThrownBy(() -> learn("log: log.json\nunnest: true\n" + rest))
                .hasMessageStartingWith("unnest: lists differ in length: a has 2 elements and b has 1 (row 2 of ");
        write("plain.csv", List.of("a,b", "1,2"));
        assertThatThrownBy(() -> learn("log: plain.csv\nunnest: true\n" + rest))
                .hasMessageStartingWith("unnest: no column of ");
    }

    /** Seen: 30 streams became 1. */
    @ParameterizedTest
    @ValueSource(strings = {"csv", "json"})
    void identifiersBeyondTwoToTheSixtyThirdStayWhatTheyAre(String format) throws IOException {
        List<String> lines = new ArrayList<>();
        if (format.equals("csv")) {
            lines.add("id,t,x,reward");
        }
        for (int k = 0; k < 60; k++) {
            String id = "981234567890123456" + (10 + k / 2);
            String t = "1812345678901234567" + k % 2;
            lines.add(
                    format.equals("csv")
                            ? id + "," + t + ",1,1"
                            : "{\"id\": " + id + ", \"t\": " + t + ", \"x\": 1.0, \"reward\": 1.0}");
        }
        write("log." + format, lines);
        String yaml = "log: log." + format + "\nstream: id\norder: {by: t, step: 1}\nfeatures: x\ndiscount: 0.5\n"
                + "predictions:\n  v: {algorithm: {name: td, step_size: 0.001}}\n";
        LearningReport report = learn(yaml);
        assertThat(report.streams()).isEqualTo(30);
        assertThat(report.predictions().get(0).steps()).isEqualTo(30);
        assertThat(report.findings()).extracting(Finding::check).containsExactly("constant-feature");
    }

    /** Seen in RLlib's sample: 20 of 21 episodes have 200 rows. */
    @Test
    void manyEpisodesOfTheSameLengthThatTerminateLookLikeATimeLimit() throws IOException {
        List<String> lines = new ArrayList<>(List.of("ep,t,x,reward,terminated"));
        for (int ep = 0; ep < 21; ep++) {
            int length = ep == 4 ? 37 : 200;
            for (int t = 0; t < length; t++) {
                lines.add(ep + "," + t + "," + t % 7 + ",1," + (t == length - 1));
            }
        }
        write("log.csv", lines);
        String yaml = "log: log.csv\nstream: ep\norder: t\nfeatures: x\ndiscount: 0.5\npredictions:\n"
                + "  v: {algorithm: {name: td, step_size: 0.001}}\n";
        List<Finding> checked = check(yaml);
        assertThat(checked).extracting(Finding::check).containsExactly("time-limit");
        assertThat(checked.get(0).message()).isEqualTo("20 of 21 episodes end after exactly 200 rows, as terminated");
        assertThat(learn(yaml).findings()).isEqualTo(checked);
        assertThat(check(yaml.replace("stream: ep\norder: t\n", ""))).isEqualTo(checked);
    }

    @Test
    void episodesOfOneStepHaveNoTimeLimit() throws IOException {
        List<String> lines = new ArrayList<>(List.of("x,reward,terminated"));
        for (int k = 0; k < 50; k++) {
            lines.add(k % 7 + ",1,true");
        }
        write("log.csv", lines);
        assertThat(check("log: log.csv\nfeatures: x\ndiscount: 0\npredictions: {v: {}}\n"))
                .isEmpty();
    }
}
