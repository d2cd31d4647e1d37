package io.emphatic.lab;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A separate generator for every part of an experiment, from the experiment's one seed: what a part draws depends
 * neither on the threads nor on the other parts.
 *
 * <p>XoShiRo256++ (Blackman &amp; Vigna 2021), seeded by 64 bits of the seed and the numbers that name the part.
 */
public final class Seeds {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L; // ⌊2⁶⁴/φ⌋, the increment of SplitMix64

    private Seeds() {}

    /** @param part numbers that name the part: what it is for, the run, … Not modified. */
    public static UniformRandomProvider generator(long seed, long... part) {
        long mixed = mix(seed + GOLDEN);
        for (long number : part) {
            mixed = mix((mixed ^ number) + GOLDEN);
        }
        return RandomSource.XO_SHI_RO_256_PP.create(mixed);
    }

    /** The bijection of SplitMix64 (Steele, Lea &amp; Flood 2014, "variant 13" of Stafford). */
    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
