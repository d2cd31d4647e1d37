package io.emphatic.logs.file;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.bands.BandedLearner;
import io.emphatic.experience.Features;
import io.emphatic.logs.spec.Bands;
import org.apache.commons.statistics.distribution.TDistribution;

/** Learners of a spec that may have bands, and their bars. */
public final class LearnerBars {
    private LearnerBars() {}

    /** A new learner, without bands for null; {@code shared}: streams take turns. */
    public static Learner learner(Bands bands, Config config, int size, boolean shared) {
        double[] zero = new double[size];
        if (bands != null) {
            return BandedLearner.of(config, zero, bands.replicates(), shared);
        }
        return shared ? config.sharedLearner(zero) : config.learner(zero);
    }

    /** Null for a learner without bands. */
    public static Bands.Bar bar(Bands bands, Learner learner) {
        return learner instanceof BandedLearner banded
                ? new Bands.Bar(banded.refusal().orElse(null), quantile(bands, banded), banded.deviations())
                : null;
    }

    /** Why a learner has no bar; null where it has one. */
    public static String refusal(Learner learner) {
        return learner instanceof BandedLearner banded ? banded.refusal().orElse(null) : "the spec has no bands";
    }

    /** How far the bar of a prediction reaches to each side, now; NaN where there is none. */
    public static double halfWidth(Bands bands, Learner learner, Features phi) {
        return learner instanceof BandedLearner banded
                ? quantile(bands, banded) * banded.standardError(phi)
                : Double.NaN;
    }

    private static double quantile(Bands bands, BandedLearner learner) {
        return TDistribution.of(Math.max(1, learner.freedom())).inverseSurvivalProbability((1 - bands.level()) / 2);
    }
}
