/**
 * The vector work of learners. An algorithm is a rule that computes a few scalars per step; an engine keeps the vectors
 * and moves them by those scalars.
 *
 * <p>Read {@link io.emphatic.engine.TraceRule} and {@code TraceEngine}, the plainest pair, then
 * {@link io.emphatic.engine.Divergence}, then {@code SparseVectors} for sparse features, then
 * {@link io.emphatic.engine.GradientRule}. {@link io.emphatic.engine.Engines} chooses the engine: explicit (arrays as
 * in the equations), factored (sparse features) or dense. May use {@code io.emphatic.experience}, and EJML for least
 * squares.
 */
package io.emphatic.engine;
