package io.emphatic.serve.service;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.serve.quality.OutcomeBand;
import io.emphatic.serve.quality.PredictionQuality;
import io.emphatic.serve.quality.PredictionQuality.Tail;
import io.emphatic.serve.quality.SettledPredictions;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** How good a prediction is, as a document and in words. */
final class QualityDocument {
    private static final double MIN_EFFECTIVE_SHARE = 0.01; // of the steps, as an effective sample size
    private static final double MAX_RELATIVE_ERROR = 1.2; // times the deviation of what followed
    private static final long MIN_STEPS = 100; // steps before anything is said
    private static final long MIN_SETTLED = 256; // twice the last ones: a learner has to begin somewhere

    private QualityDocument() {}

    static JsonObject of(PredictionQuality quality, OptionalLong divergedAt) {
        SettledPredictions settled = quality.settled();
        return new JsonObject()
                .with(
                        "settled",
                        new JsonObject()
                                .with("against", quality.onPolicy() ? "return" : "doubly_robust_return")
                                .withRecord(settled.all())
                                .with("recent", settled.recent()))
                .with("outcome_band", band(quality))
                .with("score", quality.score())
                .with("ratio", new JsonObject().withRecord(quality.ratios()).with("mean", quality.meanRatio()))
                .with("effective_sample_size", quality.effectiveSampleSize())
                .with("follow_on", orNull(quality.followOns()))
                .with("emphasis", orNull(quality.emphases()))
                .with("td_error", errors(quality))
                .with("value_interval", quality.valueInterval())
                .with("rows_skipped", quality.skipped())
                .with("warnings", warnings(quality, divergedAt));
    }

    private static JsonObject band(PredictionQuality quality) {
        OutcomeBand band = quality.band();
        String reason = !quality.onPolicy()
                ? "a return that follows is that of the policy that runs, not of the target"
                : band == null ? "the spec says outcome_bands: none" : null;
        return new JsonObject()
                .with("level", band == null ? null : band.level())
                .with("half_width", halfWidth(quality))
                .with("count", band == null ? 0 : band.count())
                .with("coverage", band == null ? null : band.coverage())
                .with("reason", reason);
    }

    private static Double halfWidth(PredictionQuality quality) {
        return quality.band() == null ? null : quality.band().halfWidth();
    }

    /** The part of it that is drawn over time. */
    static JsonObject course(PredictionQuality quality) {
        return new JsonObject()
                .with("ratio", quality.ratios())
                .with("td_error", errors(quality))
                .with("outcome_band", new JsonObject().with("half_width", halfWidth(quality)));
    }

    private static JsonObject errors(PredictionQuality quality) {
        return new JsonObject().withRecord(quality.errors()).with("recent", quality.recentError());
    }

    private static Tail orNull(Tail tail) {
        return Double.isNaN(tail.max()) ? null : tail;
    }

    private static List<String> warnings(PredictionQuality quality, OptionalLong divergedAt) {
        List<String> warnings = new ArrayList<>();
        if (divergedAt.isPresent()) {
            warnings.add("diverged at step " + Numbers.count(divergedAt.getAsLong())
                    + ": its weights are those before it, and it learns no more");
        }
        if (quality.skipped() > 0) {
            warnings.add("it could not learn from " + Numbers.count(quality.skipped(), "row")
                    + (quality.skipped() == 1 ? ": " : "; the last: ") + quality.lastFault());
        }
        double effective = quality.effectiveSampleSize();
        if (quality.steps() >= MIN_STEPS && effective < MIN_EFFECTIVE_SHARE * quality.steps()) {
            warnings.add("its importance ratios make " + Numbers.count(quality.steps()) + " steps worth "
                    + Numbers.count(Math.round(effective)));
        }
        if (quality.steps() >= MIN_STEPS && quality.ratios().max() == 0) {
            warnings.add("every importance ratio is 0: the target never does what is done");
        }
        SettledPredictions.SettledErrors recent = quality.settled().recent();
        if (quality.settled().count() >= MIN_SETTLED
                && recent.rootMeanSquareError() > MAX_RELATIVE_ERROR * recent.deviation()) {
            warnings.add("it predicts worse than the mean of what followed would: error "
                    + Numbers.significant(recent.rootMeanSquareError()) + " against "
                    + Numbers.significant(recent.deviation()) + " in the last " + recent.count());
        }
        return warnings;
    }
}
