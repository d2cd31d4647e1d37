/** What all rooms of the evaluation use: the list of estimators, common limits, sums of parts, and innermost loops. */
package io.emphatic.evaluation.internal;
