/**
 * The rows of a log as they happened: {@link io.emphatic.logs.replay.TimedRows} has them in the order of their time.
 * Uses {@code logs.sql} and, where nobody says what orders the rows, {@code logs.suggest}.
 *
 * <p>Internal: may change at any time.
 */
package io.emphatic.logs.replay;
