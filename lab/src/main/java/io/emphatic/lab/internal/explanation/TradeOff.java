package io.emphatic.lab.internal.explanation;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.EtdBeta;
import io.emphatic.Family;
import io.emphatic.TruncatedEtd;
import io.emphatic.lab.theory.FixedPointError;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import io.emphatic.lab.theory.TraceMoments;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * FixedPointError against variance before anything is learned: the error of each fixed point and the exact second
 * moments of the trace that leads there, for every algorithm, and for {@code etd-beta} and {@code truncated-etd} over
 * their parameter.
 *
 * @param algorithms those that have a trace of their own
 * @param beta {@code etd-beta} over β from 0 to 1
 * @param horizon {@code truncated-etd} over n, in powers of two
 */
public record TradeOff(List<TradeOffPoint> algorithms, List<TradeOffPoint> beta, List<TradeOffPoint> horizon) {
    private static final int BETAS = 20;
    private static final double[] HORIZONS = {0, 1, 2, 4, 8, 16, 32, 64};

    /** One algorithm with its parameters. */
    public record TradeOffPoint(FixedPointError error, TraceMoments moments) {
        public Config config() {
            return error.config();
        }
    }

    /** @param solutions of the theory, with the parameters asked for */
    static TradeOff of(Theory theory, List<Solution> solutions) {
        return new TradeOff(
                points(
                        theory,
                        solutions.stream()
                                .filter(TradeOff::hasOwnTrace)
                                .map(Solution::error)
                                .toList()),
                over(
                        theory,
                        solutions,
                        "etd-beta",
                        "beta",
                        IntStream.rangeClosed(0, BETAS).mapToDouble(k -> (double) k / BETAS)),
                over(theory, solutions, "truncated-etd", "horizon", DoubleStream.of(HORIZONS)));
    }

    /** The algorithms that are not on one of the curves. */
    List<TradeOffPoint> withoutParameter() {
        return algorithms.stream()
                .filter(point -> !(point.config() instanceof EtdBeta) && !(point.config() instanceof TruncatedEtd))
                .toList();
    }

    /** The other families have the traces of td and etd, or none that does not depend on the step size. */
    private static boolean hasOwnTrace(Solution solution) {
        return solution.family() == Family.ONE_TRACE && solution.defined();
    }

    /** Over these values and the one that the solutions have. */
    private static List<TradeOffPoint> over(
            Theory theory, List<Solution> solutions, String name, String parameter, DoubleStream values) {
        Algorithm algorithm = Algorithms.named(name);
        DoubleStream own = solutions.stream()
                .filter(solution -> solution.algorithm() == algorithm)
                .mapToDouble(solution -> solution.config().parameters().get(parameter));
        return points(
                theory,
                DoubleStream.concat(values, own)
                        .sorted()
                        .distinct()
                        .mapToObj(value -> theory.error(algorithm, Map.of(parameter, value)))
                        .filter(Objects::nonNull)
                        .toList());
    }

    private static List<TradeOffPoint> points(Theory theory, List<FixedPointError> errors) {
        return errors.stream()
                .map(error -> new TradeOffPoint(error, theory.moments(error.config())))
                .toList();
    }
}
