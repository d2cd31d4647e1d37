/**
 * Internal, may change without notice: vectors for sparse features, whose steps cost O(active features), and the engine
 * of the gradient family over them. Read {@code SparseVectors}; {@code plain} has the engines of one trace.
 */
package io.emphatic.engine.internal.sparse;
