package io.emphatic.lab.theory;

import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Mdp;
import java.util.List;
import java.util.stream.IntStream;

/** What the numbers of one algorithm mean, in a sentence or two. */
final class Verdict {
    private static final int GRID = 50;

    /** Beyond these, a grid of β would take longer than all the rest. */
    private static final int GRID_STATES = 200;

    private static final int GRID_FEATURES = 50;

    private Verdict() {}

    /** @param beta NaN for an algorithm that has none */
    static String of(Theory theory, String name, double beta, MeanUpdate mean) {
        if (mean.rank() == 0) {
            return nothing(theory, name);
        }
        String shown = Double.isNaN(beta) ? name : withBeta(beta);
        String failure = failure(mean);
        if (failure != null) {
            return shown + " diverges: " + failure;
        }
        String verdict = shown + " converges" + (mean.positiveDefinite() ? "" : " although A is not positive definite")
                + ", on average at any step size below "
                + Numbers.bound(mean.stability().largestStepSize());
        return verdict + variance(theory, name, beta) + subspace(theory.mdp(), mean);
    }

    static String gradient(Theory theory, MeanUpdate td, Gradient gradient) {
        if (td.rank() == 0) {
            return nothing(theory, "gtd");
        }
        if (!td.regular()) {
            return "gtd is not known to converge: A is singular, of rank " + td.rank() + ", on the features seen";
        }
        Stability stability = gradient.stability();
        String eta = Numbers.significant(gradient.eta());
        if (!stability.stable()) {
            return "gtd was not found to be stable with any eta up to " + eta + ": A is nearly singular";
        }
        String stepSize = Double.isNaN(stability.largestStepSize())
                ? ", for eta large enough"
                : ", on average at any step size below " + Numbers.bound(stability.largestStepSize()) + " with eta = "
                        + eta;
        return "gtd converges to the fixed point of td"
                + (td.stability().stable() ? "" : ", although td itself diverges") + stepSize
                + subspace(theory.mdp(), td);
    }

    private static String nothing(Theory theory, String name) {
        boolean interest = name.equals("td") || name.equals("gtd");
        for (int s = 0; s < theory.stationary().length; s++) {
            interest |= theory.stationary()[s] * theory.question().interest()[s] > 0;
        }
        return name + " learns nothing: "
                + (interest ? "the states it learns in have no features" : "no state that is visited is of interest");
    }

    /** Why the mean ODE does not converge, or null if it does. */
    private static String failure(MeanUpdate mean) {
        Stability stability = mean.stability();
        if (!stability.stable() && stability.minReal() < 0) {
            return "A has an eigenvalue with real part " + Numbers.significant(stability.minReal());
        }
        if (!mean.solvable()) {
            return "A is singular, of rank " + mean.rank() + ", and Aθ = b has no solution";
        }
        if (!mean.semisimple()) {
            return "A is singular, of rank " + mean.rank() + ", and lets the weights drift without bound";
        }
        return stability.stable() ? null : "A has an eigenvalue with real part 0, so the weights swing for ever";
    }

    private static String variance(Theory theory, String name, double beta) {
        FollowOn followOn = theory.followOn();
        boolean own = name.equals("etd-beta");
        if (own ? followOn.finiteVarianceWith(beta) : !name.equals("etd") || followOn.finiteVariance()) {
            return "";
        }
        return ", but its follow-on trace has infinite variance"
                + (own ? "" : " (radius " + Numbers.significant(followOn.spectralRadius()) + ")")
                + ": expect volatility; clip"
                + advice(theory, own ? "take" : "use etd-beta with");
    }

    /** A β for which the variance is finite is of no use where ETD(λ,β) diverges with it, as on Baird's star. */
    private static String advice(Theory theory, String verb) {
        // in hundredths and rounded down, so that what is advised holds; with 1 the trace need not even have a mean
        FollowOn followOn = theory.followOn();
        double hundredths = Math.min(99, Math.floor(followOn.largestBeta() * 100));
        double largest = (followOn.finiteVarianceWith(hundredths / 100) ? hundredths : hundredths - 1) / 100;
        if (!theory.etdBetaConverges(largest)) {
            return " (a beta small enough for a finite variance, " + Numbers.significant(largest)
                    + ", makes etd-beta diverge)";
        }
        return ", or " + verb + " beta " + (convergesUpTo(theory, largest) ? "≤ " : "= ")
                + Numbers.significant(largest);
    }

    /** Whether ETD(λ,β) converges on a grid of β below this one: it can at both ends and not between. */
    private static boolean convergesUpTo(Theory theory, double largest) {
        Mdp mdp = theory.mdp();
        if (mdp.states().size() > GRID_STATES || mdp.featureNames().size() > GRID_FEATURES) {
            return false;
        }
        return IntStream.range(0, GRID).allMatch(k -> theory.etdBetaConverges(largest * k / GRID));
    }

    private static String withBeta(double beta) {
        return "etd-beta with beta = " + Numbers.significant(beta);
    }

    private static String subspace(Mdp mdp, MeanUpdate mean) {
        int n = mdp.featureNames().size();
        if (mean.rank() == n) {
            return "";
        }
        List<String> untouched =
                mean.untouched().mapToObj(mdp.featureNames()::get).toList();
        String rank = "; A has rank " + mean.rank() + " of " + n;
        if (untouched.isEmpty()) {
            return rank + ", so where it ends depends on the initial weights (here: from zero)";
        }
        return rank + " and leaves the " + (untouched.size() == 1 ? "weight" : "weights") + " of "
                + Sentence.list(untouched) + " untouched"
                + (mean.rank() + untouched.size() == n ? "" : "; where the others end depends on the initial weights");
    }

    /** Of an algorithm whose ratios π/μ do not exist. */
    static String uncovered(Theory theory, String name) {
        return name + " is not defined: the behaviour never takes " + Sentence.list(theory.uncoveredWhereVisited())
                + ", and the target does";
    }

    /** Of ETD(λ,β) with β = 1 on a task without end. */
    static String endless(Theory theory, double beta, int[] states) {
        return withBeta(beta) + " is not defined: its follow-on trace grows for ever, because the target never leaves "
                + Sentence.states(theory.mdp(), states) + "; take a beta below 1";
    }
}
