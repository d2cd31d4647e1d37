package io.emphatic.logs.spec;

import java.util.List;

/**
 * Consecutive features of φ with everything that was taken from the log they were made for. Blocks of a spec that leave
 * nothing open are groups already.
 */
public sealed interface FeatureGroup
        permits FeatureGroup.NumberFeatures, FeatureGroup.CategoryFeatures, FeatureBlock.Bias, FeatureBlock.Tiles {

    /**
     * The value of an expression, or of each element of a list.
     *
     * @param length the number of elements; 0 for a plain number
     */
    record NumberFeatures(String text, int length) implements FeatureGroup {}

    /**
     * One feature per value.
     *
     * @param type DuckDB's type of the values in the log they were taken from; null in a model that does not say
     */
    record CategoryFeatures(String text, String type, List<String> values) implements FeatureGroup {}
}
