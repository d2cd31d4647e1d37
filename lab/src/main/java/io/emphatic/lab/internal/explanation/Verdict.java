package io.emphatic.lab.internal.explanation;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.LcEtd;
import io.emphatic.Pgtd2;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Naming;
import io.emphatic.lab.theory.Convergence;
import io.emphatic.lab.theory.FollowOn;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import io.emphatic.lab.theory.WeightedSolution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the numbers of one algorithm mean, in a sentence or two. */
public final class Verdict {
    private static final String TD = Theory.algorithm(FixedPoint.VISITS).name();
    private static final String ETD = Theory.algorithm(FixedPoint.EMPHASIS).name();
    private static final String ETD_BETA =
            Theory.algorithm(FixedPoint.BETA_EMPHASIS).name();

    private Verdict() {}

    public static String of(Theory theory, Solution solution) {
        return shown(solution) + " " + says(theory, solution) + numbers(theory, solution);
    }

    /** Sentences about all algorithms: those of which the same is to be said share one, without their own numbers. */
    static List<String> grouped(Theory theory, List<Solution> solutions) {
        Map<String, List<String>> bySentence = new LinkedHashMap<>();
        for (Solution solution : solutions) {
            bySentence
                    .computeIfAbsent(says(theory, solution), key -> new ArrayList<>())
                    .add(shown(solution));
        }
        return bySentence.entrySet().stream()
                .map(group -> String.join(", ", group.getValue())
                        + (group.getValue().size() == 1 ? " " : ": each ")
                        + group.getKey())
                .toList();
    }

    /** The name, with the parameter that decides where it goes: {@code etd-beta with beta = 0.5}. */
    private static String shown(Solution solution) {
        String label = TradeOff.parameter(solution.config());
        return solution.name() + (label.isEmpty() ? "" : " with " + label);
    }

    private static String says(Theory theory, Solution solution) {
        if (solution.family() == Family.WEIGHTED) {
            return says(theory, theory.weighted(solution.algorithm()));
        }
        return switch (solution.convergence()) {
            case UNCOVERED ->
                "is not defined: the behaviour never takes " + Naming.list(theory.uncoveredWhereVisited())
                        + ", and the target does";
            case ENDLESS ->
                "is not defined: its follow-on trace grows for ever, because the target never leaves "
                        + Naming.states(theory.mdp(), theory.endless(solution.beta())) + "; take a beta below 1";
            case NOTHING_LEARNED ->
                "learns nothing: "
                        + (solution.eta() == 0
                                ? "its eta is 0, so that w never moves, and θ follows w alone"
                                : "no state that is visited has both features and interest");
            case DEFINITE, STABLE -> converging(theory, solution);
            case UNSTABLE -> "diverges";
            case UNSOLVABLE -> "diverges: A is singular, of rank " + solution.rank() + ", and Aθ = b has no solution";
            case DRIFTING ->
                "diverges: A is singular, of rank " + solution.rank() + ", and lets the weights drift without bound";
            case OSCILLATING -> "diverges: A has an eigenvalue with real part 0, so the weights swing for ever";
            case SINGULAR ->
                "is not known to converge: A is singular, of rank " + solution.rank() + ", on the features seen";
            case NO_STABLE_ETA ->
                "was not found to be stable with any eta up to " + Numbers.significant(solution.eta());
            case UNSTABLE_ETA ->
                "diverges with eta = " + Numbers.significant(solution.eta())
                        + ": the mean update of θ and w together is not stable";
            case UNDECIDED ->
                "has the fixed point of " + TD + "; whether it is stable was not decided, because A has rank "
                        + solution.rank();
        };
    }

    /** What is said of one algorithm alone: its eigenvalue, its largest step size, its rate. */
    private static String numbers(Theory theory, Solution solution) {
        if (solution.family() == Family.WEIGHTED) {
            double rate = theory.weighted(solution.algorithm()).rate();
            return Double.isNaN(rate) ? "" : "; the mean error goes like t^" + Numbers.significant(-rate);
        }
        if (solution.convergence() == Convergence.UNSTABLE) {
            return ": A has an eigenvalue with real part " + Numbers.significant(solution.minRealEigenvalue());
        }
        if (!solution.converges() || !Double.isFinite(solution.largestStepSize())) {
            return "";
        }
        return "; its mean update is stable at any step size below " + Numbers.bound(solution.largestStepSize())
                + (solution.family() == Family.GRADIENT ? " with eta = " + Numbers.significant(solution.eta()) : "");
    }

    private static String says(Theory theory, WeightedSolution solution) {
        Solution plain = theory.solution(Theory.algorithm(solution.algorithm().fixedPoint()));
        return switch (solution.convergence()) {
            case UNCOVERED, NOTHING_LEARNED -> says(theory, plain);
            case DEFINITE, STABLE ->
                "converges to the fixed point of " + plain.name()
                        + " with usage_decay 0, where steps shrink like 1/t"
                        + (solution.convergesForgetting()
                                ? "; with a small usage_decay above 0 it hovers there"
                                : "; with a usage_decay above 0 it diverges as " + plain.name() + " does");
            case UNSTABLE ->
                "diverges with usage_decay 0"
                        + (solution.convergesForgetting()
                                ? "; with a small usage_decay above 0 it hovers at the fixed point of " + plain.name()
                                : ", and with a usage_decay above 0, too");
            default ->
                "is not known to converge: with features scaled by their usage, A is singular or has an"
                        + " eigenvalue with real part 0";
        };
    }

    private static String converging(Theory theory, Solution solution) {
        String plain = solution.algorithm().fixedPoint() == FixedPoint.VISITS ? TD : ETD;
        return switch (solution.family()) {
            case GRADIENT -> gradient(theory, solution);
            case LEAST_SQUARES ->
                "converges to the fixed point of " + plain + ", and needs no step size"
                        + (solution.rank() == solution.b().length
                                ? ""
                                : "; A has rank " + solution.rank() + " of " + solution.b().length
                                        + ", and of all solutions it takes the shortest");
            case TRUE_ONLINE ->
                "converges to the fixed point of " + plain + " for small step sizes" + variance(theory, solution)
                        + subspace(theory.mdp(), solution);
            default ->
                "converges"
                        + (solution.convergence() == Convergence.DEFINITE ? "" : " although A is not positive definite")
                        + (solution.cappedValue().length == 0
                                ? ""
                                : "; it evaluates the policy π_ρ̄ ∝ min(ρ̄μ, π) in place of the target")
                        + variance(theory, solution)
                        + subspace(theory.mdp(), solution);
        };
    }

    private static String gradient(Theory theory, Solution solution) {
        boolean tdConverges =
                theory.solution(Theory.algorithm(FixedPoint.VISITS)).converges();
        String stepSize = solution.config() instanceof Pgtd2
                ? ", for small step sizes with eta = " + Numbers.significant(solution.eta())
                : Double.isNaN(solution.largestStepSize()) ? ", for eta large enough" : "";
        return "converges to the fixed point of " + TD
                + (tdConverges ? "" : ", although " + TD + " itself diverges") + stepSize
                + subspace(theory.mdp(), solution);
    }

    private static String variance(Theory theory, Solution solution) {
        FollowOn followOn = theory.followOn();
        boolean finite =
                switch (solution.algorithm().fixedPoint()) {
                    case EMPHASIS -> followOn.finiteVariance();
                    case BETA_EMPHASIS -> followOn.finiteVarianceWith(solution.beta());
                    case OWN ->
                        !(solution.config() instanceof LcEtd)
                                || Double.isFinite(
                                        theory.moments(solution.config()).followOn());
                    default -> true; // it has no follow-on trace
                };
        if (finite) {
            return "";
        }
        boolean ownBeta = !Double.isNaN(solution.beta());
        return ", but its follow-on trace has infinite variance"
                + (ownBeta ? "" : " (radius " + Numbers.significant(followOn.spectralRadius()) + ")")
                + ": expect volatility"
                + (solution.family() == Family.TRUE_ONLINE
                        ? ""
                        : "; bound steps (overshoot) or clip"
                                + advice(theory, ownBeta ? "take" : "use " + ETD_BETA + " with"));
    }

    /** A β for which the variance is finite is of no use where ETD(λ,β) diverges with it, as on Baird's star. */
    private static String advice(Theory theory, String verb) {
        // in hundredths and rounded down, so that what is advised holds; with 1 the trace need not even have a mean
        FollowOn followOn = theory.followOn();
        double hundredths = Math.min(99, Math.floor(followOn.largestBeta() * 100));
        double largest = (followOn.finiteVarianceWith(hundredths / 100) ? hundredths : hundredths - 1) / 100;
        if (!theory.solution(Theory.algorithm(FixedPoint.BETA_EMPHASIS), Map.of("beta", largest))
                .converges()) {
            return " (a beta small enough for a finite variance, " + Numbers.significant(largest) + ", makes "
                    + ETD_BETA + " diverge)";
        }
        return ", or " + verb + " beta = " + Numbers.significant(largest);
    }

    private static String subspace(Mdp mdp, Solution solution) {
        int n = mdp.featureNames().size();
        if (solution.rank() == n) {
            return "";
        }
        List<String> untouched = solution.untouched();
        String rank = "; A has rank " + solution.rank() + " of " + n;
        if (untouched.isEmpty()) {
            return rank + ", so where it ends depends on the initial weights (the numbers here are from zero weights)";
        }
        return rank + " and leaves the " + (untouched.size() == 1 ? "weight" : "weights") + " of "
                + Naming.list(untouched) + " untouched"
                + (solution.rank() + untouched.size() == n
                        ? ""
                        : "; where the others end depends on the initial weights");
    }
}
