/**
 * The results of a study as a self-contained page: figures, ranking, provenance.
 *
 * <p>Read {@link io.emphatic.lab.internal.report.StudyReport} first, then the page and its two figures. Reads a
 * finished {@code lab.study.Ranking} and runs nothing: no learner is reached from here.
 */
package io.emphatic.lab.internal.report;
