package io.emphatic.evaluation.result;

/**
 * One estimate of a policy's value.
 *
 * @param name {@code behaviour}, {@code is}, {@code wis}, {@code pdis}, {@code cwpdis}, {@code lstd}, {@code elstd},
 *     {@code vdr}, {@code wdr}, {@code dm} or {@code dr}
 * @param value the estimate, finite
 * @param stderr its standard error; null where there is none (a single episode)
 * @param low the lower end of the approximate 95 % interval; null, as {@code high}, where none can be had honestly
 * @param high the upper end
 * @param guaranteedLow the lower end of the guaranteed 95 % interval of the policy's value; null, as
 *     {@code guaranteedHigh}, where no range of returns is declared
 * @param guaranteedHigh the upper end
 * @param assumes what the estimate assumes, in a few words
 */
public record PolicyEstimate(
        String name,
        double value,
        Double stderr,
        Double low,
        Double high,
        Double guaranteedLow,
        Double guaranteedHigh,
        String assumes) {}
