package io.emphatic.lab.problems.miner;

/** A block of the map. The learner sees nothing else: one binary feature for each, in this order. */
public enum Block {
    A,
    B,
    C,
    D
}
