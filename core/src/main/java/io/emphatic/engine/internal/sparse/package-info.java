/**
 * Internal, may change without notice: engines for sparse features, whose steps cost O(active features). Read
 * {@code SparseVectors}. An engine has the same methods as its sibling in {@code plain}.
 */
package io.emphatic.engine.internal.sparse;
