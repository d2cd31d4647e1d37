package io.emphatic.engine;

/** The explicit engine of each family, whatever the number of features, for tests of other packages. */
public final class ExplicitEngines {
    private ExplicitEngines() {}

    public static Engine oneTrace(TraceRule rule, double clip, double radius, int size) {
        return new TraceEngine(rule, clip, radius, size);
    }

    public static Engine gradient(GradientRule rule, double eta, int size) {
        return new GradientEngine(rule, eta, size);
    }

    public static Engine trueOnline(TraceRule rule, int size) {
        return new TrueOnlineEngine(rule, size);
    }
}
