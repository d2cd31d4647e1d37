package io.emphatic.logs.spec;

import java.util.List;

/**
 * The features of some candidates.
 *
 * @param name null for the features of the spec itself
 */
public record FeatureSet(String name, List<FeatureBlock> blocks) {
    public FeatureSet {
        blocks = List.copyOf(blocks);
    }
}
