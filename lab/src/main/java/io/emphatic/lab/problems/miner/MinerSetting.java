package io.emphatic.lab.problems.miner;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.PolicyProbabilities;
import io.emphatic.lab.Question;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the Miner experiment is done; {@link #PAPER} is how the paper did it (§5).
 *
 * @param stepSize α, for an algorithm that has one
 * @param clip increments are clipped to ±clip, by an algorithm that can; infinite is off
 * @param entrapments when a run ends
 * @param others further parameters of the algorithm, as β
 */
public record MinerSetting(
        MinerMap map,
        String algorithm,
        double stepSize,
        double clip,
        int runs,
        int entrapments,
        long seed,
        Map<String, Double> others) {
    /** The number of entrapments between two points of a curve. */
    public static final int POINT = 100;

    /** 50 runs of ETD(λ) to 3,000 entrapments, with α = 0.001 and clipped increments. */
    public static final MinerSetting PAPER =
            new MinerSetting(MinerMap.PAPER, "etd", 0.001, 0.5, 50, 3_000, 1, Map.of());

    public MinerSetting {
        others = Collections.unmodifiableMap(new LinkedHashMap<>(others));
        Algorithm learner = Algorithms.named(algorithm);
        others.forEach(learner::requireValue);
        MinerMap.require(runs >= 1 && runs <= 100_000, "runs is not in {1, …, 100000}: " + runs);
        MinerMap.require(
                entrapments >= 1 && entrapments <= 10_000_000,
                "entrapments is not in {1, …, 10000000}: " + entrapments);
        MinerMap.require(
                stepSize > 0 && stepSize < Double.POSITIVE_INFINITY,
                "step size is not in the interval (0, ∞): " + stepSize);
        MinerMap.require(clip > 0, "clip is not in the interval (0, ∞]: " + clip);
    }

    /** Whether increments are clipped: asked for, and something the algorithm can do. */
    public boolean clips() {
        return clip < Double.POSITIVE_INFINITY && has("clip");
    }

    /** Whether the mean update of the learner has the emphasis of ETD(λ) itself. */
    boolean approachesEtdFixedPoint() {
        return Algorithms.named(algorithm).fixedPoint() == FixedPoint.EMPHASIS;
    }

    boolean hasAlgorithmOfPaper() {
        return algorithm.equals(PAPER.algorithm);
    }

    boolean has(String parameter) {
        return Algorithms.named(algorithm).parameters().stream()
                .anyMatch(known -> known.name().equals(parameter));
    }

    MinerSetting unclipped() {
        return new MinerSetting(map, algorithm, stepSize, Double.POSITIVE_INFINITY, runs, entrapments, seed, others);
    }

    /** The parameters that decide where the learner ends: all but step size and limits. */
    Map<String, Double> given(Mdp mdp, Question question) {
        Map<String, Double> parameters = new HashMap<>(others);
        parameters.keySet().removeAll(List.of("radius", "overshoot"));
        if (has("eta")) {
            parameters.put("eta", config(mdp, question).parameters().get("eta"));
        }
        return parameters;
    }

    Config config(Mdp mdp, Question question) {
        Algorithm learner = Algorithms.named(algorithm);
        Map<String, Double> parameters = new HashMap<>(others);
        if (has("step_size")) {
            parameters.put("step_size", stepSize);
        }
        if (clips()) {
            parameters.put("clip", clip);
        }
        return learner.configure(
                PolicyProbabilities.of(mdp, question, s -> true).complete(learner, parameters));
    }
}
