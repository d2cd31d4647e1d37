package io.emphatic.lab.study;

import java.util.List;
import java.util.Optional;

/**
 * How one algorithm did in a study.
 *
 * @param byAuc its best setting by {@code auc}; empty if every setting diverged in some run
 * @param byFinal its best setting by final error; empty likewise
 * @param diverged how many settings diverged in some run
 */
public record RankedAlgorithm(
        String algorithm, List<Result> results, Optional<Winner> byAuc, Optional<Winner> byFinal, long diverged) {
    /** How many settings, beside those that diverged, ended some run with a huge error. */
    public long huge() {
        return results.stream()
                .filter(result -> !result.isDiverged() && result.hugeRuns() > 0)
                .count();
    }

    /** A best setting: its result in the study, biased down by the choice, and on as many fresh runs; NaN: diverged. */
    public record Winner(
            Result result, Result rerun, Interval auc, Interval last, Interval rerunAuc, Interval rerunLast) {}
}
