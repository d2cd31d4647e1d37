package io.emphatic.logs.spec;

import java.util.List;

/**
 * Consecutive features of φ with everything that was taken from the log they were made for. Blocks of a spec that leave
 * nothing open are groups already.
 */
public sealed interface FeatureGroup
        permits FeatureGroup.NumberFeatures, FeatureGroup.CategoryFeatures, FeatureBlock.Bias, FeatureBlock.Tiles {

    /** The value of an expression ({@code length} 0), or of each element of a list of this length. */
    record NumberFeatures(String text, int length) implements FeatureGroup {}

    /** One feature per value. The type is DuckDB's, in the log they were taken from; null if a model does not say. */
    record CategoryFeatures(String text, String type, List<String> values) implements FeatureGroup {}
}
