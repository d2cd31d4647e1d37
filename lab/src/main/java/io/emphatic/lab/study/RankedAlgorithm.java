package io.emphatic.lab.study;

import java.util.List;
import java.util.Optional;

/**
 * How one algorithm did in a study.
 *
 * @param algorithm by name
 * @param results of all its settings
 * @param byAuc its best setting by {@code auc}; empty if every setting diverged in some run
 * @param byFinal its best setting by final error; empty likewise
 * @param diverged how many settings diverged in some run
 */
public record RankedAlgorithm(
        String algorithm, List<Result> results, Optional<Winner> byAuc, Optional<Winner> byFinal, long diverged) {

    /**
     * A best setting, in the study that chose it and on fresh seeds. The number that won is flattered by having won;
     * the one on fresh seeds is not.
     *
     * @param result in the study
     * @param rerun the same setting on as many fresh runs
     * @param auc of the study
     * @param last final error of the study
     * @param rerunAuc on fresh seeds; NaN if it diverged there
     * @param rerunLast on fresh seeds; NaN if it diverged there
     */
    public record Winner(
            Result result, Result rerun, Interval auc, Interval last, Interval rerunAuc, Interval rerunLast) {}
}
