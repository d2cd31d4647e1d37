package io.emphatic.logs.tuning;

import io.emphatic.Parameter;
import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import io.emphatic.logs.tuning.TuningReport.PredictionRanking;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A ranking as people read it: differences of the score over the interest are differences of mean squared error. */
public final class CandidateWords {
    private static final List<String> SURE = List.of("quite", "not very", "not at all"); // by verdict

    private CandidateWords() {}

    /** Who won, and how sure that is. */
    public static List<String> answer(PredictionRanking ranking) {
        int different = ranking.alike().size();
        int more = ranking.candidates().size() - different;
        boolean isAlone = different == 1 && more > 0;
        String all = Numbers.count(isAlone ? 1 + more : different, "candidate")
                + (more == 0 || isAlone ? "" : " (lambda makes no difference to " + Numbers.count(more) + " more)");
        String diverged = ranking.diverged() == 0 ? "" : " " + Numbers.count(ranking.diverged()) + " diverged.";
        Candidate chosen = ranking.chosen().orElse(null);
        if (chosen == null) {
            return List.of(ranking.name() + ": none of " + all + " can be recommended, all diverged.");
        }
        String set = chosen.features().name() == null ? "" : ", features " + features(chosen);
        String winner = ranking.name() + ": learn with " + chosen.config().algorithm() + ", "
                + parameters(chosen.config().parameters()) + ", lambda " + lambda(chosen) + set + ".";
        long close = ranking.indistinguishable();
        String others = (close == 0 ? "no other is" : Numbers.count(close) + (close == 1 ? " other is" : " others are"))
                + " within two standard errors of the best.";
        List<String> lines = new ArrayList<>(List.of(
                winner,
                "How sure: " + SURE.get(ranking.verdict().ordinal()) + " ("
                        + ranking.verdict().words() + "). "
                        + (ranking.isTied()
                                ? "The log does not say which of " + all + " is best: "
                                : "Of " + all + ", ")
                        + (isAlone ? "all predict the same, whatever their lambda." : others)
                        + (ranking.isTied() ? " This one is safe where they are tied." : "") + diverged));
        if (ranking.alikeInOrder()) {
            lines.add(
                    "Neighbouring episodes are alike, as those of one user are, and the score favours learners that follow"
                            + " the last ones. Will new rows come in this order? If not, shuffle the episodes and tune again.");
        }
        return lines;
    }

    public static String effective(PredictionRanking ranking) {
        String size = Numbers.grouped(ranking.effectiveRatios(), 1);
        String weighted = Numbers.grouped(ranking.effectiveWeights(), 1);
        return "effective sample size " + size + " of " + Numbers.count(ranking.steps(), "step") + " by ratios, "
                + weighted + " by the weights of the score; standard errors over " + Numbers.count(ranking.partCount())
                + " " + ranking.parts()
                + (ranking.solved()
                        ? ""
                        : "; features too many or too large for a baseline by least squares, the median is more noisy");
    }

    /** A heading, and one row for each candidate, the best first; one for all that differ in λ and predict the same. */
    public static List<List<String>> table(PredictionRanking ranking) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", "algorithm", "parameters", "lambda", "features", "mean squared error behind the best"));
        for (List<TuningReport.RankedCandidate> alike : ranking.alike()) {
            TuningReport.RankedCandidate ranked = alike.get(0);
            Candidate candidate = ranked.candidate();
            rows.add(List.of(
                    Integer.toString(rows.size()),
                    candidate.config().algorithm().name(),
                    parameters(candidate.config().parameters()),
                    alike.stream().map(one -> lambda(one.candidate())).collect(Collectors.joining(", ")),
                    features(candidate),
                    behind(ranked, ranking.interest())));
        }
        return rows;
    }

    private static String behind(TuningReport.RankedCandidate ranked, double interest) {
        if (ranked.divergedAt().isPresent()) {
            return "diverged at step " + Numbers.count(ranked.divergedAt().getAsLong());
        }
        if (ranked.behind() == 0) {
            return "0";
        }
        double error = ranked.behindStderr() / interest;
        return Numbers.rounded(ranked.behind() / interest, error) + " ± " + Numbers.rounded(2 * error, error)
                + (ranked.isIndistinguishable() ? "  ≈" : "");
    }

    /** With those that are not off: {@code step_size 0.01}. */
    public static String parameters(Map<String, Double> parameters) {
        return parameters.entrySet().stream()
                .filter(parameter -> parameter.getValue() == Parameter.AUTO || Double.isFinite(parameter.getValue()))
                .map(parameter -> parameter.getKey() + " "
                        + (parameter.getValue() == Parameter.AUTO
                                ? Parameter.AUTO_WORD
                                : Numbers.parameter(parameter.getValue())))
                .collect(Collectors.joining(", "));
    }

    static String lambda(Candidate candidate) {
        OptionalDouble constant = candidate.constantLambda();
        return constant.isPresent() ? Numbers.exact(constant.getAsDouble()) : candidate.lambda();
    }

    static String features(Candidate candidate) {
        return candidate.features().name() == null ? "–" : candidate.features().name();
    }
}
