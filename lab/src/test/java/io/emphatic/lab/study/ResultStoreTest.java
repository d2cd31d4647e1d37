package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultStoreTest {
    @TempDir
    private Path temporary;

    private static Result withoutCurves(Result result) {
        return new Result(
                result.setting(),
                result.auc(),
                result.last(),
                result.divergedAt(),
                result.mean(),
                result.squares(),
                result.diverged(),
                new double[0][]);
    }

    /** Each setting is in two files, once with curves: in whatever order they are read, one would lose them. */
    @Test
    void ofTwoResultsWithAsManyRunsThatWithCurvesIsLoaded() throws IOException {
        Path file = Files.writeString(temporary.resolve("study.yaml"), """
                problem: boyan
                runs: 2
                steps: 100
                every: 50
                curves: runs
                algorithms: {td: {step_size: [0.01, 0.1]}}
                """);
        List<Result> results;
        String world;
        try (StudyRun run = new StudyRun(file, temporary.resolve("out"), "test")) {
            results = run.run(1, done -> {});
            world = run.study().world();
        }
        Result one = results.get(0);
        Result other = results.get(1);
        ResultStore store = new ResultStore(temporary.resolve("store"), world);
        store.save(RandomPurpose.STUDY, List.of(one, withoutCurves(other)));
        store.save(RandomPurpose.STUDY, List.of(withoutCurves(one)));
        store.save(RandomPurpose.STUDY, List.of(other));
        store.save(RandomPurpose.STUDY, List.of(other, withoutCurves(one)));
        Map<Setting, Result> loaded = store.load(RandomPurpose.STUDY);
        assertThat(loaded.values()).hasSize(2).allMatch(result -> result.curves().length == 2);
    }
}
