package io.emphatic.logs.tuning;

import io.emphatic.LeastSquares;
import io.emphatic.Parameter;
import io.emphatic.WeightedTd;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.figure.SensitivityPanels;
import io.emphatic.documents.figure.SensitivityPanels.AlgorithmPanel;
import io.emphatic.documents.page.Page;
import io.emphatic.documents.page.Parts;
import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import io.emphatic.logs.tuning.TuningReport.PredictionRanking;
import io.emphatic.logs.tuning.TuningReport.RankedCandidate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of a tuning; its words are in {@code page.jte}. */
public record TuningPage(TuningReport report, Map<String, String> chosen) {
    public static String html(TuningReport report, Path spec, String version) throws IOException {
        String lead = "Which learner predicts the log best? " + Numbers.count(report.rows(), "row") + " in "
                + Numbers.count(report.streams(), "stream") + ", scored without knowing the true values.";
        Map<String, String> chosen = new LinkedHashMap<>();
        for (PredictionRanking ranking : report.predictions()) {
            chosen.put(ranking.name(), ChosenSpec.yaml(spec, ranking));
        }
        TuningPage page = new TuningPage(report, chosen);
        return new Page("Tuning", lead, Parts.of(TuningPage.class, "page.jte", page), version).html();
    }

    /** Score per unit of interest, by step size. Always to predict 0 has the score 0. */
    Figure sensitivity(PredictionRanking ranking) {
        return panels(ranking)
                .figure("Score against step size for " + ranking.name() + ", one panel for each algorithm");
    }

    private static String stepSizeName(PredictionRanking ranking) {
        boolean usages = ranking.candidates().stream()
                .anyMatch(ranked -> ranked.candidate().config() instanceof WeightedTd);
        return usages ? "step size α (wis: 1/d₀)" : "step size α";
    }

    private SensitivityPanels panels(PredictionRanking ranking) {
        double lowest =
                ranking.best().map(best -> best.score() / ranking.interest()).orElse(-1.0);
        Map<String, List<RankedCandidate>> byAlgorithm = ranking.candidates().stream()
                .collect(Collectors.groupingBy(
                        ranked -> ranked.candidate().config().algorithm().name(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<AlgorithmPanel> panels = new ArrayList<>();
        byAlgorithm.forEach((name, candidates) -> panels.add(panel(name, candidates, ranking.interest())));
        double from = Math.min(lowest, -1e-9);
        return new SensitivityPanels(
                "score", from + 0.05 * from, 0, "always to predict 0", "λ", "diverged", stepSizeName(ranking), panels);
    }

    /** @param candidates of one algorithm, the best first: parameters that are not shown are as in that one */
    private static AlgorithmPanel panel(String name, List<RankedCandidate> candidates, double interest) {
        RankedCandidate best = candidates.get(0);
        String note = others(best.candidate());
        Map<String, List<RankedCandidate>> byLambda = new LinkedHashMap<>();
        candidates.stream()
                .filter(ranked -> others(ranked.candidate()).equals(note))
                .sorted(Comparator.<RankedCandidate, String>comparing(
                                ranked -> CandidateWords.lambda(ranked.candidate()))
                        .thenComparing(ranked -> stepSize(ranked.candidate())))
                .forEach(ranked -> byLambda.computeIfAbsent(
                                CandidateWords.lambda(ranked.candidate()), none -> new ArrayList<>())
                        .add(ranked));
        List<SensitivityPanels.SettingLine> lines = new ArrayList<>();
        byLambda.forEach((lambda, line) -> lines.add(new SensitivityPanels.SettingLine(
                lambda,
                line.get(0).candidate().constantLambda().orElse(Double.NaN),
                line.stream()
                        .mapToDouble(ranked -> stepSize(ranked.candidate()))
                        .toArray(),
                line.stream().mapToDouble(ranked -> ranked.score() / interest).toArray())));
        double[] ring = Double.isFinite(best.score())
                ? new double[] {stepSize(best.candidate()), best.score() / interest}
                : null;
        return new AlgorithmPanel(name, note, lines, ring);
    }

    /** NaN if it depends on the data or there is none; for an algorithm of usages 1 over its initial usage. */
    private static double stepSize(Candidate candidate) {
        Map<String, Double> parameters = candidate.config().parameters();
        boolean relative = Double.isFinite(parameters.getOrDefault("relative_step_size", Double.NaN));
        if (relative || candidate.config() instanceof LeastSquares) {
            return Double.NaN;
        }
        for (String name : List.of("step_size", "c1")) {
            double value = parameters.getOrDefault(name, Double.NaN);
            if (!Double.isNaN(value)) {
                return value == Parameter.AUTO ? Double.NaN : value;
            }
        }
        double usage = parameters.getOrDefault("initial_usage", 1.0);
        return usage > 0 ? 1 / usage : 1;
    }

    /** Parameters that are neither on an axis nor a line, and the features: {@code eta 1}. */
    private static String others(Candidate candidate) {
        Map<String, Double> rest = new LinkedHashMap<>(candidate.config().parameters());
        rest.keySet().removeAll(List.of("step_size", "c1", "initial_usage"));
        rest.values().removeIf(value -> !Double.isFinite(value));
        List<String> words = new ArrayList<>();
        rest.forEach((name, value) -> words.add(name + " " + Numbers.significant(value, 3)));
        if (candidate.features().name() != null) {
            words.add(candidate.features().name());
        }
        return String.join(", ", words);
    }
}
