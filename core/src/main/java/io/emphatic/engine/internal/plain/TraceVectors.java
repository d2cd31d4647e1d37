package io.emphatic.engine.internal.plain;

import io.emphatic.experience.Features;
import java.util.Map;

/** θ and e of an engine: as they stand in the equations ({@link PlainVectors}), or factored for sparse features. */
public interface TraceVectors {
    /** Adds its arrays to those of an engine. */
    void putState(EngineState state);

    /** Writes these weights into a state of zeros. */
    void begin(double[] initialWeights);

    /** θᵀφ. */
    double predict(Features phi);

    /** A copy of θ. */
    double[] weights();

    /** eᵀφ. */
    double traceDot(Features phi);

    /** An upper bound of ‖e‖₂. */
    double traceNorm();

    /** An upper bound of |eⱼ|. */
    double largestOfTrace();

    /** e ← a e + b φ. */
    void advance(double a, double b, Features phi);

    /** θ ← θ + x e. */
    void moveAlongTrace(double x);

    /** θ ← θ + x e with each component of the increment clipped to ±clip. */
    void moveAlongTraceClipped(double x, double clip);

    /** θ ← θ + x φ. */
    void move(Features phi, double x);

    /** ‖θ‖₂. */
    double weightsNorm();

    /** θ ← factor · θ. */
    void scaleWeights(double factor);

    /** By which factor increments exceed their clip: tiny entries of e may still move their weights noticeably. */
    default void setExcess(double excess) {}

    /** Replaces its arrays in the state of an engine by those of {@link PlainVectors}. */
    default void toPlain(Map<String, double[]> state) {}

    /** Becomes the vectors of a state with {@link PlainVectors}, and adds its own arrays to it. */
    default void fromPlain(Map<String, double[]> state) {}
}
