/**
 * The result of learning as a file that predicts and from which learning continues.
 *
 * <p>API: {@link io.emphatic.logs.model.Model}, as {@code Model.read(path).predict(row)}, and
 * {@link io.emphatic.logs.model.Origin}, which says where a model comes from. All else is internal and may change:
 * {@code RowPredictor} predicts row by row, with DuckDB only where a feature is a SQL expression.
 */
package io.emphatic.logs.model;
