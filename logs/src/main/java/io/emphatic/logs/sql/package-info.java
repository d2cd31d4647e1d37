/**
 * Access to a log through DuckDB.
 *
 * <p>API: {@link io.emphatic.logs.sql.Log}, a view over files, {@link io.emphatic.logs.sql.LogSource} and
 * {@link io.emphatic.logs.sql.LogSettings}. All else is internal and may change: {@code Expression}, a column or a SQL
 * expression over one row, {@code Rows}, and what quotes, checks and explains SQL. No other package uses the driver.
 */
package io.emphatic.logs.sql;
