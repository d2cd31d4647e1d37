package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.Algorithms;
import io.emphatic.Learner;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.problems.miner.Miner;
import io.emphatic.lab.simulation.Experience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same learner object serves simulator and log, and gives the same numbers to the bit. */
class MinerLogTest {
    private static final int RUNS = 2;
    private static final int STEPS = 6_000;

    @TempDir
    private Path directory;

    private static final String SPEC = """
            log: miner.csv
            stream: run
            order: t
            features: {onehot: block}
            behaviour: mu
            cumulant: reward
            discount: CASE WHEN trapped THEN 0 ELSE 0.99 END
            lambda:   CASE block WHEN 'A' THEN 0 WHEN 'D' THEN 1 ELSE 0.9 END
            interest: CASE WHEN block = 'A' THEN 1 ELSE 0 END
            algorithm: {name: etd, step_size: 0.001, clip: 0.5}
            predictions:
              uniform:   {target: pi_uniform}
              headfirst: {target: pi_headfirst}
              cautious:  {target: pi_cautious}
            """;

    @Test
    void aMinerLogLearnedWithTheSpecOfTheDesignGivesTheSimulatorsWeightsToTheBit() throws IOException {
        Mdp mdp = new Miner().mdp();
        List<Learner> learners = new ArrayList<>();
        mdp.questions()
                .forEach(question -> learners.add(Algorithms.named("etd")
                        .configure(Map.of("step_size", 0.001, "clip", 0.5))
                        .learner(mdp.featureNames().size())));
        StringBuilder csv = new StringBuilder("run,t,block,trapped,mu,reward");
        mdp.questions().forEach(question -> csv.append(",pi_").append(question.name()));
        csv.append('\n');
        for (int run = 0; run < RUNS; run++) {
            Experience experience = new Experience(mdp, Seeds.generator(2015, run));
            for (int t = 0; t <= STEPS; t++) {
                int state = experience.state();
                experience.step();
                write(csv, run, t, mdp, state, experience);
                if (t < STEPS) { // the last row of a stream has no successor in the log
                    for (int q = 0; q < learners.size(); q++) {
                        learners.get(q).update(experience.transition(q));
                    }
                }
            }
        }
        Files.writeString(directory.resolve("miner.csv"), csv);
        Path spec = Files.writeString(directory.resolve("miner.yaml"), SPEC);

        Run run = Run.emphatic("learn", spec.toString(), "--json");

        assertThat(run.code()).as(run.err()).isZero();
        JsonNode document = new ObjectMapper().readTree(run.out());
        assertThat(document.get("streams").asInt()).isEqualTo(RUNS);
        assertThat(document.get("features").toString()).isEqualTo("[\"block=A\",\"block=B\",\"block=C\",\"block=D\"]");
        for (int q = 0; q < learners.size(); q++) {
            JsonNode prediction = document.get("predictions").get(q);
            assertThat(prediction.get("name").asText())
                    .isEqualTo(mdp.questions().get(q).name());
            assertThat(prediction.get("steps").asInt()).isEqualTo(RUNS * STEPS);
            double[] weights = new ObjectMapper().treeToValue(prediction.get("weights"), double[].class);
            assertThat(weights).containsExactly(learners.get(q).weights()).isNotEqualTo(new double[4]);
        }
    }

    private static void write(StringBuilder csv, int run, int t, Mdp mdp, int state, Experience experience) {
        Transition step = experience.transition(0);
        boolean trapped = state != Mdp.END && mdp.questions().get(0).discount()[state] == 0;
        csv.append(run).append(',').append(t).append(',');
        csv.append(mdp.featureNames().get(step.phi().index(0))).append(',').append(trapped);
        csv.append(',').append(step.mu()).append(',').append(step.reward());
        for (int q = 0; q < mdp.questions().size(); q++) {
            csv.append(',').append(experience.transition(q).pi());
        }
        csv.append('\n');
    }
}
