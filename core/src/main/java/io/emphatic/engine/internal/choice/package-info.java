/**
 * Internal, may change without notice: which engine a learner gets. {@code Engines} makes it; {@code ChosenEngine}
 * changes between the engines for sparse and dense features, and {@code AutoEngine} chooses a step size.
 */
package io.emphatic.engine.internal.choice;
