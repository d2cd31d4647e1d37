package io.emphatic.logs.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Config;
import io.emphatic.Etd;
import io.emphatic.Learner;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.suggest.SuggestedSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Episodes as Minari has them: a row each, of lists, whose observations end with the state after the last step. */
class EpisodeListsTest {
    private static final double GAMMA = 0.9;
    private static final double LAMBDA = 0.8;
    private static final double ALPHA = 0.01;

    @TempDir
    private Path directory;

    private record Episode(List<double[]> states, List<Double> rewards, boolean terminates) {
        int steps() {
            return rewards.size();
        }

        String json(int id) {
            int last = steps() - 1;
            return "{\"id\": " + id + ", \"observations\": "
                    + states.stream()
                            .map(phi -> "[" + phi[0] + ", " + phi[1] + "]")
                            .toList() + ", \"actions\": "
                    + list(k -> k % 2) + ", \"rewards\": " + rewards + ", \"terminations\": "
                    + list(k -> terminates && k == last) + ", \"truncations\": "
                    + list(k -> !terminates && k == last) + "}";
        }

        private List<Object> list(IntFunction<Object> element) {
            List<Object> list = new ArrayList<>();
            for (int k = 0; k < steps(); k++) {
                list.add(element.apply(k));
            }
            return list;
        }
    }

    private static List<Episode> episodes(long seed, int count) {
        Random random = new Random(seed);
        List<Episode> episodes = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            int steps = 1 + random.nextInt(9);
            List<double[]> states = new ArrayList<>();
            List<Double> rewards = new ArrayList<>();
            for (int t = 0; t <= steps; t++) {
                states.add(new double[] {random.nextGaussian(), random.nextDouble()});
            }
            for (int t = 0; t < steps; t++) {
                rewards.add(random.nextGaussian());
            }
            episodes.add(new Episode(states, rewards, k % 3 == 0));
        }
        return episodes;
    }

    private Path write(List<Episode> episodes, String format) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int k = 0; k < episodes.size(); k++) {
            lines.append(episodes.get(k).json(k)).append('\n');
        }
        Path json = Files.writeString(directory.resolve("minari.jsonl"), lines);
        if (format.equals("jsonl")) {
            return json;
        }
        Path parquet = directory.resolve("minari.parquet");
        try (Log log = Log.open(json.toString())) {
            log.execute("COPY log TO " + Sql.string(parquet.toString()));
        } catch (SQLException e) {
            throw new IOException(e);
        }
        return parquet;
    }

    private LearningReport learn(String yaml) throws IOException {
        SpecReader.Document document = SpecReader.read(Files.writeString(directory.resolve("spec.yaml"), yaml));
        try (Log log = Log.open(document.log())) {
            return Learning.learn(log, document.spec(), Learning.Options.NONE);
        }
    }

    /** With the state after the last step of a truncated episode, or without that step. */
    private static double[] byHand(List<Episode> episodes, boolean hasNext) {
        Config config = new Etd(ALPHA);
        Learner learner = config.learner(2);
        for (Episode episode : episodes) {
            Transition step = new Transition();
            step.start(Features.dense(episode.states().get(0)), LAMBDA, 1);
            for (int t = 0; t < episode.steps(); t++) {
                boolean last = t == episode.steps() - 1;
                step.ratio(1);
                if (last && episode.terminates()) {
                    step.arrive(episode.rewards().get(t), Features.none(2), 0, 0, 0);
                } else {
                    Features next = Features.dense(episode.states().get(t + 1));
                    step.arrive(episode.rewards().get(t), next, GAMMA, LAMBDA, 1);
                }
                if (!last || episode.terminates() || hasNext) {
                    learner.update(step);
                }
            }
        }
        return learner.weights();
    }

    private static String spec(Path log, String shape) {
        return "log: " + log.getFileName() + "\nunnest: true\n" + shape + "stream: id\norder: unnested_index\n"
                + "terminated: terminations\ntruncated: truncations\nfeatures: observations\ncumulant: rewards\n"
                + "discount: " + GAMMA + "\nlambda: " + LAMBDA
                + "\npredictions: {v: {algorithm: {name: etd, step_size: "
                + ALPHA + "}}}\n";
    }

    @ParameterizedTest
    @CsvSource({"1,jsonl", "2,parquet", "3,parquet"})
    void theLastObservationIsWhereATruncatedEpisodeWent(long seed, String format) throws IOException {
        List<Episode> episodes = episodes(seed, 40);
        LearningReport report = learn(spec(write(episodes, format), "next: {prefix: next_}\n"));
        int steps = episodes.stream().mapToInt(Episode::steps).sum();
        assertThat(report.rows()).isEqualTo(steps);
        assertThat(report.predictions().get(0).steps()).isEqualTo(steps);
        assertThat(report.predictions().get(0).weights()).containsExactly(byHand(episodes, true));
    }

    @Test
    void withoutNextTheLastObservationIsLeftOut() throws IOException {
        List<Episode> episodes = episodes(4, 40);
        LearningReport report = learn(spec(write(episodes, "parquet"), ""));
        assertThat(report.rows())
                .isEqualTo(episodes.stream().mapToInt(Episode::steps).sum());
        assertThat(report.predictions().get(0).weights()).containsExactly(byHand(episodes, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsonl", "parquet"})
    void theSuggestedSpecLearnsFromEveryStep(String format) throws IOException {
        List<Episode> episodes = episodes(5, 30);
        Path file = write(episodes, format);
        String yaml;
        try (Log log = Log.open(file.toString())) {
            yaml = SuggestedSpec.yaml(log);
        }
        assertThat(yaml)
                .contains("(Minari)")
                .contains("\nunnest: true ")
                .contains("\nstream: id\norder: unnested_index\n")
                .contains("\nnext: {prefix: next_} ")
                .contains("expressions: [observations]");
        LearningReport report = learn(yaml);
        assertThat(report.predictions().get(0).steps())
                .isEqualTo(episodes.stream().mapToInt(Episode::steps).sum());
        assertThat(report.streams()).isEqualTo(30);
        assertThat(report.findings()).extracting(Finding::check).isEmpty();
    }

    /** As Minari's own Parquet files are: one per episode, and behind the last step a row of the state after it. */
    @Test
    void filesThatAreEpisodesAreStreamsByTheirNames() throws IOException, SQLException {
        List<Episode> episodes = episodes(6, 12);
        for (int k = 0; k < episodes.size(); k++) {
            Episode episode = episodes.get(k);
            StringBuilder rows = new StringBuilder();
            for (int t = 0; t <= episode.steps(); t++) {
                double[] phi = episode.states().get(t);
                boolean last = t == episode.steps() - 1;
                rows.append(t == 0 ? "" : ", ")
                        .append("([" + phi[0] + ", " + phi[1] + "]::DOUBLE[2], " + t % 2 + ", "
                                + (t < episode.steps() ? episode.rewards().get(t) : 0.0) + "::DOUBLE, "
                                + (last && episode.terminates()) + ", " + (last && !episode.terminates()) + ")");
            }
            Path file = Files.createDirectories(directory.resolve("data").resolve("" + (10 + k)))
                    .resolve("part-0.parquet");
            try (Log any = Log.ofColumns(Map.of())) {
                any.execute("COPY (SELECT * FROM (VALUES " + rows
                        + ") AS t (observations, actions, rewards, terminations, truncations)) TO "
                        + Sql.string(file.toString()));
            }
        }
        String yaml;
        try (Log log = Log.open(directory + "/data/*/*.parquet")) {
            yaml = SuggestedSpec.yaml(log);
        }
        assertThat(yaml)
                .contains("\nstream: filename\norder: file_row_number\n")
                .doesNotContain("\ntruncated:");
        LearningReport report = learn(yaml.replace("bias: true, ", "")
                .replace("discount: 0.99", "discount: " + GAMMA)
                .replace("lambda: 0.9", "lambda: " + LAMBDA)
                .replace("algorithm: elstd", "algorithm: {name: etd, step_size: " + ALPHA + "}"));
        assertThat(report.streams()).isEqualTo(12);
        assertThat(report.predictions().get(0).steps())
                .isEqualTo(episodes.stream().mapToInt(Episode::steps).sum());
        // decimals of the statement above are rounded once more than those of JSON
        assertThat(report.predictions().get(0).weights()).containsExactly(byHand(episodes, true), within(1e-12));
    }

    @Test
    void filesThatAreEpisodesMayHaveTheirColumnsInAnyOrderAndSomeMore() throws IOException, SQLException {
        String[] columns = {
            "'x' AS note, k = 3 AS terminations, false AS truncations, k AS rewards, k % 2 AS actions, k / 2 AS"
                    + " observations",
            "k / 2 AS observations, k % 2 AS actions, k AS rewards, k = 3 AS terminations, false AS truncations"
        };
        for (int file = 0; file < 2; file++) {
            try (Log any = Log.ofColumns(Map.of())) {
                any.execute("COPY (SELECT " + columns[file] + " FROM range(5) AS t (k)) TO "
                        + Sql.string(directory + "/" + file + ".parquet"));
            }
        }
        String yaml;
        try (Log log = Log.open(directory + "/*.parquet")) {
            yaml = SuggestedSpec.yaml(log);
        }
        assertThat(yaml).contains("\nstream: filename\norder: file_row_number\n");
        LearningReport report = learn(yaml);
        assertThat(report.streams()).isEqualTo(2);
        assertThat(report.predictions().get(0).steps()).isEqualTo(8);
    }

    @Test
    void aColumnThatTheLogHasIsNotReplacedByTheNextOfALongerList() throws IOException {
        Path file = Files.writeString(
                directory.resolve("own.jsonl"), "{\"x\": [1, 2, 4], \"next_x\": [20, 40], \"reward\": [1, 1]}\n");
        try (Log log = Log.open(file.toString())) {
            log.unnest();
            assertThat(log.columns().keySet())
                    .containsExactly("x", "next_x", "reward", "unnested_row", "unnested_index");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1, 2, 3] | [1, 2] | [1, 2] | [1, 2] | x has 3 elements and y has 2 (row 1",
                "[1, 2, 3] | [1]    | [1, 2] | [1]    | x has 3 elements and y has 1 (row 1",
                "[1, 2]    | [1, 2] | [1]    | [1, 2] | y has 2 elements and x has 1 (row 2",
                "[1, 2]    | [1, 2] | [1, 2] | null   | y has null elements and x has 2 (row 2"
            })
    void otherDifferencesOfLengthAreRefused(String x1, String y1, String x2, String y2, String said)
            throws IOException {
        List<String> lines = List.of(line(x1, y1), line(x2, y2));
        Path file = Files.writeString(
                directory.resolve("bad.jsonl"), lines.stream().collect(Collectors.joining("\n", "", "\n")));
        try (Log log = Log.open(file.toString())) {
            assertThatThrownBy(log::unnest)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("unnest: lists differ in length: " + said)
                    .hasMessageEndingWith("the state after the last step.");
        }
    }

    /**
     * As dm_env has episodes: what came of a step stands beside the state that followed, and nothing led to the first.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cumulant: reward                             | reward has 4 elements",
                "terminated: done, cumulant: 1                | done has 4 elements",
                "truncated: NOT NOT done, cumulant: 1         | done has 4 elements",
                "cumulant: 1, ratio: p                        | p has 4 elements",
                "cumulant: 1, behaviour: p / 1                | p has 4 elements",
                "cumulant: 1, behaviour: 0.5, target: '\"P\"' | p has 4 elements"
            })
    void longerListsOfWhatBelongsToAStepAreRefused(String written, String said) throws IOException {
        writeLonger();
        assertThatThrownBy(() -> learn(longer(written)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("unnest: lists differ in length: " + said + " and action has 3 (row 1 of ")
                .hasMessageEndingWith("the state after the last step.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cumulant: action", "cumulant: next_obs, behaviour: 0.5, target: 'if(obs > 2, 0.5, 0.25)'"})
    void aPolicyMayBeAFunctionOfTheStates(String written) throws IOException {
        writeLonger();
        assertThat(learn(longer(written)).rows()).isEqualTo(3);
    }

    private void writeLonger() throws IOException {
        Files.writeString(
                directory.resolve("dm.jsonl"),
                "{\"obs\": [1, 2, 3, 4], \"action\": [0, 1, 0], \"reward\": [0, 0, 0, 10.5], \"p\": [1, 1, 1, 1],"
                        + " \"done\": [false, false, false, true]}\n");
    }

    private static String longer(String written) {
        return "{log: dm.jsonl, unnest: true, stream: unnested_row, order: unnested_index, features: obs, discount: 0.9, "
                + written + ", predictions: {v: {}}}";
    }

    private static String line(String x, String y) {
        return "{\"x\": " + x + ", \"y\": " + y + "}";
    }
}
