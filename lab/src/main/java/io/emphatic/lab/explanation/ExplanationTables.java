package io.emphatic.lab.explanation;

import io.emphatic.Family;
import io.emphatic.FixedPoint;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.explanation.Explanation.PolicyExplanation;
import io.emphatic.lab.theory.FollowOn;
import io.emphatic.lab.theory.Solution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of an explanation as text cells: the terminal and the page show the same. */
final class ExplanationTables {
    private static final int DIGITS = 4;
    private static final double NOISE = 1e-12;

    /** What two of the columns of {@link #algorithms} are. */
    static final String EIGENVALUES = "min Re z: smallest real part of an eigenvalue of A; min sym: smallest eigenvalue"
            + " of (A + Aᵀ)/2; both on the range of A";

    private ExplanationTables() {}

    /** The heading first. The gradient family has no column: it predicts what TD does, and shares TD's. */
    static List<List<String>> states(PolicyExplanation target, List<StateRow> rows) {
        List<Solution> shown = target.solutions().stream()
                .filter(solution -> !isGradient(solution))
                .toList();
        String gradient = target.solutions().stream()
                .filter(ExplanationTables::isGradient)
                .map(solution -> ", " + solution.name())
                .collect(Collectors.joining());
        List<List<String>> table = new ArrayList<>();
        List<String> heading = new ArrayList<>(List.of("state", "visits", "interest", "emphasis", "true value"));
        for (Solution solution : shown) {
            String name = solution.name() + (solution.converges() ? "" : " ✗");
            heading.add(solution.algorithm().fixedPoint() == FixedPoint.VISITS ? name + gradient : name);
        }
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

    /** The heading first. */
    static List<List<String>> algorithms(PolicyExplanation target) {
        List<List<String>> table = new ArrayList<>();
        table.add(List.of(
                "algorithm",
                "converges",
                "min Re z",
                "min sym",
                "step size <",
                "rank",
                "rmse",
                "interest rmse",
                "interest error"));
        for (Solution solution : target.solutions()) {
            // A is that of td, and whether it is stable does not matter to gtd
            boolean gradient = isGradient(solution);
            table.add(List.of(
                    name(target, solution),
                    solution.converges() ? "yes" : "no",
                    gradient ? "–" : Numbers.significant(solution.minRealEigenvalue(), DIGITS),
                    gradient ? "–" : Numbers.significant(solution.minSymmetricEigenvalue(), DIGITS),
                    Numbers.bound(solution.largestStepSize()),
                    solution.defined() ? solution.rank() + "/" + solution.b().length : "–",
                    Numbers.significant(solution.rmse(), DIGITS),
                    Numbers.significant(solution.interestRmse(), DIGITS),
                    Numbers.significant(solution.interestWeightedError(), DIGITS)));
        }
        return table;
    }

    /** The heading first: a feature a line, an algorithm a column. */
    static List<List<String>> fixedPoints(PolicyExplanation target) {
        List<List<String>> table = new ArrayList<>();
        List<String> heading = new ArrayList<>(List.of("weight of"));
        target.solutions().forEach(solution -> heading.add(name(target, solution)));
        table.add(heading);
        List<String> features = target.theory().mdp().featureNames();
        double size = size(target);
        for (int j = 0; j < features.size(); j++) {
            List<String> cells = new ArrayList<>(List.of(features.get(j)));
            double largest = 0;
            for (double[] phi : target.theory().mdp().features()) {
                largest = Math.max(largest, Math.abs(phi[j]));
            }
            for (Solution solution : target.solutions()) {
                boolean untouched = solution.untouched().contains(features.get(j));
                // a weight is noise if it is not seen in any prediction
                cells.add(untouched ? "untouched" : number(solution.fixedPoint()[j], size / largest));
            }
            table.add(cells);
        }
        return table;
    }

    private static boolean isGradient(Solution solution) {
        return solution.algorithm().family() == Family.GRADIENT;
    }

    /** Whether there is a fixed point to speak of that is not reached. */
    static boolean isMissed(Solution solution) {
        return solution.defined() && !solution.converges();
    }

    static String name(PolicyExplanation target, Solution solution) {
        return Double.isNaN(solution.beta())
                ? solution.name()
                : solution.name() + " " + Numbers.significant(solution.beta());
    }

    /** What follows from the follow-on trace, in a line. */
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
        return Numbers.significant(Math.abs(value) <= NOISE * size(target) ? 0 : value, DIGITS + 2);
    }

    /** The largest value: what is a trillionth of it or less is what rounding left of a zero. */
    private static double size(PolicyExplanation target) {
        return Arrays.stream(target.theory().value()).map(Math::abs).max().orElse(0);
    }

    private static String number(double value, double size) {
        return Numbers.significant(Math.abs(value) <= NOISE * size ? 0 : value, DIGITS);
    }
}
