package io.emphatic.logs.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seen in a log of RLlib: 20 of 21 episodes are "done" after 200 rows, and 17.9 is learned instead of 19.6. */
class TimeLimitTest {
    private static final int EPISODES = 21;
    private static final int LIMIT = 200;
    private static final int FALLEN = 37; // rows of the one episode that ends before the limit
    private static final int ROWS = (EPISODES - 1) * LIMIT + FALLEN;
    private static final double GAMMA = 0.9492;

    @TempDir
    private Path directory;

    /** A batch per episode, with a reward of 1 per step. */
    @BeforeEach
    void write() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int episode = 0; episode < EPISODES; episode++) {
            int length = episode == 4 ? FALLEN : LIMIT;
            StringJoiner obs = new StringJoiner(", ", "[", "]");
            StringJoiner actions = new StringJoiner(", ", "[", "]");
            StringJoiner rewards = new StringJoiner(", ", "[", "]");
            StringJoiner dones = new StringJoiner(", ", "[", "]");
            StringJoiner ids = new StringJoiner(", ", "[", "]");
            StringJoiner times = new StringJoiner(", ", "[", "]");
            for (int t = 0; t < length; t++) {
                obs.add("[" + t % 7 + ", " + t % 3 + "]");
                actions.add("" + t % 2);
                rewards.add("1.0");
                dones.add("" + (t == length - 1));
                ids.add("" + (900 + episode));
                times.add("" + t);
            }
            lines.append("{\"type\": \"SampleBatch\", \"obs\": " + obs + ", \"actions\": " + actions
                    + ", \"rewards\": " + rewards + ", \"dones\": " + dones + ", \"eps_id\": " + ids + ", \"t\": "
                    + times + "}\n");
        }
        Files.writeString(directory.resolve("log.json"), lines);
    }

    /** With one feature that is always 1. */
    private LearningReport learn(String ends) throws IOException {
        String yaml = "log: log.json\nunnest: true\nstream: eps_id\norder: t\n" + ends
                + "features: {bias: true}\ncumulant: rewards\ndiscount: " + GAMMA
                + "\npredictions: {v: {algorithm: lstd}}\n";
        SpecReader.Document document = SpecReader.read(Files.writeString(directory.resolve("spec.yaml"), yaml));
        try (Log log = Log.open(document.log())) {
            return Learning.learn(log, document.spec(), Learning.Options.NONE);
        }
    }

    /** v = 1 + γ (1 − p) v, where p is the share of steps that end in a terminal state. */
    private static double value(double terminated, double steps) {
        return 1 / (1 - GAMMA * (1 - terminated / steps));
    }

    @Test
    void theDoctorAsksAndTheAnswerDecidesWhatIsLearned() throws IOException {
        LearningReport told = learn("terminated: dones\n");
        assertThat(told.findings())
                .filteredOn(finding -> finding.check().equals("time-limit"))
                .extracting(Finding::message)
                .containsExactly("20 of 21 episodes end after exactly 200 rows, as terminated");
        // least squares for td weighs all steps alike
        assertThat(told.predictions().get(0).meanPrediction())
                .isCloseTo(value(EPISODES, ROWS), within(1e-9))
                .isCloseTo(17.9, within(0.05));

        LearningReport cut = learn("terminated: dones AND t < 199\ntruncated: dones AND t = 199\n");
        assertThat(cut.findings()).extracting(Finding::check).doesNotContain("time-limit");
        // the last row of an episode that is cut off is not learned from
        assertThat(cut.predictions().get(0).meanPrediction())
                .isCloseTo(value(1, ROWS - (EPISODES - 1)), within(1e-9))
                .isCloseTo(19.6, within(0.05));
    }
}
