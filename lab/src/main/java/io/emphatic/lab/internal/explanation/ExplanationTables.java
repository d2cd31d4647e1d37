package io.emphatic.lab.internal.explanation;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.internal.explanation.Explanation.PolicyExplanation;
import io.emphatic.lab.theory.FollowOn;
import io.emphatic.lab.theory.Solution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tables of an explanation as text cells: the terminal and the page show the same. */
final class ExplanationTables {
    private static final int DIGITS = 4;
    private static final double NOISE = 1e-12;

    /** What some of the columns of {@link #algorithms} are. */
    static final String EIGENVALUES = "min Re z: smallest real part of an eigenvalue of A; min sym: smallest eigenvalue"
            + " of (A + Aᵀ)/2; both on the range of A; step size <: of the mean update, single runs may need a far smaller"
            + " one";

    private static final Set<FixedPoint> OWN = EnumSet.of(FixedPoint.OWN, FixedPoint.UNKNOWN);

    private ExplanationTables() {}

    static List<List<String>> states(PolicyExplanation target, List<StateRow> rows) {
        List<Solution> shown = distinct(target, Solution::prediction);
        List<List<String>> table = new ArrayList<>();
        List<String> heading = new ArrayList<>(List.of("state", "visits", "interest", "emphasis", "true value"));
        shown.forEach(solution -> heading.add(solution.name() + (isMissed(solution) ? " ✗" : "")));
        table.add(heading);
        double size = size(target);
        for (StateRow row : rows) {
            List<String> cells = new ArrayList<>(List.of(
                    row.label(),
                    row.end() ? "end" : number(row.visits(), 1),
                    row.end() ? "–" : number(row.interest(), 1),
                    row.end() ? "–" : number(row.emphasis(), 1),
                    number(row.value(), size)));
            for (Solution solution : shown) {
                cells.add(row.end() ? "–" : number(solution.prediction()[row.states()[0]], size));
            }
            table.add(cells);
        }
        return table;
    }

    /** Those of an explanation without the ones that have the same numbers as the first with their fixed point. */
    private static List<Solution> distinct(PolicyExplanation target, Function<Solution, double[]> numbers) {
        return target.solutions().stream()
                .filter(solution -> first(target, solution) == solution
                        || !alike(numbers.apply(first(target, solution)), numbers.apply(solution)))
                .toList();
    }

    /** The first algorithm that is known to have the same fixed point; itself if there is none. */
    private static Solution first(PolicyExplanation target, Solution solution) {
        FixedPoint fixedPoint = solution.algorithm().fixedPoint();
        return target.solutions().stream()
                .filter(other -> !OWN.contains(fixedPoint) && other.algorithm().fixedPoint() == fixedPoint)
                .findFirst()
                .orElse(solution);
    }

    private static boolean alike(double[] these, double[] those) {
        double size = Math.max(largest(these), largest(those));
        return IntStream.range(0, these.length)
                .allMatch(k -> Math.abs(these[k] - those[k]) <= 1e-9 * size
                        || Double.isNaN(these[k]) && Double.isNaN(those[k]));
    }

    private static double largest(double[] values) {
        return Arrays.stream(values)
                .map(Math::abs)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }

    /** Which algorithms have no column of their own, because they have the fixed point of another. */
    static String shared(PolicyExplanation target) {
        List<Solution> shown = distinct(target, Solution::prediction);
        Map<String, List<String>> by = new LinkedHashMap<>();
        target.solutions().stream()
                .filter(solution -> !shown.contains(solution))
                .forEach(solution -> by.computeIfAbsent(first(target, solution).name(), key -> new ArrayList<>())
                        .add(solution.name()));
        return by.entrySet().stream()
                .map(entry -> entry.getKey() + " stands for " + String.join(", ", entry.getValue())
                        + ", which have its fixed point")
                .collect(Collectors.joining("; "));
    }

    static List<List<String>> algorithms(PolicyExplanation target) {
        List<List<String>> table = new ArrayList<>();
        String heading =
                "algorithm,expected update,min Re z,min sym,step size <,rank,rmse,interest rmse,interest error";
        table.add(List.of(heading.split(",")));
        for (Solution solution : target.solutions()) {
            // A is that of td or etd, and does not decide where w, usages or a matrix come between
            boolean decides =
                    EnumSet.of(Family.ONE_TRACE, Family.TRUE_ONLINE, Family.OWN).contains(solution.family());
            table.add(List.of(
                    TradeOff.name(solution.config()),
                    outcome(solution),
                    decides ? Numbers.significant(solution.minRealEigenvalue(), DIGITS) : "–",
                    decides ? Numbers.significant(solution.minSymmetricEigenvalue(), DIGITS) : "–",
                    Numbers.bound(solution.largestStepSize()),
                    solution.defined() ? solution.rank() + "/" + solution.b().length : "–",
                    Numbers.significant(solution.rmse(), DIGITS),
                    Numbers.significant(solution.interestRmse(), DIGITS),
                    Numbers.significant(solution.interestWeightedError(), DIGITS)));
        }
        return table;
    }

    /** What the columns of {@link #tradeOff} are. */
    static final String MOMENTS = "E[F²] and E‖e‖²: second moments of the follow-on trace and of the vector that δ is"
            + " multiplied by, in the long run; E‖e‖²/E[M]²: the same with an emphasis of 1 on average, at which"
            + " algorithms learn equally fast; gradient learners have td's trace, and a second weight vector to learn with"
            + " it; ~: along a simulated run of 50,000 steps";

    static List<List<String>> tradeOff(Stream<TradeOff.TradeOffPoint> points) {
        List<List<String>> table = new ArrayList<>();
        table.add(List.of("algorithm", "converges", "rmse", "interest rmse", "E[F²]", "E‖e‖²", "E‖e‖²/E[M]²"));
        points.map(point -> List.of(
                        point.name() + (point.simulated() ? " ~" : ""),
                        point.error().converges() ? "yes" : "no",
                        Numbers.significant(point.error().rmse(), DIGITS),
                        Numbers.significant(point.bias(), DIGITS),
                        Numbers.significant(point.moments().followOn(), DIGITS),
                        Numbers.significant(point.moments().trace(), DIGITS),
                        Numbers.significant(point.variance(), DIGITS)))
                .forEach(table::add);
        return table;
    }

    /** The heading first: a feature a line, an algorithm a column. */
    static List<List<String>> fixedPoints(PolicyExplanation target) {
        List<List<String>> table = new ArrayList<>();
        List<String> heading = new ArrayList<>(List.of("weight of"));
        List<Solution> shown = distinct(target, Solution::fixedPoint);
        shown.forEach(solution -> heading.add(TradeOff.name(solution.config())));
        table.add(heading);
        List<String> features = target.theory().mdp().featureNames();
        double size = size(target);
        for (int j = 0; j < features.size(); j++) {
            List<String> cells = new ArrayList<>(List.of(features.get(j)));
            double largest = 0;
            for (double[] phi : target.theory().mdp().features()) {
                largest = Math.max(largest, Math.abs(phi[j]));
            }
            for (Solution solution : shown) {
                boolean untouched = solution.untouched().contains(features.get(j));
                // a weight is noise if it is not seen in any prediction
                cells.add(untouched ? "untouched" : number(solution.fixedPoint()[j], size / largest));
            }
            table.add(cells);
        }
        return table;
    }

    /** Whether there is a fixed point to speak of that is not reached. */
    static boolean isMissed(Solution solution) {
        return solution.defined() && !solution.converges();
    }

    /** What becomes of the mean update, in a word or two. */
    static String outcome(Solution solution) {
        return switch (solution.convergence()) {
            case DEFINITE, STABLE -> "stable";
            case NOTHING_LEARNED -> "learns nothing";
            case UNCOVERED, ENDLESS -> "undefined";
            case SINGULAR, UNDECIDED, NO_STABLE_ETA -> "unknown";
            default -> "diverges";
        };
    }

    static String followOn(PolicyExplanation target) {
        if (!target.theory().uncoveredWhereVisited().isEmpty()) {
            return "The follow-on trace is not defined";
        }
        FollowOn followOn = target.theory().followOn();
        String radius =
                "The follow-on trace has spectral radius " + Numbers.significant(followOn.spectralRadius(), DIGITS);
        if (followOn.finiteVariance()) {
            return radius + " and finite variance";
        }
        return radius + " and infinite variance; it would be finite with γ scaled by less than "
                + Numbers.significant(followOn.largestScale(), DIGITS) + " or a constant β below "
                + Numbers.significant(followOn.largestBeta(), DIGITS);
    }

    static String valueAtStart(PolicyExplanation target) {
        double value = target.theory().valueAtStart();
        return Numbers.significant(Math.abs(value) <= NOISE * size(target) ? 0 : value, DIGITS);
    }

    /** The largest value: what is a trillionth of it or less is what rounding left of a zero. */
    private static double size(PolicyExplanation target) {
        return largest(target.theory().value());
    }

    private static String number(double value, double size) {
        return Numbers.significant(Math.abs(value) <= NOISE * size ? 0 : value, DIGITS);
    }
}
