/**
 * What a log that nobody has described might mean: {@link io.emphatic.logs.suggest.SuggestedSpec} writes a spec, from
 * the names that tools give to columns ({@link io.emphatic.logs.suggest.Dialect}) and from their values
 * ({@link io.emphatic.logs.suggest.TimeGuess}). Uses {@code logs.sql}.
 *
 * <p>Internal: may change at any time.
 */
package io.emphatic.logs.suggest;
