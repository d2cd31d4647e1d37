package io.emphatic.lab.study;

import io.emphatic.experience.Features;

/**
 * The experience of one run.
 *
 * @param features of each state
 * @param edges of the behaviour's chain, one for each step
 */
public record Walk(Features[] features, int[] edges) {}
