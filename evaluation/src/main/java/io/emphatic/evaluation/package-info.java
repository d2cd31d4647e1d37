/**
 * Off-policy evaluation: what a policy would have earned, from episodes that another policy logged.
 *
 * <p>Equations and conventions are those of EVALUATION.md §1–4. Uses the experience and the least squares of the core;
 * knows nothing of files.
 */
package io.emphatic.evaluation;
