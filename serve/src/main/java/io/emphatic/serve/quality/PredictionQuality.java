package io.emphatic.serve.quality;

import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.Race;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.Quantiles;
import io.emphatic.logs.live.RowOutcome.StepView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

public final class PredictionQuality {
    private static final double RECENT = 0.001; // how much less a step weighs in the recent mean than the next
    static final double CONFIDENCE = 0.95;
    private static final double LOG_LIMIT = 1e300;

    final boolean onPolicy;
    private final ReturnRange range; // null if none is declared
    private final Map<Integer, StreamReturns> streams = new HashMap<>(); // by number
    final SettledPredictions settled = new SettledPredictions();
    final Quantiles ratios = new Quantiles(Quantiles.Precision.COARSE);
    final Quantiles followOns = new Quantiles(Quantiles.Precision.COARSE);
    final Quantiles emphases = new Quantiles(Quantiles.Precision.COARSE);
    final Quantiles errors = new Quantiles(Quantiles.Precision.COARSE);
    final OutcomeBand band; // null for none
    private PolicyRace race; // null without a range
    private int policy; // its number in the race
    private boolean isFirst; // of the predictions of its policy
    long steps;
    double ratioSum;
    private double ratioSquares;
    private double recentErrors; // Σ of |δ|, each step weighing 0.1 % less than the next
    private double recentWeights; // Σ of these weights
    double score; // S of docs/EVALUATION.md §5: its differences between predictions of one question mean something
    private long ended;
    long skipped; // rows that others have learned from
    String lastFault = ""; // why the last of them was
    long outside; // whole episodes whose return was outside of the range

    /** @param range null if none is declared; {@code level} is 0 for no bands */
    PredictionQuality(boolean onPolicy, ReturnRange range, double level) {
        this.onPolicy = onPolicy;
        this.range = range;
        this.band = level > 0 ? new OutcomeBand(level) : null;
    }

    void join(PolicyRace entered, int number, boolean first) {
        race = entered;
        policy = number;
        isFirst = first;
    }

    void open(StreamReturns line, double value, double baseline, double interest, long seq, boolean isStart) {
        line.value = value;
        line.baseline = baseline;
        line.interest = interest;
        line.seq = seq;
        line.isOpen = true;
        if (race != null && (line.episode == 0 || line.episode < 0 && isStart)) {
            line.episode = race.begin();
        }
    }

    /** Of the band as it is now; 0 for none. */
    long announcement() {
        return band == null ? 0 : band.announcement();
    }

    StreamReturns stream(int number) {
        return streams.computeIfAbsent(number, StreamReturns::new);
    }

    void forget(int stream) {
        streams.remove(stream);
    }

    void step(StreamReturns line, StepView step, boolean ends, double nextBaseline) {
        boolean isOver = ends || step.discount() == 0;
        note(step);
        score(line, step);
        line.step(step, onPolicy || isOver ? 0 : nextBaseline, (one, realised) -> {
            if (band != null) {
                band.settle(Math.abs(one.predicted - one.followed), one.ratio, one.announcement);
            }
            settled.add(line.stream, one.seq, one.predicted, realised);
        });
        line.isOpen = false;
        if (isOver) {
            end(line, true);
        }
    }

    private void note(StepView step) {
        steps++;
        ratioSum += step.ratio();
        ratioSquares += step.ratio() * step.ratio();
        ratios.add(step.ratio());
        if (!Double.isNaN(step.tdError())) {
            double size = Math.abs(step.tdError());
            errors.add(size);
            recentErrors += RECENT * (size - recentErrors);
            recentWeights += RECENT * (1 - recentWeights);
        }
        if (!Double.isNaN(step.followOn())) {
            followOns.add(step.followOn());
            emphases.add(step.emphasis());
        }
    }

    /** {@code docs/EVALUATION.md} §5. */
    private void score(StreamReturns line, StepView step) {
        double i = line.interest;
        double v = line.value;
        // zₜ = iₜ vₜ + γₜ ρₜ₋₁ zₜ₋₁
        line.z = i * v + line.gammaNext * line.rho * line.z;
        // S ← S + iₜ vₜ² − 2 zₜ ((1 − ρₜ) bₜ + ρₜ Rₜ₊₁)
        score += i * v * v - 2 * line.z * ((1 - step.ratio()) * line.baseline + step.ratio() * step.cumulant());
        line.rho = step.ratio();
        line.gammaNext = step.discount();
    }

    /** The episode is cut before its last row's action. */
    void cut(StreamReturns line) {
        // S ← S − 2 γ_T ρ_{T−1} z_{T−1} b_T
        score -= 2 * line.gammaNext * line.rho * line.z * line.baseline;
        end(line, false);
    }

    /** The prediction cannot learn from a row, where others can. */
    void skip(StreamReturns line, String why) {
        skipped++;
        lastFault = why;
        if (line.isOpen) {
            cut(line);
        }
        line.episode = -1;
    }

    private void end(StreamReturns line, boolean whole) {
        ended += whole ? 1 : 0;
        if (race != null) {
            double returned = line.lifeReturn;
            outside += whole && !(returned >= range.low() && returned <= range.high()) ? 1 : 0;
            if (isFirst) {
                race.report(
                        policy, line.episode, line.episodeWeight, returned, whole && line.episodeWeight < LOG_LIMIT);
            }
        }
        line.begin();
    }

    public long skipped() {
        return skipped;
    }

    /** Where returns will come to lie; null where none is asked for. */
    public OutcomeBand band() {
        return band;
    }

    /** How far that band reaches to each side now; NaN for none. */
    public double halfWidth() {
        return band == null ? Double.NaN : band.halfWidth();
    }

    /** The share of returns that were within it; NaN for none. */
    public double coverage() {
        return band == null ? Double.NaN : band.coverage();
    }

    public SettledPredictions settled() {
        return settled;
    }

    /** (Σρ)² / Σρ². */
    public double effectiveSampleSize() {
        return ratioSum * ratioSum / ratioSquares;
    }

    /** Mean |δ| of about the last thousand steps; NaN where there is none. */
    public double recentError() {
        return recentErrors / recentWeights;
    }

    /** Quantiles; NaN without numbers. */
    public record Tail(double p50, double p90, double p99, double max) {
        static Tail of(Quantiles all) {
            return new Tail(all.at(0.5), all.at(0.9), all.at(0.99), all.max());
        }
    }

    /** The value of the target over an episode, with 95 % at all times at once; or the reason why there is none. */
    public record ValueInterval(double low, double high, double confidence, long episodes, String reason) {}

    public ValueInterval valueInterval() {
        String reason = range == null
                ? "the spec declares no return_range"
                : outside > 0
                        ? outside + " whole episodes had a return outside of the declared return_range"
                        : ended == 0 ? "no stream has come to an end yet" : null;
        Race.Racer racer = reason == null ? race.racers().get(policy) : null;
        return reason == null
                ? new ValueInterval(racer.low(), racer.high(), CONFIDENCE, ended, null)
                : new ValueInterval(Double.NaN, Double.NaN, CONFIDENCE, ended, reason);
    }

    void exchange(SavedState state) throws IOException {
        settled.exchange(state);
        ratios.exchange(state);
        followOns.exchange(state);
        emphases.exchange(state);
        errors.exchange(state);
        if (band != null) {
            band.exchange(state);
        }
        steps = state.whole(steps);
        ratioSum = state.number(ratioSum);
        ratioSquares = state.number(ratioSquares);
        recentErrors = state.number(recentErrors);
        recentWeights = state.number(recentWeights);
        score = state.number(score);
        ended = state.whole(ended);
        outside = state.whole(outside);
        skipped = state.whole(skipped);
        lastFault = new String(state.bytes(lastFault.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
