/**
 * The problems that come with the product, and the registry. Those of several classes have a package each.
 *
 * <p>Read {@link io.emphatic.lab.Problem}, then any of them; {@link io.emphatic.lab.problems.Problems} lists them. A
 * problem's package holds all that belongs to that problem alone, the reproduction of its paper included. May use
 * {@code simulation}, {@code theory} and {@code explanation}; knows nothing of studies and reports. API.
 */
package io.emphatic.lab.problems;
