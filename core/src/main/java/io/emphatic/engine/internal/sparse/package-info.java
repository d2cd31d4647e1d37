/**
 * Internal, may change without notice: engines for sparse features, whose steps cost O(active features). Read
 * {@code SparseVectors}, then {@code TraceGenerations}. An engine has the same methods as its sibling in {@code dense}.
 */
package io.emphatic.engine.internal.sparse;
