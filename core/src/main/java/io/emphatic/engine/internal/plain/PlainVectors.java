package io.emphatic.engine.internal.plain;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;

/** θ and e as they stand in the equations: a trace, and the weights that move along it. */
final class PlainVectors extends Trace implements TraceVectors {
    private final double[] theta;

    PlainVectors(int size) {
        super(size);
        theta = new double[size];
    }

    @Override
    public void putState(EngineState state) {
        state.put("weights", theta);
        state.put("trace", this);
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
    }

    @Override
    public double predict(Features phi) {
        return phi.dot(theta);
    }

    @Override
    public double[] weights() {
        return theta.clone();
    }

    @Override
    public double traceDot(Features phi) {
        return phi.dot(entries());
    }

    @Override
    public double traceNorm() {
        return norm();
    }

    /** No component exceeds the norm. */
    @Override
    public double largestOfTrace() {
        return norm();
    }

    @Override
    public void moveAlongTrace(double x) {
        addTo(theta, x);
    }

    @Override
    public void moveAlongTraceClipped(double x, double clip) {
        addTo(theta, x, clip);
    }

    @Override
    public void move(Features phi, double x) {
        phi.addTo(theta, x);
    }

    @Override
    public double weightsNorm() {
        return Norm.of(theta);
    }

    @Override
    public void scaleWeights(double factor) {
        for (int j = 0; j < theta.length; j++) {
            theta[j] *= factor;
        }
    }
}
