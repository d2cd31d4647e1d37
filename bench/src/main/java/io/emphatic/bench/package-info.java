/**
 * JMH benchmarks of the engines, each with a plain twin so that a ratio comes out of one run; {@code bench/run} runs
 * them all.
 */
package io.emphatic.bench;
