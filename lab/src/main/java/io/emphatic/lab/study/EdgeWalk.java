package io.emphatic.lab.study;

import io.emphatic.experience.Features;
import java.util.Arrays;

/** A walk through a finite MDP: the features of each state, and an edge of the behaviour's chain for each step. */
record EdgeWalk(Features[] features, int[] edges) implements Walk {
    @Override
    public int steps() {
        return edges.length;
    }

    @Override
    public EdgeWalk first(int steps) {
        return new EdgeWalk(features, Arrays.copyOf(edges, steps));
    }
}
