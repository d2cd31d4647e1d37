package io.emphatic;

/**
 * One parameter of an algorithm, as the registry, the command line and study files know it.
 *
 * @param name in snake case: {@code step_size}
 * @param defaultValue its value unless given; NaN for a parameter that may be absent
 * @param whenAbsent what an absent or infinite value means, as {@code off} or {@code γ}; empty if it cannot be absent
 * @param range the values allowed
 * @param summary one line
 */
public record Parameter(String name, double defaultValue, String whenAbsent, Range range, String summary) {

    static Parameter of(String name, double defaultValue, Range range, String summary) {
        return new Parameter(name, defaultValue, "", range, summary);
    }

    static Parameter optional(String name, String whenAbsent, Range range, String summary) {
        return new Parameter(name, Double.NaN, whenAbsent, range, summary);
    }

    /** Returns the value, or refuses it. */
    double check(double value) {
        boolean absent = Double.isNaN(value) && Double.isNaN(defaultValue);
        if (!absent && !range.contains(value)) {
            throw new IllegalArgumentException(
                    name + " is not " + (range.whole() ? "one of " : "in the interval ") + range + ": " + value);
        }
        return value;
    }

    /** The default as people write it: {@code 0.01}, {@code off}, {@code ∞}. */
    public String defaultText() {
        return whenAbsent.isEmpty() ? Range.text(defaultValue) : whenAbsent;
    }
}
