package io.emphatic.logs.tuning;

import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.ChunkReader.Reading;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.RowPass;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.tuning.TuningPlan.PlannedTuning;
import io.emphatic.logs.tuning.TuningReport.PredictionRanking;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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

    void solveBaselines() throws IOException {
        List<HalfBaseline> baselines = tuning.baselines(order());
        for (int p = 0; p < baselines.size(); p++) {
            scoreboards.get(p).compareWith(baselines.get(p));
        }
    }

    @Override
    protected Reading reading(long from, long every) {
        int beside = groups.stream().mapToInt(CandidateGroup::count).sum();
        return new Reading(plan().stream(), from, every, beside);
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
            rankings.add(scoreboards.get(p).ranking(tuning.predictions().get(p)));
        }
        return new TuningReport(plan().log().name(), rows(), order().streams(), rankings, withRows(findings));
    }

    @Override
    public void exchange(SavedState state) throws IOException {
        super.exchange(state);
        exchangeRanges(state, null);
        for (CandidateGroup group : groups) {
            group.exchange(state);
        }
        for (Scoreboard scoreboard : scoreboards) {
            scoreboard.exchange(state);
        }
    }
}
