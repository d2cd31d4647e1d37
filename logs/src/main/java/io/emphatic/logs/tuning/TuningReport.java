package io.emphatic.logs.tuning;

import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The result of tuning.
 *
 * @param predictions in the order of the spec
 */
public record TuningReport(
        String log, long rows, long streams, List<PredictionRanking> predictions, List<Finding> findings) {

    /**
     * The candidates for one prediction.
     *
     * @param steps how many were scored
     * @param interest Σ i over these steps: a difference of scores over it is one of mean squared error
     * @param effectiveRatios the effective sample size of the ratios, (Σρ)²/Σρ²
     * @param effectiveWeights that of ρF, with which rewards enter the score
     * @param parts what standard errors were made of: {@code streams}, {@code blocks of 50 rows}
     * @param candidates the best first; those that diverged last, the latest of them first
     */
    public record PredictionRanking(
            String name,
            long steps,
            double interest,
            double effectiveRatios,
            double effectiveWeights,
            int partCount,
            String parts,
            List<RankedCandidate> candidates) {

        /** The candidate with the smallest score; empty if all have diverged. */
        public Optional<RankedCandidate> best() {
            return candidates.stream().findFirst().filter(first -> Double.isFinite(first.score()));
        }

        /** How many candidates cannot be distinguished from the best, which does not count. */
        public long indistinguishable() {
            return candidates.stream()
                    .skip(1)
                    .filter(RankedCandidate::isIndistinguishable)
                    .count();
        }

        public long diverged() {
            return candidates.stream()
                    .filter(candidate -> candidate.divergedAt().isPresent())
                    .count();
        }
    }

    /**
     * A candidate.
     *
     * @param score S: Σ i (v − v_π)² up to a constant that all candidates share; NaN if it has diverged
     * @param stderr of the score
     * @param behind the score minus that of the best
     * @param behindStderr the standard error of this difference, paired part by part
     * @param divergedAt the step at which it diverged, counted from 0
     */
    public record RankedCandidate(
            Candidate candidate,
            double score,
            double stderr,
            double behind,
            double behindStderr,
            OptionalLong divergedAt) {

        /** Whether the difference from the best is at most two standard errors, or one part of a log has none. */
        public boolean isIndistinguishable() {
            return Double.isFinite(score) && !(behind > 2 * behindStderr);
        }
    }
}
