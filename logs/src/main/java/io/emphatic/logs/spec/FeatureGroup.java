package io.emphatic.logs.spec;

import java.util.List;

/**
 * Consecutive features of φ with everything that was taken from the log they were made for. Blocks of a spec that leave
 * nothing open are groups already.
 */
public sealed interface FeatureGroup
        permits FeatureGroup.NumberFeatures,
                FeatureGroup.ScaledFeatures,
                FeatureGroup.CategoryFeatures,
                FeatureGroup.HashedFeatures,
                FeatureGroup.CrossFeatures,
                FeatureBlock.Bias,
                FeatureBlock.Tiles {

    /** The value of an expression ({@code length} 0), or of each element of a list of this length. */
    record NumberFeatures(String text, int length) implements FeatureGroup {}

    /**
     * The same, standardised: (x − mean)/deviation, with the mean and the deviation of each feature in the log. A
     * deviation is never 0.
     */
    record ScaledFeatures(String text, int length, List<Double> means, List<Double> deviations)
            implements FeatureGroup {
        public ScaledFeatures {
            means = List.copyOf(means);
            deviations = List.copyOf(deviations);
            int count = Math.max(1, length);
            boolean finite = means.stream().allMatch(Double::isFinite);
            boolean positive = deviations.stream().allMatch(d -> d > 0 && d < Double.POSITIVE_INFINITY);
            if (means.size() != count || deviations.size() != count || !finite || !positive) {
                throw new IllegalArgumentException("features: scale: " + text + " needs a finite mean and a positive"
                        + " deviation for each of " + count + ": " + means + " and " + deviations);
            }
        }
    }

    /** One of {@code size} features for each value ({@link ValueHash}), written as values of this type are. */
    record HashedFeatures(String text, String type, int size) implements FeatureGroup {
        public HashedFeatures {
            FeatureBlock.Hashed.requireSize(size);
        }
    }

    /** One feature for each combination of categories, those of the last changing fastest. */
    record CrossFeatures(List<CategoryFeatures> factors) implements FeatureGroup {
        private static final int MOST = 10_000_000;

        public CrossFeatures {
            factors = List.copyOf(factors);
            if (factors.size() < 2) {
                throw new IllegalArgumentException("features: cross: it takes two columns or more");
            }
            if (combinations(factors) > MOST) {
                throw new IllegalArgumentException("features: cross: there are more than " + MOST
                        + " combinations\nHash them instead: hash: {column: concat_ws('|', a, b), size: 4096}.");
            }
        }

        private static double combinations(List<CategoryFeatures> factors) {
            return factors.stream()
                    .mapToDouble(factor -> factor.values().size())
                    .reduce(1, (a, b) -> a * b);
        }

        int size() {
            return (int) combinations(factors);
        }
    }

    /** One feature per value. The type is DuckDB's, in the log they were taken from; null if a model does not say. */
    record CategoryFeatures(String text, String type, List<String> values) implements FeatureGroup {}
}
