package io.emphatic.logs.tuning;

import io.emphatic.evaluation.result.Trust;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A ranking of candidates for each prediction, and what is to be known of the log. */
public record TuningReport(
        String log, long rows, long streams, List<PredictionRanking> predictions, List<Finding> findings) {
    /** The candidates for one prediction, the best first. */
    public record PredictionRanking(
            String name,
            long steps, // that were scored
            double interest, // Σ i over these: a difference of scores over it is one of mean squared error
            double effectiveRatios, // (Σρ)²/Σρ²
            double effectiveWeights, // the same of ρF, with which rewards enter the score
            int partCount,
            String parts, // what standard errors were made of: streams, blocks of 50 rows
            boolean solved, // whether the baseline is by least squares, not the median
            boolean alikeInOrder, // whether neighbouring episodes are alike, so that it pays to follow them
            Candidate safe, // what can hardly go wrong: not among the candidates
            List<RankedCandidate> candidates // the best first; those that diverged last
            ) {
        private static final int GROUPS_PER_TIE = 5; // a clear best is tied with at most one group in five

        private static final double LEAST_WEIGHTS = 100; // with fewer steps of weight the ranking hangs on some of them

        /** The candidate with the smallest score; empty if all have diverged. */
        public Optional<RankedCandidate> best() {
            return candidates.stream().findFirst().filter(first -> Double.isFinite(first.score()));
        }

        /** Candidates in groups that differ in λ alone and not in their scores, as where episodes have one step. */
        public List<List<RankedCandidate>> alike() {
            return List.copyOf(candidates.stream()
                    .collect(Collectors.groupingBy(
                            RankedCandidate::withoutLambda, LinkedHashMap::new, Collectors.toList()))
                    .values());
        }

        /** How many candidates cannot be distinguished from the best: a group counts once, that of the best never. */
        public long indistinguishable() {
            return alike().stream()
                    .skip(1)
                    .filter(group -> group.get(0).isIndistinguishable())
                    .count();
        }

        /** Whether most candidates cannot be distinguished from the best, or all predict the same as it does. */
        public boolean isTied() {
            List<List<RankedCandidate>> groups = alike();
            long finite =
                    groups.stream().filter(group -> !group.get(0).blownUp()).count();
            boolean isAlone = groups.size() == 1 && candidates.size() > 1;
            return partCount < 2 || isAlone || 2 * indistinguishable() > finite;
        }

        /** How far to believe that the first is about the best. */
        public Trust verdict() {
            if (best().isEmpty() || isTied()) {
                return Trust.DO_NOT_TRUST;
            }
            boolean clear = GROUPS_PER_TIE * indistinguishable() <= alike().size() && !alikeInOrder;
            return clear && solved && effectiveWeights >= LEAST_WEIGHTS ? Trust.TRUST : Trust.CARE;
        }

        /** What to learn with: the best, or what is safe where most are tied; empty if all have diverged. */
        public Optional<Candidate> chosen() {
            return best().map(best -> isTied() ? safe : best.candidate());
        }

        /** How many candidates have diverged. */
        public long diverged() {
            return candidates.stream()
                    .filter(candidate -> candidate.divergedAt().isPresent())
                    .count();
        }
    }

    /** A candidate with its score: the lower, the nearer its predictions were to the true values. */
    public record RankedCandidate(
            Candidate candidate,
            double score, // Σ i (v − v_π)² up to a constant that all share; NaN if it has diverged
            double stderr,
            double behind, // the score minus that of the best
            double behindStderr, // of this difference, paired part by part
            boolean blownUp, // so far behind that no standard error matters, or diverged
            OptionalLong divergedAt // the step, counted from 0
            ) {
        private List<Object> withoutLambda() {
            return List.of(candidate.config(), candidate.features(), (float) score, divergedAt);
        }

        /** Whether the difference from the best is at most two standard errors, or one part of a log has none. */
        public boolean isIndistinguishable() {
            return !blownUp && !(behind > 2 * behindStderr);
        }
    }
}
