package io.emphatic.logs.tuning;

import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.ChunkReader.Reading;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.RowPass;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import io.emphatic.logs.tuning.TuningPlan.PlannedTuning;
import io.emphatic.logs.tuning.TuningReport.PredictionRanking;
import io.emphatic.logs.tuning.TuningReport.RankedCandidate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** The pass that lets candidates learn, group by group on a few threads, and scores them as chunks are collected. */
final class TuningPass extends RowPass {
    private final TuningPlan tuning;
    private final List<CandidateGroup> groups = new ArrayList<>();
    private final List<Scoreboard> scoreboards = new ArrayList<>();

    TuningPass(TuningPlan tuning, RowOrder order) throws IOException {
        super(tuning.plan(), order);
        this.tuning = tuning;
        for (PlannedTuning prediction : tuning.predictions()) {
            List<CandidateGroup> own = tuning.groups(prediction);
            groups.addAll(own);
            scoreboards.add(tuning.scoreboard(prediction, order, own));
        }
    }

    @Override
    protected Reading reading(long from, long every) {
        int beside = groups.stream().mapToInt(CandidateGroup::count).sum();
        return new Reading(plan().stream(), false, from, every, beside, true);
    }

    @Override
    protected List<CandidateGroup> workers() {
        return groups;
    }

    @Override
    protected void collect(RowChunk chunk, long learnFrom) {
        scoreboards.forEach(scoreboard -> scoreboard.run(chunk, learnFrom));
    }

    TuningReport report(List<Finding> findings) {
        List<PredictionRanking> rankings = new ArrayList<>();
        for (int p = 0; p < scoreboards.size(); p++) {
            scoreboards.get(p).finish();
            rankings.add(ranking(tuning.predictions().get(p), scoreboards.get(p)));
        }
        return new TuningReport(plan().log().name(), rows(), order().streams(), rankings, findings);
    }

    private static PredictionRanking ranking(PlannedTuning prediction, Scoreboard board) {
        List<Candidate> candidates = prediction.candidates();
        // Those that diverged have the score +∞: they come last, and of them the latest first.
        List<Integer> order = IntStream.range(0, candidates.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(board::score).thenComparing(k -> -board.divergedAt(k)))
                .toList();
        int best = order.get(0);
        List<RankedCandidate> ranked = order.stream()
                .map(k -> ranked(candidates.get(k), board, k, best))
                .toList();
        return new PredictionRanking(
                prediction.name(),
                board.steps(),
                board.interest(),
                board.effectiveRatios(),
                board.effectiveWeights(),
                board.parts().count(),
                board.parts().unit(),
                ranked);
    }

    private static RankedCandidate ranked(Candidate candidate, Scoreboard board, int k, int best) {
        long divergedAt = board.divergedAt(k);
        OptionalLong when = divergedAt == CandidateGroup.NEVER ? OptionalLong.empty() : OptionalLong.of(divergedAt);
        double score = board.score(k);
        if (!Double.isFinite(score)) {
            return new RankedCandidate(candidate, Double.NaN, Double.NaN, Double.NaN, Double.NaN, when);
        }
        return new RankedCandidate(
                candidate,
                score,
                board.parts().stderr(k),
                score - board.score(best),
                board.parts().stderr(k, best),
                when);
    }

    @Override
    public void exchange(SavedState state) throws IOException {
        super.exchange(state);
        for (CandidateGroup group : groups) {
            group.exchange(state);
        }
        for (Scoreboard scoreboard : scoreboards) {
            scoreboard.exchange(state);
        }
    }
}
