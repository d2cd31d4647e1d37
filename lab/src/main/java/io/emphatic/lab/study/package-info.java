/**
 * Parameter studies as data: a file says which algorithms with which settings learn which problem.
 *
 * <p>Read {@link io.emphatic.lab.study.Study} and {@link io.emphatic.lab.study.StudyRun} first (what is asked, and how
 * it is done), then {@link io.emphatic.lab.study.TraceGroup}: a run's experience is generated once and shared by every
 * setting, and settings that differ only in step size share their trace ({@link io.emphatic.batch.Batch}). Results are
 * kept chunk by chunk, so that an interrupted study continues; {@link io.emphatic.lab.study.Ranking} reads them.
 *
 * <p>API, but for {@code PreparedProblem}, {@code ResultTables}, {@code TraceGroup} and {@code Walk}s, which are
 * internal. May use {@code problems}, {@code mdpfile}, {@code simulation} and {@code theory}; knows nothing of reports.
 */
package io.emphatic.lab.study;
