package io.emphatic;

/** What a {@link TraceRule} yields for one step: aₜ, bₜ, κₜ, and what it knows of follow-on and emphasis. */
final class Coefficients {
    double a;
    double b;
    double kappa;
    double followOn = Double.NaN;
    double emphasis = Double.NaN;

    void set(double a, double b, double kappa) {
        this.a = a;
        this.b = b;
        this.kappa = kappa;
    }

    void setEmphasis(double followOn, double emphasis) {
        this.followOn = followOn;
        this.emphasis = emphasis;
    }
}
