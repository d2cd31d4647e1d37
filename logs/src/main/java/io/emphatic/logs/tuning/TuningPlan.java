package io.emphatic.logs.tuning;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.batch.Batch;
import io.emphatic.logs.learning.TimeLine;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.TuningSpec;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import io.emphatic.logs.spec.TuningSpec.CandidateGrid;
import io.emphatic.logs.spec.TuningSpec.FeatureSet;
import io.emphatic.logs.spec.TuningSpec.TunedPrediction;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What to tune, resolved against a log: the plan has a prediction for each λ of each tuned prediction. */
record TuningPlan(Plan plan, List<PlannedTuning> predictions) {
    /** @param candidates those that learn side by side are neighbours */
    record PlannedTuning(String name, List<Candidate> candidates) {}

    private static final List<String> DEFAULT_LAMBDAS = List.of("0.0", "0.5", "0.9");

    /** Candidates that see the same states are walked together up to this number. */
    private static final int MOST_WALKED_TOGETHER = 64;

    static TuningPlan of(Log log, TuningSpec spec) throws IOException {
        List<PlannedTuning> predictions = new ArrayList<>();
        List<Spec.Prediction> questions = new ArrayList<>();
        Map<FeatureSet, Double> squares = new HashMap<>();
        for (TunedPrediction tuned : spec.predictions()) {
            List<Candidate> candidates = candidates(log, tuned, squares);
            predictions.add(new PlannedTuning(
                    tuned.prediction().name(),
                    inBatches(candidates).stream().flatMap(List::stream).toList()));
            Map<String, Spec.Prediction> byLambda = new LinkedHashMap<>();
            Spec.Prediction any = candidates.get(0).prediction();
            byLambda.put(HalfBaseline.LAMBDA, any.with(HalfBaseline.LAMBDA, "td", Map.of()));
            candidates.forEach(one -> byLambda.putIfAbsent(one.lambda(), one.prediction()));
            byLambda.forEach((lambda, one) -> questions.add(one.named(question(one.name(), lambda))));
        }
        return new TuningPlan(Plan.of(log, spec.spec().with(spec.spec().features(), questions)), predictions);
    }

    private static String question(String name, String lambda) {
        return name + " with lambda " + lambda;
    }

    private static List<Candidate> candidates(Log log, TunedPrediction tuned, Map<FeatureSet, Double> squares)
            throws IOException {
        List<CandidateGrid> grids = new ArrayList<>(tuned.grids());
        Set<Candidate> candidates = new LinkedHashSet<>();
        if (grids.isEmpty()) {
            for (FeatureSet set : tuned.features()) {
                if (!squares.containsKey(set)) {
                    squares.put(set, FeatureMap.of(log, set.blocks()).meanSquare(log));
                }
                grids.addAll(byDefault(tuned.lambdas(), set, squares.get(set)));
            }
            own(tuned).ifPresent(candidates::add);
        }
        grids.forEach(grid -> candidates.addAll(grid.candidates(tuned.prediction())));
        return List.copyOf(candidates);
    }

    /** Without candidates: 90 settings of four algorithms, scaled by the mean of ‖φ‖², rounded to a power of two. */
    private static List<CandidateGrid> byDefault(List<String> lambdas, FeatureSet features, double meanSquare) {
        List<String> tried = lambdas.isEmpty() ? DEFAULT_LAMBDAS : lambdas;
        double scale = meanSquare > 0 ? Math.scalb(1.0, (int) Math.round(Math.log(meanSquare) / Math.log(2))) : 1;
        List<Double> stepSizes = new ArrayList<>();
        for (int exponent = -14; exponent <= 0; exponent += 2) {
            stepSizes.add(Math.scalb(1.0, exponent) / scale);
        }
        // usage is a sum of squares of features, and what is forgotten of it per step is in proportion to one
        List<Double> usages = List.of(scale, 8 * scale, 64 * scale);
        List<Double> decays = List.of(0.0, Math.min(0.5, Math.scalb(1.0, -10) / scale));
        Map<String, List<Double>> usage = new LinkedHashMap<>();
        usage.put("usage_decay", decays);
        usage.put("initial_usage", usages);
        Map<String, List<Double>> bounded = Map.of("step_size", stepSizes, "overshoot", List.of(0.3));
        List<FeatureSet> seen = List.of(features);
        return List.of(
                new CandidateGrid("etd", bounded, tried, seen),
                new CandidateGrid("td", bounded, tried, seen),
                new CandidateGrid("gtd", Map.of("step_size", stepSizes), tried, seen),
                new CandidateGrid("wis-etd", usage, tried, seen));
    }

    /** The algorithm that the spec itself has for the prediction, if it is one that can be scored. */
    private static Optional<Candidate> own(TunedPrediction tuned) {
        Spec.Prediction p = tuned.prediction();
        boolean isScored =
                p.algorithm() != null && Algorithms.named(p.algorithm()).family() != Family.LEAST_SQUARES;
        String lambda = p.lambda() == null ? "0" : p.lambda();
        return isScored
                ? Optional.of(new Candidate(
                        p.with(lambda, p.algorithm(), p.parameters()),
                        tuned.features().get(0)))
                : Optional.empty();
    }

    /** By trace; those that see the same states in a row. */
    private static List<List<Candidate>> inBatches(List<Candidate> candidates) {
        Map<Object, Map<Object, List<Candidate>>> batches = new LinkedHashMap<>();
        for (Candidate candidate : candidates) {
            Config config = candidate.config();
            Object trace = List.of(
                    candidate.lambda(),
                    config.traceKey().<Object>map(key -> key).orElse(config.algorithm()));
            batches.computeIfAbsent(statesOf(candidate), none -> new LinkedHashMap<>())
                    .computeIfAbsent(trace, none -> new ArrayList<>())
                    .add(candidate);
        }
        return batches.values().stream()
                .flatMap(equalStates -> equalStates.values().stream())
                .toList();
    }

    /** Equal for candidates that see the same states, and the same of each action. */
    private static Object statesOf(Candidate candidate) {
        return List.of(candidate.features(), candidate.config().algorithm().needsProbabilities());
    }

    /** Learners for all candidates of a prediction, in their order. */
    List<CandidateGroup> groups(PlannedTuning tuning) throws IOException {
        List<CandidateGroup> groups = new ArrayList<>();
        List<List<Candidate>> together = new ArrayList<>();
        for (List<Candidate> batch : inBatches(tuning.candidates())) {
            if (!together.isEmpty() && !mayJoin(batch, together)) {
                groups.add(group(tuning, together));
                together.clear();
            }
            together.add(batch);
        }
        groups.add(group(tuning, together));
        return groups;
    }

    private static boolean mayJoin(List<Candidate> batch, List<List<Candidate>> together) {
        int count = together.stream().mapToInt(List::size).sum() + batch.size();
        return count <= MOST_WALKED_TOGETHER
                && statesOf(batch.get(0)).equals(statesOf(together.get(0).get(0)));
    }

    private CandidateGroup group(PlannedTuning tuning, List<List<Candidate>> together) throws IOException {
        Map<String, TimeLine> lines = new HashMap<>(); // by λ
        List<CandidateGroup.LearningBatch> batches = new ArrayList<>();
        for (List<Candidate> batch : together) {
            Candidate first = batch.get(0);
            TimeLine line = lines.computeIfAbsent(first.lambda(), lambda -> line(tuning, first));
            Batch.Maker maker = Batch.of(batch.stream().map(Candidate::config).toList());
            batches.add(new CandidateGroup.LearningBatch(maker, line));
        }
        return new CandidateGroup(plan, batches, reader(together.get(0).get(0).features()));
    }

    private TimeLine line(PlannedTuning tuning, Candidate candidate) {
        PlannedPrediction asked = asked(tuning, candidate.lambda());
        boolean probabilities = candidate.config().algorithm().needsProbabilities();
        return new TimeLine(plan, asked.steps(), asked.cumulant(), probabilities);
    }

    /** What candidates are compared along. */
    TimeLine line(PlannedTuning tuning) {
        PlannedPrediction asked = asked(tuning, HalfBaseline.LAMBDA);
        return new TimeLine(plan, asked.steps(), asked.cumulant(), false);
    }

    private PlannedPrediction asked(PlannedTuning tuning, String lambda) {
        String name = question(tuning.name(), lambda);
        return plan.predictions().stream()
                .filter(prediction -> prediction.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A reader of these features from the columns of the plan; null if they are the plan's. */
    private FeatureReader reader(FeatureSet set) throws IOException {
        boolean isPlan = set.blocks().equals(plan.spec().features());
        if (!isPlan && plan.next() != null) {
            throw new IllegalArgumentException("next: candidates with other features than those of the spec cannot be"
                    + " tuned on rows that hold their next state\nGive the features of " + set.name()
                    + " to the spec itself, and tune again.");
        }
        return isPlan ? null : FeatureMap.of(plan.log(), set.blocks()).bind(plan.log(), plan.slots());
    }
}
