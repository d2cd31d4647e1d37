/**
 * The result of learning as a file that predicts and can be learned on from. {@link io.emphatic.logs.model.Model} is
 * the entrance for programs: {@code Model.read(path).predict(row)}. {@link io.emphatic.logs.model.Origin} says where a
 * model comes from, {@link io.emphatic.logs.model.RowPredictor} predicts for one row after another, with DuckDB where a
 * feature is a SQL expression and without it elsewhere. Uses {@code logs.sql} and {@code logs.spec}.
 */
package io.emphatic.logs.model;
