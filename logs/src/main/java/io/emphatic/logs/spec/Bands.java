package io.emphatic.logs.spec;

import io.emphatic.bands.BandedLearner;
import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.experience.Features;
import io.emphatic.experience.Names;
import java.util.List;

/** Error bars of a level in (0, 1): {@code bands: {level: 0.9, replicates: 14}}, or {@code bands: 0.9}. */
public record Bands(double level, int replicates) {
    public Bands {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("the level of bands is not in the interval (0, 1): " + level);
        }
        if (replicates < BandedLearner.FEWEST_REPLICATES) {
            throw new IllegalArgumentException(
                    "replicates of bands are not at least " + BandedLearner.FEWEST_REPLICATES + ": " + replicates);
        }
    }

    public Bands(double level) {
        this(level, BandedLearner.REPLICATES);
    }

    static Bands read(Node node) {
        if (!(node instanceof Mapping mapping)) {
            return node.check(() -> new Bands(node.number()));
        }
        mapping.requireKeys("bands", List.of("level", "replicates"), Names::didYouMean);
        int replicates = mapping.find("replicates").map(Node::whole).orElse(BandedLearner.REPLICATES);
        return node.check(() -> new Bands(mapping.get("level").number(), replicates));
    }

    /** What a learner says of its own errors: Var(θᵀφ) = Σ (dᵀφ)²; {@code refusal} is null where there is a bar. */
    public record Bar(String refusal, double quantile, double[][] deviations) {
        /** How far a bar reaches to each side; NaN where there is none. */
        public double halfWidth(Features phi) {
            double sum = refusal == null ? 0 : Double.NaN;
            for (double[] deviation : deviations) {
                double d = phi.dot(deviation);
                sum += d * d;
            }
            return quantile * Math.sqrt(sum);
        }
    }
}
