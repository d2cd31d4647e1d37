/**
 * What an engine of many machines has to do, learning or evaluating, and what it tells:
 * {@link io.emphatic.logs.scaleout.ScaleOut} is found at run time, so that nothing here needs the engine.
 *
 * <p>Internal: may change at any time.
 */
package io.emphatic.logs.scaleout;
