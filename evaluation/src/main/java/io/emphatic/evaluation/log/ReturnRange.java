package io.emphatic.evaluation.log;

/** What a return can be, declared before the log is seen: every return of a whole episode is in [low, high]. */
public record ReturnRange(double low, double high) {
    public ReturnRange {
        if (!(low < high) || Double.isInfinite(high - low)) {
            throw new IllegalArgumentException(
                    "the range of returns needs two finite numbers, the lower first: [" + low + ", " + high + "]");
        }
    }
}
