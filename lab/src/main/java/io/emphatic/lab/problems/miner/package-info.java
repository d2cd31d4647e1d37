/** The Miner problem of the paper (§5), on any map. */
package io.emphatic.lab.problems.miner;
