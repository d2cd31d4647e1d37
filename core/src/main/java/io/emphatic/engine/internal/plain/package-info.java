/**
 * Internal, may change without notice: the plain engines, with arrays as in the equations, and what the engines of
 * other rooms share with them.
 *
 * <p>Plain engines serve up to 64 features, learners whose weights several streams share, and as the reference that
 * every other engine is tested against. Read {@code TraceEngine} with {@code Trace} first: it is the engine of one
 * trace for sparse features, too, over other {@code TraceVectors}. {@code GradientEngine} is its sibling, and
 * {@code TraceRuleEngine} and {@code GradientRuleEngine} have what all engines of a rule share. Weighted importance
 * sampling ({@code UsageVectors}) and least squares have no other form.
 */
package io.emphatic.engine.internal.plain;
