/**
 * The exact theory in words, tables and pages: what {@code emphatic explain} prints and writes.
 *
 * <p>Read {@link io.emphatic.lab.internal.explanation.Explanation} first, then
 * {@link io.emphatic.lab.internal.explanation.Verdict}, then the text for a terminal, then the page. Uses the numbers
 * of {@code lab.theory}, which knows nothing of this package, and the figures and pages of {@code documents}; knows
 * neither studies nor reports.
 */
package io.emphatic.lab.internal.explanation;
