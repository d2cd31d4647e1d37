/**
 * The theory of a finite MDP in words: verdicts on algorithms, the paper's assumptions, text for a terminal and a page.
 *
 * <p>Read {@link io.emphatic.lab.explanation.Explanation} first, then {@link io.emphatic.lab.explanation.Verdict}. It
 * may use {@code lab.theory}, which computes all numbers, and knows neither studies nor reports.
 */
package io.emphatic.lab.explanation;
