package io.emphatic.serve.quality;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.result.Race.Racer;
import io.emphatic.logs.learning.Quantiles;
import io.emphatic.serve.quality.PredictionQuality.Tail;
import io.emphatic.serve.quality.QualityBoard.RacedQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** How good predictions are, as documents and in words. */
public final class QualityDocument {
    private static final double MIN_EFFECTIVE_SHARE = 0.01; // of the steps, as an effective sample size
    private static final double MAX_RELATIVE_ERROR = 1.2; // times the deviation of what followed
    private static final long MIN_STEPS = 100; // steps before anything is said
    private static final long MIN_SETTLED = 256; // twice the last ones: a learner has to begin somewhere

    private QualityDocument() {}

    public static JsonObject of(PredictionQuality quality, OptionalLong divergedAt) {
        SettledPredictions settled = quality.settled;
        return new JsonObject()
                .with(
                        "settled",
                        new JsonObject()
                                .with("against", quality.onPolicy ? "return" : "doubly_robust_return")
                                .withRecord(settled.all())
                                .with("recent", settled.recent()))
                .with("outcome_band", band(quality))
                .with("score", quality.score)
                .with(
                        "ratio",
                        new JsonObject()
                                .withRecord(Tail.of(quality.ratios))
                                .with("mean", quality.ratioSum / quality.steps))
                .with("effective_sample_size", quality.effectiveSampleSize())
                .with("follow_on", orNull(quality.followOns))
                .with("emphasis", orNull(quality.emphases))
                .with("td_error", errors(quality))
                .with("value_interval", quality.valueInterval())
                .with("rows_skipped", quality.skipped)
                .with("warnings", warnings(quality, divergedAt));
    }

    private static JsonObject band(PredictionQuality quality) {
        OutcomeBand band = quality.band;
        String reason = band == null ? "the spec says outcome_bands: none" : band.silence();
        return new JsonObject()
                .with("level", band == null ? null : band.level())
                .with("half_width", quality.halfWidth())
                .with("count", band == null ? 0 : band.count())
                .with("coverage", quality.coverage())
                .with("reason", reason);
    }

    /** The part of it that is drawn over time. */
    public static JsonObject course(PredictionQuality quality) {
        return new JsonObject()
                .with("ratio", Tail.of(quality.ratios))
                .with("td_error", errors(quality))
                .with("outcome_band", new JsonObject().with("half_width", quality.halfWidth()));
    }

    private static JsonObject errors(PredictionQuality quality) {
        return new JsonObject().withRecord(Tail.of(quality.errors)).with("recent", quality.recentError());
    }

    private static Tail orNull(Quantiles all) {
        return Double.isNaN(all.max()) ? null : Tail.of(all);
    }

    private static List<String> warnings(PredictionQuality quality, OptionalLong divergedAt) {
        List<String> warnings = new ArrayList<>();
        if (divergedAt.isPresent()) {
            warnings.add("diverged at step " + Numbers.count(divergedAt.getAsLong())
                    + ": its weights are those before it, and it learns no more");
        }
        if (quality.skipped > 0) {
            warnings.add("it could not learn from " + Numbers.count(quality.skipped, "row")
                    + (quality.skipped == 1 ? ": " : "; the last: ") + quality.lastFault);
        }
        double effective = quality.effectiveSampleSize();
        if (quality.steps >= MIN_STEPS && effective < MIN_EFFECTIVE_SHARE * quality.steps) {
            warnings.add("its importance ratios make " + Numbers.count(quality.steps) + " steps worth "
                    + Numbers.count(Math.round(effective)));
        }
        if (quality.steps >= MIN_STEPS && Tail.of(quality.ratios).max() == 0) {
            warnings.add("every importance ratio is 0: the target never does what is done");
        }
        SettledPredictions.SettledErrors recent = quality.settled.recent();
        if (quality.settled.count() >= MIN_SETTLED
                && recent.rootMeanSquareError() > MAX_RELATIVE_ERROR * recent.deviation()) {
            warnings.add("it predicts worse than the mean of what followed would: error "
                    + Numbers.significant(recent.rootMeanSquareError()) + " against "
                    + Numbers.significant(recent.deviation()) + " in the last " + recent.count());
        }
        return warnings;
    }

    /** Which policies may still be the best. A policy has the name of its first prediction. */
    public static JsonObject race(QualityBoard board) {
        List<RacedQuestion> races = board.races.stream()
                .filter(question -> question.policies().size() > 1)
                .toList();
        long outside = races.stream()
                .flatMap(question -> question.policies().values().stream())
                .mapToLong(its -> board.get(its.get(0)).outside)
                .max()
                .orElse(0);
        String reason = board.races.isEmpty()
                ? "the spec declares no return_range"
                : races.isEmpty()
                        ? "no two to ten predictions of one cumulant and discount have different targets"
                        : outside > 0
                                ? Numbers.count(outside, "episode")
                                        + " had a return outside of the declared return_range"
                                : null;
        return new JsonObject()
                .with("confidence", PredictionQuality.CONFIDENCE)
                .with("reason", reason)
                .withAll("races", reason == null ? races : List.of(), question -> race(board.names, question));
    }

    private static JsonObject race(List<String> names, RacedQuestion question) {
        Map<String, List<Integer>> policies = question.policies();
        List<JsonObject> racers = new ArrayList<>();
        for (Racer racer : question.race().racers()) {
            List<String> its =
                    policies.get(racer.name()).stream().map(names::get).toList();
            List<Integer> by = racer.droppedBy() == null ? null : policies.get(racer.droppedBy());
            racers.add(new JsonObject()
                    .with("name", its.get(0))
                    .with("predictions", its)
                    .with("low", racer.low())
                    .with("high", racer.high())
                    .with("dropped_at", racer.droppedAt())
                    .with("dropped_by", by == null ? null : names.get(by.get(0))));
        }
        return new JsonObject()
                .with("cumulant", question.asked().get(1))
                .with("discount", question.asked().get(2))
                .with("episodes", question.race().episodes())
                .with("waiting", question.race().waiting())
                .with("policies", racers);
    }
}
