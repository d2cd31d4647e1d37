package io.emphatic.evaluation.result;

/**
 * How much more one policy earns than another by their recommended estimates, paired on the same episodes. Where
 * episodes were cut, a target is compared with the behaviour by {@code pdis}, which sees what that return sees.
 *
 * @param a the name of a target
 * @param b the name of another target, or {@code behaviour}
 * @param difference the value of a minus that of b
 * @param stderr null, as the interval, where there is none (a single episode)
 */
public record PolicyComparison(String a, String b, double difference, Double stderr, Double low, Double high) {}
