/**
 * What a study found, as a page one would send to a colleague.
 *
 * <p>Read {@link io.emphatic.lab.report.StudyReport} first, then the page and its two figures. Reads a finished
 * {@code lab.study.Ranking} and runs nothing: no learner is reached from here.
 */
package io.emphatic.lab.report;
