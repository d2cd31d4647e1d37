/**
 * Experience from files. Rows of a log become steps of time and predictions are learned from them, in one pass and
 * constant memory. The packages, each of which uses only those before it:
 *
 * <ol>
 *   <li>{@link io.emphatic.logs.sql}: an open log, and SQL expressions over one row of it;
 *   <li>{@link io.emphatic.logs.suggest}: what the columns of a log might mean, as a spec to be corrected;
 *   <li>{@link io.emphatic.logs.replay}: the rows of a log as they happened;
 *   <li>{@link io.emphatic.logs.spec}: what to predict, as it was written and as one query with numeric columns;
 *   <li>{@link io.emphatic.logs.model}: what was learned, as a file that predicts and from which learning continues;
 *   <li>{@link io.emphatic.logs.doctor}: whether the log can be learned from;
 *   <li>{@link io.emphatic.logs.file}: rows that are read; predictions and checkpoints that are written;
 *   <li>{@link io.emphatic.logs.learning}: the pass over the rows, and applying what it learned to new rows;
 *   <li>{@link io.emphatic.logs.live}: the same for rows that come one by one;
 *   <li>{@link io.emphatic.logs.tuning}: which of many learners predicts a log best;
 *   <li>{@link io.emphatic.logs.evaluating}: what policies would have earned;
 *   <li>{@link io.emphatic.logs.scaleout}: what an engine of many machines has to do.
 * </ol>
 *
 * <h2>The order of rows</h2>
 *
 * Learning depends on the order of rows, so it never depends on chance. With {@code order}, rows come by stream and
 * then by order, and equal times within a stream are refused. Without, the order of the file is kept; when the rows of
 * a stream are scattered over the file, each stream's rows are gathered where it first appears. Files of a glob follow
 * each other by name.
 */
package io.emphatic.logs;
