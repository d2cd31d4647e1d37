package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.ChunkReader;
import io.emphatic.logs.file.LogStreams;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers of each step. */
class TimeLineTest {
    @TempDir
    private Path directory;

    private Transition step(String algorithm) throws IOException {
        Path file = Files.writeString(
                directory.resolve("log.csv"),
                "f,mu,pi,r,gamma,lambda,interest\n1,0.5,0.25,10,0.9,0.8,2\n2,0.4,0.2,20,0.7,0.6,3\n");
        Spec.Prediction prediction =
                new Spec.Prediction("p", "mu", "pi", null, "r", "gamma", "lambda", "interest", algorithm, Map.of());
        Spec spec =
                new Spec(null, null, null, null, null, List.of(new FeatureBlock.Expressions("f")), List.of(prediction));
        try (Log log = Log.open(file.toString())) {
            Plan plan = Plan.of(log, spec);
            try (ChunkReader reader = new ChunkReader(
                    plan,
                    plan.rowOrder(),
                    new LogStreams.OneAfterAnother(),
                    new ChunkReader.Reading(plan.stream(), 0, Long.MAX_VALUE, 0))) {
                RowChunk chunk = reader.newChunk();
                reader.read(chunk);
                TimeLine line = new TimeLine(
                        plan,
                        plan.predictions().get(0),
                        plan.predictions().get(0).cumulant());
                line.begin(chunk);
                line.start(0, chunk.features(0));
                line.act(0);
                line.arrive(1, chunk.features(1));
                Transition step = line.transition();
                assertThat(step.lambda()).isEqualTo(0.8);
                assertThat(step.interest()).isEqualTo(2);
                assertThat(step.reward()).isEqualTo(10);
                assertThat(step.rho()).isEqualTo(0.5);
                assertThat(step.gammaNext()).isEqualTo(0.7);
                assertThat(step.lambdaNext()).isEqualTo(0.6);
                line.act(1);
                line.terminate(Features.none(1));
                return step;
            }
        }
    }

    /** No algorithm may depend on λ of a terminal state, since γ = 0 there; the time line says 0 all the same. */
    @Test
    void aTerminalStateHasNoFeaturesAndNumbersOfZero() throws IOException {
        Transition step = step("td");
        assertThat(step.gamma()).isEqualTo(0.7);
        assertThat(step.lambda()).isEqualTo(0.6);
        assertThat(step.interest()).isEqualTo(3);
        assertThat(step.reward()).isEqualTo(20);
        assertThat(step.phiNext().active()).isZero();
        assertThat(step.gammaNext()).isZero();
        assertThat(step.lambdaNext()).isZero();
    }

    @Test
    void anAlgorithmThatNeedsProbabilitiesGetsThem() throws IOException {
        Transition step = step("tree-backup");
        assertThat(step.pi()).isEqualTo(0.2);
        assertThat(step.mu()).isEqualTo(0.4);
        assertThat(step.piPrev()).isEqualTo(0.25);
        assertThat(step.muPrev()).isEqualTo(0.5);
    }
}
