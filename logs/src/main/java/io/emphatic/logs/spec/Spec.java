package io.emphatic.logs.spec;

import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.logs.sql.Sql;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What to predict from a log, as written: every quantity is a SQL expression over a row, null where none was. */
public record Spec(
        String stream, // what rows of one stream share, separated by commas; null for one stream
        String order, // of the rows of a stream; null for that of the file
        String terminated, // whether S_{t+1} is terminal; null for the column of that name, as truncated
        String truncated, // whether nothing is known beyond S_t
        String action, // for the log doctor only
        List<FeatureBlock> features,
        List<Prediction> predictions,
        RowShape shape,
        boolean perStream, // whether each stream has its own learners
        Bands bands // null for none
        ) {
    /** Of rows that are steps one after another, in streams that share their weights. */
    public Spec(
            String stream,
            String order,
            String terminated,
            String truncated,
            String action,
            List<FeatureBlock> features,
            List<Prediction> predictions) {
        this(stream, order, terminated, truncated, action, features, predictions, RowShape.PLAIN, false, null);
    }

    /** One prediction; all but the name and the discount may be null. */
    public record Prediction(
            String name,
            String behaviour, // μ(A_t|S_t)
            String target, // π(A_t|S_t); null for on-policy, or beside a ratio
            String ratio, // ρ_t itself
            String cumulant, // R_{t+1}; null for a column reward
            String discount, // γ_t
            String lambda, // λ_t; null for 0
            String interest, // i_t; null for 1
            String algorithm, // null for etd
            Map<String, Double> parameters) {
        public Prediction {
            String label = label(name);
            Config config = config(label, algorithm, parameters);
            requireInterval(label + ": behaviour", behaviour, true, 1);
            requireInterval(label + ": target", target, false, 1);
            requireInterval(label + ": ratio", ratio, false, Double.MAX_VALUE);
            requireInterval(label + ": discount", discount, false, 1);
            requireInterval(label + ": lambda", lambda, false, 1);
            requireInterval(label + ": interest", interest, false, Double.MAX_VALUE);
            if (ratio != null && target != null) {
                throw new IllegalArgumentException(
                        label + " has both a target and a ratio: ρ is target / behaviour, or it is the ratio");
            }
            if (target != null && behaviour == null) {
                throw new IllegalArgumentException(label
                        + " has a target but no behaviour: ρ is target / behaviour\n"
                        + "Give the probability with which the logged action was taken, or ρ itself as the ratio.");
            }
            if (config.algorithm().needsProbabilities() && ratio != null) {
                throw new IllegalArgumentException(label + ": " + config.algorithm()
                        + " needs both probabilities, target and behaviour; a ratio is not enough");
            }
            if (config.algorithm().needsProbabilities() && behaviour == null) {
                throw new IllegalArgumentException(label + ": " + config.algorithm()
                        + " needs the probabilities of the actions taken, and there are none\n"
                        + "Give the behaviour, and the target unless it is the same.");
            }
        }

        /** A plain number is known before any log is read; whatever depends on a row is for the log doctor. */
        static void requireInterval(String name, String text, boolean open, double max) {
            double number = text == null ? Double.NaN : Sql.number(text.strip());
            if (number > max || number < 0 || (open && number == 0)) {
                throw new IllegalArgumentException(name + " is not in the interval " + (open ? "(0, " : "[0, ")
                        + (max == 1 ? "1]" : "∞)") + ": " + text.strip());
            }
        }

        /** For messages: the name of the prediction, unless it is the default name. */
        private static String label(String name) {
            return name.equals("prediction") ? name : "prediction " + name;
        }

        /** With another λ and learner. */
        public Prediction with(String lambda, String algorithm, Map<String, Double> parameters) {
            return new Prediction(
                    name, behaviour, target, ratio, cumulant, discount, lambda, interest, algorithm, parameters);
        }

        /** As it was written, or is meant. */
        String cumulantText() {
            return cumulant == null ? "reward" : cumulant.strip();
        }

        /** Under another name. */
        public Prediction named(String other) {
            return new Prediction(
                    other, behaviour, target, ratio, cumulant, discount, lambda, interest, algorithm, parameters);
        }

        /** The learner, {@code etd} if none is named. */
        public Config config() {
            return config(label(name), algorithm, parameters);
        }

        private static Config config(String label, String algorithm, Map<String, Double> parameters) {
            try {
                return Algorithms.named(algorithm == null ? "etd" : algorithm).configure(parameters);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(label + ": " + e.getMessage(), e);
            }
        }
    }

    public Spec {
        features = List.copyOf(features);
        predictions = List.copyOf(predictions);
        if (features.isEmpty()) {
            throw new IllegalArgumentException(
                    "there are no features: name the columns or SQL expressions that describe a state");
        }
        if (predictions.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to predict: a spec needs predictions");
        }
        if (perStream && stream == null) {
            throw new IllegalArgumentException("per: stream gives each stream its learners, and there is no stream"
                    + "\nName what the rows of one share: stream: device.");
        }
        if (perStream && bands != null) {
            throw new IllegalArgumentException(
                    "bands are those of weights that streams share, and per: stream gives each its own");
        }
        Set<String> names = new HashSet<>();
        for (Prediction prediction : predictions) {
            if (!names.add(prediction.name())) {
                throw new IllegalArgumentException("two predictions are called " + prediction.name());
            }
        }
    }

    /** With other features and predictions. */
    public Spec with(List<FeatureBlock> features, List<Prediction> predictions) {
        return new Spec(stream, order, terminated, truncated, action, features, predictions, shape, perStream, bands);
    }

    /** Refuses features that are looked up in a log where weights come from a file that does not know them. */
    public void requireDeclaredFeatures(Path file) {
        FeatureBlock.firstOpen(features).ifPresent(open -> {
            throw new IllegalArgumentException("features: " + open.what() + " in this log may differ from those in "
                    + file + ", which does not say them\nWrite " + open.declaration() + ".");
        });
    }

    /** With rows of another shape. */
    public Spec withShape(RowShape other) {
        return new Spec(stream, order, terminated, truncated, action, features, predictions, other, perStream, bands);
    }

    /** With another stream. */
    public Spec withStream(String other) {
        return new Spec(other, order, terminated, truncated, action, features, predictions, shape, perStream, bands);
    }

    /** With learners of its own for each stream. */
    public Spec perEachStream() {
        return new Spec(stream, order, terminated, truncated, action, features, predictions, shape, true, bands);
    }

    /** With other error bars; null for none. */
    public Spec withBands(Bands other) {
        return new Spec(stream, order, terminated, truncated, action, features, predictions, shape, perStream, other);
    }
}
