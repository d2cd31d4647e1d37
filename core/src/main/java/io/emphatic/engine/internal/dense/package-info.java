/**
 * Internal, may change without notice: engines for more than 64 dense features, over loops that the compiler
 * vectorises. Read {@code DenseVectors}. An engine has the same methods as its sibling in {@code sparse}.
 */
package io.emphatic.engine.internal.dense;
