package io.emphatic.lab.internal.explanation;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithms;
import io.emphatic.BoundedTd;
import io.emphatic.Config;
import io.emphatic.Etd;
import io.emphatic.LeastSquares;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.theory.FixedPointError;
import io.emphatic.lab.theory.SimulatedUpdate;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import io.emphatic.lab.theory.TraceMoments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Bias against variance before anything is learned: exact points and curves, simulated curves, checks. */
public record TradeOff(List<TradeOffPoint> algorithms, List<TradeOffCurve> curves, List<TradeOffPoint> checks) {
    private static final double LARGEST_MOMENT = 1e9; // that is drawn
    private static final int BETAS = 20;
    private static final int LC_BETAS = 9;
    private static final double[] POWERS = {0, 1, 2, 4, 8, 16, 32, 64};
    private static final double[] OVERSHOOTS = {0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10};
    private static final int STEPS = 50_000; // of a simulated run
    private static final int MOST_FEATURES = 200; // beyond these nothing is simulated

    /** One algorithm with its parameters, named {@code etd-beta 0.5}. */
    public record TradeOffPoint(String name, FixedPointError error, TraceMoments moments, boolean simulated) {
        public Config config() {
            return error.config();
        }

        /** Its error where you care. */
        double bias() {
            return error.interestRmse();
        }

        /** E‖e‖²/E[M]². */
        double variance() {
            return moments.scaledTrace();
        }

        /** Whether it can be drawn: with a finite moment and an error. */
        boolean isFinite() {
            return variance() > 0 && variance() < LARGEST_MOMENT && Double.isFinite(bias());
        }
    }

    /** An algorithm, or {@code overshoot}, over one parameter. */
    public record TradeOffCurve(String name, String symbol, List<TradeOffPoint> points) {
        private boolean isOf(TradeOffPoint point) {
            return name.equals(point.config().algorithm().name());
        }
    }

    /** @param solutions of the theory, with the parameters asked for */
    static TradeOff of(Theory theory, List<Solution> solutions) {
        List<TradeOffPoint> algorithms = solutions.stream()
                .filter(solution -> hasTrace(theory, solution))
                .map(solution -> exact(theory, solution.error()))
                .toList();
        DoubleStream betas = IntStream.rangeClosed(0, BETAS).mapToDouble(k -> (double) k / BETAS);
        DoubleStream lcBetas = IntStream.rangeClosed(0, LC_BETAS).mapToDouble(k -> k / 10.0);
        List<TradeOffCurve> curves = new ArrayList<>(List.of(
                over(theory, solutions, "etd-beta", "beta", "β", betas),
                over(theory, solutions, "truncated-etd", "horizon", "n", DoubleStream.of(POWERS)),
                over(theory, solutions, "per-etd", "period", "b", DoubleStream.of(POWERS)),
                over(theory, solutions, "lc-etd", "beta", "β", lcBetas)));
        boolean simulates = theory.mdp().featureNames().size() <= MOST_FEATURES
                && theory.uncoveredWhereVisited().isEmpty();
        List<TradeOffPoint> checks = algorithms.stream()
                .filter(point -> simulates && point.isFinite())
                .filter(point -> curves.stream().anyMatch(curve -> curve.isOf(point)))
                .map(point -> simulated(theory, point.name, point.config(), Double.POSITIVE_INFINITY))
                .toList();
        if (simulates) {
            DoubleStream bounds = DoubleStream.of(POWERS).map(power -> power == 0 ? 0.5 : power);
            curves.add(new TradeOffCurve(
                    "bounded-td",
                    "C",
                    bounds.mapToObj(bound -> simulated(
                                    theory,
                                    "bounded-td " + Numbers.significant(bound),
                                    new BoundedTd(1, bound),
                                    Double.POSITIVE_INFINITY))
                            .toList()));
            curves.add(new TradeOffCurve(
                    "overshoot",
                    "c",
                    DoubleStream.of(OVERSHOOTS)
                            .mapToObj(c -> simulated(theory, "etd, overshoot " + Numbers.significant(c), new Etd(1), c))
                            .toList()));
        }
        return new TradeOff(algorithms, curves, checks);
    }

    List<TradeOffPoint> withoutParameter() {
        return algorithms.stream()
                .filter(point -> curves.stream().noneMatch(curve -> curve.isOf(point)))
                .toList();
    }

    /** Every point, those on curves last. */
    Stream<TradeOffPoint> all() {
        return Stream.concat(withoutParameter().stream(), curves.stream().flatMap(curve -> curve.points.stream()));
    }

    /** Those of which no other has both less error and less variance, the calmest first. */
    List<TradeOffPoint> front() {
        List<TradeOffPoint> front = new ArrayList<>();
        all().filter(point -> point.isFinite() && point.error.converges())
                .sorted(Comparator.comparingDouble(TradeOffPoint::variance).thenComparingDouble(TradeOffPoint::bias))
                .filter(point -> front.isEmpty()
                        || point.bias() < 0.98 * front.get(front.size() - 1).bias())
                .forEach(front::add);
        return front;
    }

    /** Other families than these have none that does not depend on the step size, or the trace and error of another. */
    private static boolean hasTrace(Theory theory, Solution solution) {
        return EnumSet.of(Family.ONE_TRACE, Family.OWN, Family.GRADIENT).contains(solution.family())
                && solution.defined()
                && theory.moments(solution.config()) != null;
    }

    private static TradeOffCurve over(
            Theory theory,
            List<Solution> solutions,
            String name,
            String parameter,
            String symbol,
            DoubleStream values) {
        Algorithm algorithm = Algorithms.named(name);
        DoubleStream own = solutions.stream()
                .filter(solution -> solution.algorithm() == algorithm)
                .mapToDouble(solution -> solution.config().parameters().get(parameter));
        return new TradeOffCurve(
                name,
                symbol,
                DoubleStream.concat(values, own)
                        .sorted()
                        .distinct()
                        .mapToObj(value -> theory.error(algorithm, Map.of(parameter, value)))
                        .filter(Objects::nonNull)
                        .map(error -> exact(theory, error))
                        .toList());
    }

    private static TradeOffPoint exact(Theory theory, FixedPointError error) {
        return new TradeOffPoint(name(error.config()), error, theory.moments(error.config()), false);
    }

    private static TradeOffPoint simulated(Theory theory, String name, Config config, double overshoot) {
        SimulatedUpdate update = SimulatedUpdate.of(theory, config, overshoot, STEPS);
        return new TradeOffPoint(name, update.error(), update.moments(), true);
    }

    private static final List<String> DECIDING =
            List.of("beta", "kind", "horizon", "period", "zeta", "trace_cap", "ratio_cap");

    /** The name, with the parameter that decides where it goes: {@code etd-beta 0.5}. */
    static String name(Config config) {
        String name = config.algorithm().name();
        String parameter = parameter(config);
        boolean alone = !parameter.isEmpty() && !parameter.contains(",");
        return alone ? name + " " + parameter.replaceAll(".* ", "") : name;
    }

    /** The parameter that decides where an algorithm goes: {@code beta = 0.5}; empty if there is none. */
    static String parameter(Config config) {
        Map<String, Double> given = config.parameters();
        given.remove("kind", 1.0);
        given.remove(config instanceof LeastSquares ? "beta" : "");
        return DECIDING.stream()
                .filter(given::containsKey)
                .map(name -> name + " = "
                        + (name.matches("horizon|period")
                                ? Numbers.count(given.get(name).longValue())
                                : Numbers.significant(given.get(name))))
                .collect(Collectors.joining(", "));
    }
}
