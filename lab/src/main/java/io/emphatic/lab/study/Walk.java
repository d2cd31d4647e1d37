package io.emphatic.lab.study;

import io.emphatic.experience.Features;

/** The experience of one run: the features of each state, and an edge of the behaviour's chain for each step. */
public record Walk(Features[] features, int[] edges) {}
