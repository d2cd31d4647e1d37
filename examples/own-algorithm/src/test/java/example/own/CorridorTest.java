package example.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.SampledTruth;
import io.emphatic.lab.study.StudyRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorridorTest {
    @TempDir
    private Path directory;

    @Test
    void aStudyOnTheSimulatorRanksTheAlgorithmAgainstValuesFoundBySimulation() throws Exception {
        Path study = Files.writeString(directory.resolve("study.yaml"), """
                problem: corridor
                runs: 4
                steps: 4000
                algorithms: {per-etd: {step_size: [0.01, 0.05]}, td: {step_size: [0.01, 0.05]}}
                """);
        Path out = directory.resolve("out");
        try (StudyRun run = new StudyRun(study, out, "1.0")) {
            run.run(1, done -> {});
            run.rerun(1, done -> {});
        }
        SampledTruth truth = SampledTruth.in(out).orElseThrow();
        assertEquals(256, truth.values().size());
        assertTrue(truth.stderr() < 0.01, "the values are known to " + truth.stderr());
        for (RankedAlgorithm ranked : Ranking.of(out).algorithms()) {
            double[] curve = ranked.byAuc().orElseThrow().rerun().mean();
            assertTrue(curve[curve.length - 1] < curve[0] / 3, ranked.algorithm() + " has learned");
        }
    }
}
