package io.emphatic.evaluation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The first pass over the state values of several targets: least squares of {@code lstd} and {@code elstd}, the latter
 * also at each of {@link TargetGroup#LAMBDAS} and by fold; EVALUATION.md §2. In the first row of a life every trace of
 * every λ is ρφ: these rows are summed once for all of them.
 */
final class ValueSums {
    private final int features;
    private final double ownLambda; // NaN: that of the rows
    private final WeightedSums firstSums; // what all traces share, by fold
    private final SharedTraceSums firsts;
    private final SharedTraces systems; // of the rows after the first
    private final StartTraceSums starts; // elstd with λ = 1; null if that is the own one

    /** @param length of the blocks' columns */
    ValueSums(EvaluationSettings settings, int targets, int length) {
        this.features = settings.features();
        this.ownLambda = settings.lambda() == null ? Double.NaN : settings.lambda();
        this.firstSums = new WeightedSums(features, targets, true);
        this.firsts = new SharedTraceSums(features, true, List.of(new SharedTrace(features, 0, null, firstSums)));
        DoubleStream others = Arrays.stream(TargetGroup.LAMBDAS).filter(lambda -> lambda != ownLambda && lambda != 1);
        double[] lambdas =
                DoubleStream.concat(DoubleStream.of(ownLambda), others).toArray();
        this.systems = new SharedTraces(features, targets, lambdas, length);
        this.starts = ownLambda == 1 ? null : new StartTraceSums(features, targets, length);
    }

    /** How many numbers are kept for one target at most. */
    static long size(EvaluationSettings settings) {
        long features = settings.features();
        int traces = TargetGroup.LAMBDAS.length + 1;
        return (1 + traces) * WeightedSums.size(features, true) + WeightedSums.size(features, false);
    }

    /**
     * @param ratio ρ_t by row and target
     * @param followOn F_t of the same
     */
    void add(EpisodeBlock block, double[][] ratio, SplitFollowOn followOn) {
        firstSums.weigh(ratio);
        firsts.add(block, null);
        systems.add(block, ratio, followOn);
        if (starts != null) {
            starts.add(block, ratio);
        }
    }

    /** {@code elstd} of a target with the λ of the rows, on all folds but one; on all if that is negative. */
    LinearSystem elstd(int target, int without) {
        LinearSystem system = begun(target, without);
        systems.addElstd(target, ownLambda, without, system.a(), system.b());
        return system;
    }

    /** {@code elstd} of a target with one λ in all rows. */
    LinearSystem elstdAt(int target, double lambda) {
        LinearSystem system = begun(target, -1);
        if (lambda == 1 && ownLambda != 1) {
            starts.addTo(target, system.a(), system.b());
        } else {
            systems.addElstd(target, lambda, -1, system.a(), system.b());
        }
        return system;
    }

    LinearSystem lstd(int target) {
        LinearSystem system = begun(target, -1);
        systems.addLstd(target, system.a(), system.b());
        return system;
    }

    /** A system with what all traces share. */
    private LinearSystem begun(int target, int without) {
        LinearSystem system = new LinearSystem(new double[features * features], new double[features]);
        firstSums.addTo(target, without, system.a(), system.b());
        return system;
    }
}
