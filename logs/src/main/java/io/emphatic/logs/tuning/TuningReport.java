package io.emphatic.logs.tuning;

import io.emphatic.evaluation.result.Trust;
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
     * @param solved whether the baseline is by least squares, and not the median of the candidates
     * @param safe what can hardly go wrong: not among the candidates
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
            boolean solved,
            Candidate safe,
            List<RankedCandidate> candidates) {

        /** Candidates that may be tied with the best of one that is not. */
        private static final int FEW = 5;

        /** With fewer steps of weight the ranking hangs on some of them. */
        private static final double LEAST_WEIGHTS = 100;

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

        /** Whether most candidates cannot be distinguished from the best, so that its place says little. */
        public boolean isTied() {
            long finite =
                    candidates.stream().filter(ranked -> !ranked.blownUp()).count();
            return partCount < 2 || 2 * indistinguishable() > finite;
        }

        /** How far to believe that the first is about the best. */
        public Trust verdict() {
            if (best().isEmpty() || isTied()) {
                return Trust.DO_NOT_TRUST;
            }
            boolean clear = FEW * indistinguishable() <= candidates.size();
            return clear && solved && effectiveWeights >= LEAST_WEIGHTS ? Trust.TRUST : Trust.CARE;
        }

        /** What to learn with: the best, or what is safe where most are tied; empty if all have diverged. */
        public Optional<Candidate> chosen() {
            return best().map(best -> isTied() ? safe : best.candidate());
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
     * @param blownUp whether it is so far behind that no standard error matters; true if it has diverged
     * @param divergedAt the step at which it diverged, counted from 0
     */
    public record RankedCandidate(
            Candidate candidate,
            double score,
            double stderr,
            double behind,
            double behindStderr,
            boolean blownUp,
            OptionalLong divergedAt) {

        /** Whether the difference from the best is at most two standard errors, or one part of a log has none. */
        public boolean isIndistinguishable() {
            return !blownUp && !(behind > 2 * behindStderr);
        }
    }
}
