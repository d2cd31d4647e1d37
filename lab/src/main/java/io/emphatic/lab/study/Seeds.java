package io.emphatic.lab.study;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Generators that depend on the study's seed, what they are for and the number of the run, and on nothing else. */
enum Seeds {
    /** The runs of the study itself. */
    STUDY,
    /** The runs of the winners on fresh seeds. */
    RERUN,
    /** Resampling for confidence intervals. */
    BOOTSTRAP;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    UniformRandomProvider generator(long seed, int run) {
        // SplitMix64 turns even consecutive numbers into unrelated ones; three rounds keep the three numbers apart.
        long mixed = split(split(split(seed) + ordinal()) + run);
        UniformRandomProvider splitter = RandomSource.SPLIT_MIX_64.create(mixed);
        return RandomSource.XO_SHI_RO_256_PP.create(
                new long[] {splitter.nextLong(), splitter.nextLong(), splitter.nextLong(), splitter.nextLong()});
    }

    private static long split(long value) {
        return RandomSource.SPLIT_MIX_64.create(value * GOLDEN).nextLong();
    }
}
