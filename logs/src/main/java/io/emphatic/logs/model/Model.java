package io.emphatic.logs.model;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.RecordJson;
import io.emphatic.documents.text.Sha256;
import io.emphatic.experience.Features;
import io.emphatic.logs.spec.Bands;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.FeatureReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The result of learning from a log. It predicts for new rows, and holds all that is needed to learn on.
 *
 * <pre>
 *   Model model = Model.read(Path.of("pumps-model.json"));
 *   double[] values = model.predict(Map.of("vibration", 0.2, "site", "coast"));   // one per prediction
 * </pre>
 *
 * <p>Immutable; any number of threads may use one. Predicting for a row needs no database, unless a feature is a SQL
 * expression, or a category of days, times or decimals.
 *
 * <h2>The file</h2>
 *
 * A JSON document, with numbers at full precision. Its last field is the SHA-256 of all lines before: {@code head -n -2
 * FILE | sha256sum}. It is read strictly: unknown and missing keys, numbers that are not finite, a model without
 * predictions, text after the end and a wrong checksum are refused.
 */
public final class Model {
    private static final String FORMAT = "emphatic model 8";
    private static final Pattern WRITTEN_FORMAT = Pattern.compile("\"format\" : \"(.*?)\"");
    private static final String BEFORE_CHECKSUM = "  \"checksum\" : ";

    /**
     * What was learned of one prediction.
     *
     * @param steps how many it learned from, those of earlier models included
     * @param divergedAt the step at which it diverged, counted from 0; null if it has not
     * @param weights θ, one per feature
     * @param diagnostics of the log learned from last, by name
     * @param bar null without bands
     */
    public record LearnedWeights(
            String name,
            String algorithm,
            Map<String, Double> parameters,
            long steps,
            Long divergedAt,
            double[] weights,
            Map<String, Double> diagnostics,
            Bands.Bar bar) {}

    /** The file, with the types of the columns that features are made of. */
    private record ModelFile(
            String format,
            Origin provenance,
            Map<String, String> columns,
            FeatureMap features,
            List<LearnedWeights> predictions,
            byte[] state,
            String checksum) {}

    /** What stands behind the name of a prediction for the ends of its error bar. */
    public static final String LOW = "_low";

    /** The upper end: {@link #LOW}. */
    public static final String HIGH = "_high";

    private final ModelFile contents;
    private final int size;
    private final ThreadLocal<RowPredictor> predictors = ThreadLocal.withInitial(this::newPredictor);

    /** @param columns the types of the columns that features are made of */
    public Model(
            Origin origin,
            Map<String, String> columns,
            FeatureMap features,
            List<LearnedWeights> predictions,
            byte[] state) {
        this(new ModelFile(FORMAT, origin, columns, features, predictions, state, ""));
    }

    private Model(ModelFile contents) {
        this.contents = contents;
        this.size = contents.features().names().size();
    }

    /**
     * Reads a model.
     *
     * @throws IOException if there is none, or the file is anything else; the message says why
     */
    public static Model read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no model " + file);
        }
        try {
            String text = Files.readString(file);
            Matcher format = WRITTEN_FORMAT.matcher(text);
            String written = format.find() ? format.group(1) : FORMAT;
            require(written.equals(FORMAT), "its format is " + written + ", not " + FORMAT);
            ModelFile contents = RecordJson.read(ModelFile.class, text);
            Model model = new Model(contents);
            model.check();
            require(model.checksum().equals(checksum(text)), "its checksum does not match: it was changed");
            return model;
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not a model: it is not text in UTF-8", e);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is not a model that this program reads: " + e.getMessage(), e);
        }
    }

    private void check() {
        require(size > 0, "it has no features");
        require(!predictions().isEmpty(), "it has no predictions");
        for (LearnedWeights prediction : predictions()) {
            String name = "prediction " + prediction.name();
            require(
                    prediction.weights().length == size,
                    name + " has not one weight for each of " + size + " features");
            require(hasBands() == (prediction.bar() != null), name + " has bands, or its spec has, and not both");
            for (double weight : prediction.weights()) {
                require(Double.isFinite(weight), name + " has a weight that is not finite: " + weight);
            }
        }
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Replaces the file as a whole: after any failure it is the old one or the new one. */
    public void write(Path file) throws IOException {
        WholeFile.write(file, text());
    }

    /** What the file would hold. */
    public String text() {
        String text = RecordJson.text(contents) + "\n";
        String before = text.substring(0, text.lastIndexOf(BEFORE_CHECKSUM));
        return before + BEFORE_CHECKSUM + '"' + checksum(text) + "\"\n}\n";
    }

    /** Of all lines before the one that holds it. */
    private static String checksum(String text) {
        int end = text.lastIndexOf(BEFORE_CHECKSUM);
        require(end >= 0 && text.indexOf('\n', end) == text.length() - 3, "its last field is not on a line by itself");
        return Sha256.hex(Sha256.of(text.substring(0, end)));
    }

    /** Where it comes from, with the spec. */
    public Origin origin() {
        return contents.provenance();
    }

    /** In the order of the values that {@link #predict} returns. */
    public List<LearnedWeights> predictions() {
        return contents.predictions();
    }

    /** The name of each value that {@link #predict} returns: of a prediction with bands, also of low and high. */
    public List<String> outputs() {
        return predictions().stream()
                .flatMap(one ->
                        hasBands() ? Stream.of(one.name(), one.name() + LOW, one.name() + HIGH) : Stream.of(one.name()))
                .toList();
    }

    private boolean hasBands() {
        return origin().spec().bands() != null;
    }

    /** How the features of a row are made; {@link FeatureMap#names} has their names, in the order of the weights. */
    public FeatureMap features() {
        return contents.features();
    }

    /** The types of the columns that features are made of, as the log had them. */
    public Map<String, String> columns() {
        return contents.columns();
    }

    /** What the learners need to continue. */
    public byte[] state() {
        return contents.state();
    }

    /** The SHA-256 of the file that the model was read from; empty for one that was not. */
    public String checksum() {
        return contents.checksum();
    }

    /**
     * The value of each prediction for the state that a row describes, and with bands the ends of its error bar
     * ({@link #outputs}); NaN where a column that a feature needs is null or no finite number. A category that was not
     * in the log learned from activates no feature.
     *
     * @param row a number, a boolean, a text or null for each column; for a column of lists, a list or an array of
     *     doubles. Columns that no feature needs are ignored.
     * @throws IllegalArgumentException if a column is missing, or a feature needs DuckDB
     */
    public double[] predict(Map<String, ?> row) {
        return predictors.get().predict(row);
    }

    /**
     * The value of each prediction for features φ, in the order of {@link FeatureMap#names}.
     *
     * @param features one for each weight, finite. Not modified.
     */
    public double[] predict(double[] features) {
        require(features.length == size, "there are " + features.length + " features, and the model has " + size);
        return values(Features.dense(features));
    }

    /**
     * The value of each prediction for a row; NaN where a number is missing.
     *
     * @param numbers that features are made of, in columns of one row
     */
    public double[] values(FeatureReader reader, double[][] numbers) {
        if (Arrays.stream(numbers).allMatch(number -> Double.isFinite(number[0]))) {
            return values(reader.read(numbers, 0));
        }
        double[] none = new double[outputs().size()];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    private double[] values(Features phi) {
        int columns = hasBands() ? 3 : 1;
        double[] values = new double[columns * predictions().size()];
        for (int p = 0; p < predictions().size(); p++) {
            LearnedWeights prediction = predictions().get(p);
            double value = prediction.divergedAt() == null ? phi.dot(prediction.weights()) : Double.NaN;
            values[columns * p] = value;
            if (hasBands()) {
                double bar = prediction.bar().halfWidth(phi);
                values[columns * p + 1] = value - bar;
                values[columns * p + 2] = value + bar;
            }
        }
        return values;
    }

    private RowPredictor newPredictor() {
        try {
            return RowPredictor.withoutSql(this);
        } catch (IOException e) {
            throw new UncheckedIOException("columns in memory cannot fail to be read", e);
        }
    }
}
