package io.emphatic.bench.referee;

import io.emphatic.bench.referee.LogKind.Sight;
import io.emphatic.bench.referee.LogKind.Written;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.Threads;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The mean squared error of {@code wdr} on ModelFail with 1,000 episodes, which was published as 4.56·10⁻⁴ over 142
 * draws.
 */
public final class ModelFailError {
    public static final double PUBLISHED = 4.56e-4;
    private static final int EPISODES = 1_000;

    private ModelFailError() {}

    /** The mean squared error over some draws, with its standard error. */
    public static Estimate of(String estimator, boolean choiceAtEnd, int draws, int threads) {
        LogKind kind = new LogKind(
                "ModelFail",
                WorldSource.same(() -> PublishedWorlds.modelFail(choiceAtEnd)),
                Sight.TABULAR,
                Written.RIGHT,
                true,
                0,
                EPISODES);
        try (Threads pool = new Threads(threads)) {
            List<Double> errors = pool.map(IntStream.range(0, draws), draw -> {
                DrawnLog log = Trial.draw(kind, draw);
                double value = log.evaluate().targets().get(0).estimates().stream()
                        .filter(estimate -> estimate.name().equals(estimator))
                        .mapToDouble(PolicyEstimate::value)
                        .findFirst()
                        .orElseThrow();
                return value - log.world().targets().get(0).value();
            });
            return Estimate.of(errors.stream().mapToDouble(e -> e * e).toArray());
        }
    }
}
