package io.emphatic.lab.theory;

import io.emphatic.lab.Mdp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the numbers of one algorithm mean, in a sentence or two. */
final class Verdict {
    private Verdict() {}

    /** @param beta NaN for an algorithm that has none */
    static String of(Theory theory, String name, double beta, MeanUpdate mean, Stability stability) {
        if (mean.rank() == 0) {
            return name + " learns nothing: " + nothing(theory, name) + ", and no weight ever moves";
        }
        String failure = failure(mean, stability);
        if (failure != null) {
            return name + " diverges: " + failure;
        }
        String verdict = name + " converges" + (mean.positiveDefinite() ? "" : ", though A is not positive definite")
                + ", on average at any step size below " + number(stability.largestStepSize());
        FollowOn followOn = theory.followOn();
        if (name.equals("etd") && !followOn.finiteVariance()) {
            verdict += ", but its follow-on trace has infinite variance (radius " + number(followOn.spectralRadius())
                    + "): expect volatility; clip, or use etd-beta with beta ≤ " + below(followOn.largestBeta());
        } else if (name.equals("etd-beta") && !followOn.finiteVarianceWith(beta)) {
            verdict += ", but with beta = " + number(beta)
                    + " its follow-on trace has infinite variance: expect volatility; clip, or take beta ≤ "
                    + below(followOn.largestBeta());
        }
        return verdict + subspace(theory.mdp(), mean);
    }

    static String gradient(Theory theory, MeanUpdate mean, Stability td, Stability joint, double eta) {
        if (mean.rank() == 0) {
            return "gtd learns nothing: " + nothing(theory, "td") + ", and no weight ever moves";
        }
        if (!mean.solvable() || !mean.semisimple()) {
            return "gtd has no single fixed point to converge to: A is singular, of rank " + mean.rank();
        }
        if (!joint.stable()) {
            return "gtd was not found to be stable with any eta up to " + number(eta);
        }
        return "gtd converges to the fixed point of td" + (td.stable() ? "" : ", although td itself diverges")
                + ", on average at any step size below " + number(joint.largestStepSize()) + " with eta = "
                + number(eta)
                + subspace(theory.mdp(), mean);
    }

    private static String nothing(Theory theory, String name) {
        boolean interest = name.equals("td");
        for (int s = 0; s < theory.stationary().length; s++) {
            interest |= theory.stationary()[s] * theory.question().interest()[s] > 0;
        }
        return interest ? "the states it learns about have no features" : "no state that is visited is of interest";
    }

    /** Why the mean ODE does not converge, or null if it does. */
    private static String failure(MeanUpdate mean, Stability stability) {
        if (!stability.stable() && stability.minReal() < 0) {
            return "A has an eigenvalue with real part " + number(stability.minReal());
        }
        if (!mean.solvable()) {
            return "A is singular, of rank " + mean.rank() + ", and Aθ = b has no solution";
        }
        if (!mean.semisimple()) {
            return "A is singular, of rank " + mean.rank() + ", and lets the weights drift without bound";
        }
        return stability.stable() ? null : "A has an eigenvalue with real part 0, so the weights keep swinging";
    }

    private static String subspace(Mdp mdp, MeanUpdate mean) {
        int n = mdp.featureNames().size();
        if (mean.rank() == n) {
            return "";
        }
        List<String> untouched = new ArrayList<>();
        for (int j = 0; j < n; j++) {
            if (mean.leavesUntouched(j)) {
                untouched.add(mdp.featureNames().get(j));
            }
        }
        String rank = "; A has rank " + mean.rank() + " of " + n;
        if (untouched.isEmpty()) {
            return rank + ", so where it ends depends on the initial weights (given here: from zero)";
        }
        String which = untouched.size() == 1 ? "the weight of " : "the weights of ";
        return rank + " and leaves " + which + States.names(untouched) + " untouched"
                + (mean.rank() + untouched.size() == n ? "" : "; the others are not independent where it learns");
    }

    /** Two decimals, rounded down: what is advised must be safe. */
    private static String below(double bound) {
        return number(Math.floor(Math.min(bound, 1) * 100) / 100);
    }

    /** Three significant digits. */
    static String number(double value) {
        if (value == 0 || !Double.isFinite(value)) {
            return value == 0 ? "0" : String.valueOf(value);
        }
        double size = Math.abs(value);
        String text = size >= 1e-3 && size < 1e5
                ? String.format(Locale.ROOT, "%." + Math.max(0, 2 - (int) Math.floor(Math.log10(size))) + "f", value)
                : String.format(Locale.ROOT, "%.2e", value);
        if (text.contains(".") && !text.contains("e")) {
            text = text.replaceAll("0+$", "").replaceAll("\\.$", "");
        }
        return text.replace('-', '−');
    }
}
