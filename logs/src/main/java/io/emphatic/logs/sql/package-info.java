/**
 * Access to a log through DuckDB. Start with {@link io.emphatic.logs.sql.Log}, a view over files, and
 * {@link io.emphatic.logs.sql.Expression}, a column or a SQL expression over one row; then
 * {@link io.emphatic.logs.sql.Rows}, the rows of a query. The rest quotes, checks and explains SQL. The only package
 * that uses the driver; it uses no other package of this module.
 */
package io.emphatic.logs.sql;
