/**
 * The door for algorithms: what a rule computes and what an engine does. API.
 *
 * <p>An algorithm is a rule that computes a few scalars per step; an engine keeps the vectors and moves them by those
 * scalars. Implement {@link io.emphatic.engine.TraceRule} for the one-trace family, which sets
 * {@link io.emphatic.engine.Coefficients}, or {@link io.emphatic.engine.GradientRule}, which sets
 * {@link io.emphatic.engine.GradientLanes}; the product finds the fastest engine. Extend
 * {@link io.emphatic.engine.ArrayEngine} for vectors of another kind.
 *
 * <p>Rules are stateless and may be shared between threads; an engine is used by one thread at a time. The engines
 * themselves are in packages named {@code internal}, which may change without notice. May use
 * {@code io.emphatic.experience}.
 */
package io.emphatic.engine;
