package io.emphatic.engine;

import io.emphatic.experience.Transition;

/** The scalars of one step that a {@link TraceRule} computes: aₜ, bₜ, κₜ, and Fₜ and Mₜ if it is emphatic. */
public final class Coefficients {
    private double a;
    private double b;
    private double kappa;
    private double followOn = Double.NaN;
    private double emphasis = Double.NaN;
    private double magnitude;

    /** For a rule to set: eₜ = aₜ eₜ₋₁ + bₜ φₜ, θₜ₊₁ = θₜ + α κₜ δₜ eₜ. */
    public void set(double a, double b, double kappa) {
        this.a = a;
        this.b = b;
        this.kappa = kappa;
    }

    /** For an emphatic rule to set: Fₜ and Mₜ. */
    public void setEmphasis(double followOn, double emphasis) {
        this.followOn = followOn;
        this.emphasis = emphasis;
        this.magnitude = Math.abs(followOn);
    }

    /** For a rule with vectors of its own to add, after its emphasis: a bound of their norms after the step. */
    public void addMagnitude(double more) {
        magnitude += more;
    }

    /** For an emphatic rule to set, from its own Fₜ: those of ETD(λ), with κₜ = 1. */
    public void emphasise(Transition t, double followOnNow) {
        // Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
        double emphasisNow = t.lambda() * t.interest() + (1 - t.lambda()) * followOnNow;
        // eₜ = ρₜ γₜ λₜ eₜ₋₁ + ρₜ Mₜ φₜ
        set(t.rho() * t.gamma() * t.lambda(), t.rho() * emphasisNow, 1);
        setEmphasis(followOnNow, emphasisNow);
    }

    /** Follow-on and emphasis are not known any more. */
    public void clearEmphasis() {
        followOn = Double.NaN;
        emphasis = Double.NaN;
        magnitude = 0;
    }

    /** |Fₜ| and what was added, or 0 without a follow-on trace: for {@link Divergence} to add to other magnitudes. */
    double magnitude() {
        return magnitude;
    }

    /** aₜ. */
    public double a() {
        return a;
    }

    /** bₜ. */
    public double b() {
        return b;
    }

    /** κₜ. */
    public double kappa() {
        return kappa;
    }

    /** Fₜ; NaN where there is no follow-on trace. */
    public double followOn() {
        return followOn;
    }

    /** Mₜ; NaN where there is no emphasis. */
    public double emphasis() {
        return emphasis;
    }
}
