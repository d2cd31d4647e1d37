/**
 * Learning from rows that come one by one, instead of from a log: {@link io.emphatic.logs.live.LiveSpec} makes a
 * {@link io.emphatic.logs.live.LiveRow} of what came, and {@link io.emphatic.logs.live.LiveLearners}, or
 * {@link io.emphatic.logs.live.StreamLearners} with the state of each stream in the hands of the caller, learn from it.
 * What they learn is what {@code learn} learns from the same rows, to the bit. All public types are API.
 *
 * <pre>{@code
 * LiveSpec spec = LiveSpec.of(SpecReader.read(Path.of("pumps.yaml")).spec(), ColumnTypes.growing(Map.of()), null);
 * LiveLearners learners = new LiveLearners(spec);
 * for (LiveRow row : spec.evaluate(rows)) {            // maps of columns to values
 *     if (!row.isRefused()) {                          // row.refusal() says why
 *         double[] values = learners.learn(row);       // predictions, before learning from the row
 *     }
 * }
 * }</pre>
 */
package io.emphatic.logs.live;
