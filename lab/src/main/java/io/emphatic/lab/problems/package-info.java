/**
 * The problems that come with the product, a package for each, and the registry.
 *
 * <p>Read {@link io.emphatic.lab.Problem}, then any package; {@link io.emphatic.lab.problems.Problems} lists them. A
 * problem's package holds all that belongs to that problem alone, the reproduction of its paper included. May use
 * {@code simulation}, {@code theory} and {@code explanation}; knows nothing of studies and reports.
 */
package io.emphatic.lab.problems;
