package io.emphatic;

/** The families of {@code docs/ALGORITHMS.md}, §1–4 and §6. */
public enum Family {
    ONE_TRACE("one trace", "e ← a e + b φ,  θ ← θ + α κ δ e: an algorithm is the scalars a, b, κ (§1)"),
    GRADIENT("gradient", "a second weight vector w with step size η α (§2)"),
    TRUE_ONLINE("true online", "exactly the online forward view (§3)"),
    LEAST_SQUARES("least squares", "θ = A⁺ b, no step size (§4)"),
    WEIGHTED(
            "weighted importance sampling",
            "θ ← θ + δ e / d: the usage d of each feature takes the place of a step size (§6)"),
    OWN("engines of their own", "vectors of another kind: a learned emphasis, a bounded trace (§8), or from outside");

    private final String title;
    private final String summary;

    Family(String title, String summary) {
        this.title = title;
        this.summary = summary;
    }

    /** As people read it: {@code one trace}. */
    public String title() {
        return title;
    }

    /** One line on the common form of its members. */
    public String summary() {
        return summary;
    }
}
