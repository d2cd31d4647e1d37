/**
 * Experience from files. A {@link io.emphatic.logs.Log} is anything DuckDB reads; a {@link io.emphatic.logs.Spec} says,
 * in SQL expressions over a row, what to predict; a {@link io.emphatic.logs.Plan} is the spec resolved against the log:
 * one query whose columns are numbers. A {@link io.emphatic.logs.LearningPass} drives the learners over its rows once,
 * in constant memory; a {@link io.emphatic.logs.Doctor} judges the log before.
 *
 * <h2>The order of rows</h2>
 *
 * Learning depends on the order of rows, so it never depends on chance. With {@code order}, rows come by stream and
 * then by order, and equal times within a stream are refused. Without, the order of the file is kept; when the rows of
 * a stream are scattered over the file, each stream's rows are gathered where it first appears. Files of a glob follow
 * each other by name.
 */
package io.emphatic.logs;
