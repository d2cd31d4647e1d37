/**
 * The Miner problem of the paper (§5), on any map, and the reproduction of its Figure 2.
 *
 * <p>Read {@link io.emphatic.lab.problems.miner.MinerMap} and {@link io.emphatic.lab.problems.miner.Miner}, then
 * {@link io.emphatic.lab.problems.miner.MinerReproduction} (runs, results), then the report and its figure. API. May
 * use {@code lab}, {@code problems}, {@code simulation}, {@code theory}, {@code explanation} and {@code documents}.
 */
package io.emphatic.lab.problems.miner;
