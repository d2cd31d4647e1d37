package io.emphatic.logs.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.Predicting;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model as programs use it: read strictly, and predicting without a database as it does with one. */
class ModelTest {
    private static final String ROWS = """
            x,flag,price,kind,code,ratio,day,at,truth,reward
            0.5,true,1.25,red,1,0.1,2020-01-01,2020-01-01 10:00:00,false,1
            -1.5,false,2.50,blue,2,1e-05,2020-01-02,2020-01-01 11:30:00,true,2
            2.25,true,0.75,green,3,100000,2020-01-03,2020-01-02 00:00:00,true,0
            0.1,false,1.25,red,1,0.1,2020-01-02,2020-01-01 10:00:00,false,-1
            1e3,true,2.50,it's,2,1e-05,2020-01-01,2020-01-01 11:30:00,true,3
            """;

    @TempDir
    private Path directory;

    private Path model;

    @BeforeEach
    void learn() throws IOException {
        List<FeatureBlock> features = new ArrayList<>();
        features.add(new FeatureBlock.Bias());
        features.add(new FeatureBlock.Expressions("x, flag, price, 2.5"));
        for (String column : List.of("kind", "code", "ratio", "truth", "price")) {
            features.add(new FeatureBlock.OneHot(column));
        }
        features.add(new FeatureBlock.Scaled("x, price"));
        for (String column : List.of("kind", "code", "ratio", "truth", "price")) {
            features.add(new FeatureBlock.Hashed(column, 7));
        }
        features.add(FeatureBlock.Cross.of(List.of("kind", "truth")));
        features.add(new FeatureBlock.Tiles(List.of("x", "price"), List.of(), 4, List.of(3, 3), 0));
        model = learn(features);
    }

    private Path learn(List<FeatureBlock> features) throws IOException {
        Path file = directory.resolve("model.json");
        Spec.Prediction one =
                new Spec.Prediction("one", null, null, null, null, "0.5", "0.3", null, "td", Map.of("step_size", 0.01));
        Spec.Prediction other =
                new Spec.Prediction("other", null, null, null, null, "0.9", null, null, "lstd", Map.of("ridge", 0.1));
        Path log = Files.writeString(directory.resolve("log.csv"), ROWS);
        Files.setLastModifiedTime(log, FileTime.from(Instant.parse("2026-01-02T03:04:05Z")));
        try (Log source = Log.open(log.toString())) {
            Spec spec = new Spec(null, null, null, null, null, features, List.of(one, other));
            Learning.learn(source, spec, new Learning.Options(null, file, null, 1, false, ProgressListener.NONE));
        }
        return file;
    }

    /** By the database. */
    private List<double[]> predicted(Path log) throws IOException {
        List<double[]> rows = new ArrayList<>();
        try (Log source = Log.open(log.toString())) {
            Predicting.predict(source.source(), source.settings(), model, null, new Predicting.RowSink() {
                @Override
                public void begin(List<String> predictions) {
                    assertThat(predictions).containsExactly("one", "other");
                }

                @Override
                public void row(long row, double[] values) {
                    rows.add(values.clone());
                }
            });
        }
        return rows;
    }

    private static Map<String, Object> row(String line) {
        List<String> names = List.of(ROWS.lines().findFirst().orElseThrow().split(","));
        String[] cells = line.split(",", -1);
        Map<String, Object> row = new HashMap<>();
        for (int k = 0; k < cells.length; k++) {
            row.put(names.get(k), cells[k].isEmpty() ? null : cells[k]);
        }
        return row;
    }

    @Test
    void rowsOfTextGetTheBitsThatTheDatabaseComputes() throws IOException {
        Model read = Model.read(model);
        List<double[]> expected = predicted(directory.resolve("log.csv"));
        List<String> lines = ROWS.lines().skip(1).toList();
        for (int k = 0; k < lines.size(); k++) {
            assertThat(read.predict(row(lines.get(k)))).as(lines.get(k)).containsExactly(expected.get(k));
        }
    }

    @Test
    void rowsOfNumbersAndBooleansGetTheSameBits() throws IOException {
        Map<String, Object> typed = row("0.5,true,1.25,red,1,0.1,2020-01-01,2020-01-01 10:00:00,false,1");
        typed.putAll(Map.of("x", 0.5, "flag", true, "price", 1.25, "code", 1L, "ratio", 0.1, "truth", false));
        assertThat(Model.read(model).predict(typed))
                .containsExactly(predicted(directory.resolve("log.csv")).get(0));
    }

    /** A new row of other values, which the database and the model have to see alike: each cell in its column. */
    @ParameterizedTest
    @CsvSource({
        "kind, yellow",
        "code, 1.0",
        "code, 4",
        "code, 1.5",
        "ratio, 0.10",
        "ratio, 1e-5",
        "truth, True",
        "x, 1e-300",
        "x, -7",
        "price, 1.250",
        "price, 99",
        "flag, 1",
        "flag, False"
    })
    void aNewValueMeansTheSameWithAndWithoutTheDatabase(String column, String value) throws IOException {
        Map<String, Object> row = row("0.5,true,1.25,red,1,0.1,2020-01-01,2020-01-01 10:00:00,false,1");
        row.put(column, value);
        List<String> names = List.copyOf(row.keySet());
        String line = String.join(
                ",", names.stream().map(name -> row.get(name).toString()).toList());
        Path log = Files.writeString(directory.resolve("new.csv"), String.join(",", names) + "\n" + line + "\n");
        assertThat(Model.read(model).predict(row))
                .containsExactly(predicted(log).get(0));
    }

    @Test
    void aNullHasNoPredictionAndAnUnknownCategoryHasOne() throws IOException {
        Model read = Model.read(model);
        Map<String, Object> row = row("0.5,true,1.25,red,1,0.1,2020-01-01,2020-01-01 10:00:00,false,1");
        row.put("x", null);
        assertThat(read.predict(row)).containsOnly(Double.NaN);
        row.put("x", 0.5);
        row.put("kind", null);
        assertThat(read.predict(row)).containsOnly(Double.NaN);
        row.put("kind", "never seen");
        assertThat(read.predict(row)).doesNotContain(Double.NaN);
        row.remove("kind");
        assertThatThrownBy(() -> read.predict(row)).hasMessageStartingWith("the row has no column kind\nIt has: ");
        row.put("KIND", "red");
        assertThat(read.predict(row)).doesNotContain(Double.NaN);
    }

    @Test
    void featuresInMemoryAreMultipliedByTheWeights() throws IOException {
        Model read = Model.read(model);
        double[] features = new double[read.features().names().size()];
        features[3] = 2;
        assertThat(read.predict(features))
                .containsExactly(
                        2 * read.predictions().get(0).weights()[3],
                        2 * read.predictions().get(1).weights()[3]);
        assertThatThrownBy(() -> read.predict(new double[1])).hasMessageStartingWith("there are 1 features");
    }

    @Test
    void aListColumnIsGivenAsAListOrAnArray() throws IOException {
        Path log = Files.writeString(
                directory.resolve("lists.jsonl"), "{\"v\":[1,2.5],\"reward\":1}\n{\"v\":[3,4],\"reward\":2}\n");
        Path file = directory.resolve("lists.json");
        try (Log source = Log.open(log.toString())) {
            Spec.Prediction prediction =
                    new Spec.Prediction("p", null, null, null, null, "0.5", null, null, "td", Map.of("step_size", 0.1));
            Spec spec = new Spec(
                    null, null, null, null, null, List.of(new FeatureBlock.Expressions("v")), List.of(prediction));
            Learning.learn(source, spec, new Learning.Options(null, file, null, 1, false, ProgressListener.NONE));
        }
        Model read = Model.read(file);
        double[] expected = read.predict(new double[] {1, 2.5});
        assertThat(read.predict(Map.of("v", List.of(1, 2.5)))).containsExactly(expected);
        assertThat(read.predict(Map.of("v", new double[] {1, 2.5}))).containsExactly(expected);
        assertThat(read.predict(Map.of("v", List.of(1)))).containsOnly(Double.NaN);
        assertThat(read.predict(Collections.singletonMap("v", null))).containsOnly(Double.NaN);
    }

    @Test
    void anExpressionNeedsTheDatabaseAndSaysSo() throws IOException {
        Model read = Model.read(learn(List.of(new FeatureBlock.Expressions("x * 2"))));
        assertThatThrownBy(() -> read.predict(Map.of("x", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the feature x * 2 is not a column but a SQL expression");
        Model days = Model.read(learn(List.of(new FeatureBlock.OneHot("day"))));
        assertThatThrownBy(() -> days.predict(Map.of("day", "2020-01-02")))
                .hasMessageStartingWith("the feature day is a category of type DATE, which needs DuckDB");
        try (RowPredictor predictor = RowPredictor.of(days)) {
            assertThat(predictor.predict(Map.of("day", "2020-01-02")))
                    .containsExactly(days.predict(new double[] {0, 1, 0}));
        }
        try (RowPredictor predictor = RowPredictor.of(read)) {
            assertThat(predictor.predict(Map.of("x", 3))).containsExactly(read.predict(new double[] {6}));
            assertThat(predictor.predict(Map.of("x", "three"))).containsOnly(Double.NaN);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"time\" | \"tame\" | it is damaged",
                "\"format\" : | \"extra\" : 1, \"format\" : | it is damaged",
                "\"weights\" : [ | \"weights\" : [ 1e999, | weight",
                "emphatic model 8 | emphatic model 6 | its format is emphatic model 6",
                "\"rows\" : 5 | \"rows\" : 6 | its checksum does not match",
                "\"kind\" : \"bias\" | \"kind\" : \"bios\" | it is damaged"
            })
    void aModelThatWasChangedIsRefused(String old, String changed, String why) throws IOException {
        String text = Files.readString(model);
        assertThat(text).contains(old);
        int at = text.indexOf(old);
        Files.writeString(model, text.substring(0, at) + changed + text.substring(at + old.length()));
        assertThatThrownBy(() -> Model.read(model))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(model + " is not a model that this program reads: ")
                .hasMessageContaining(why);
    }

    /** Scaled, hashed and crossed features. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(?<=\"means\" : \\[ )[-0-9.eE]+ | 1e999 | needs a finite mean",
                "(?<=\"deviations\" : \\[ )[-0-9.eE]+ | 1e999 | needs a finite mean",
                "(?<=\"deviations\" : \\[ )[-0-9.eE]+ | 0 | needs a finite mean and a positive",
                "\"scaled\", | \"scaled\", \"more\" : 1, | it is damaged",
                "\"hashed\", | \"hashed\", \"more\" : 1, | it is damaged",
                "\"cross\", | \"cross\", \"more\" : 1, | it is damaged",
                "\"size\" : 7 | \"size\" : 0 | features: hash: size is not one of {1, …, ",
                "\"size\" : 7 | \"size\" : 1e999 | ",
                "(?s)\"factors\" : \\[.*?\\} \\] | \"factors\" : [ ] | features: cross: it takes two columns or more"
            })
    void aFeatureThatWasChangedIsRefused(String old, String changed, String why) throws IOException {
        String text = Files.readString(model);
        String damaged = text.replaceFirst(old, changed);
        assertThat(damaged).isNotEqualTo(text);
        Files.writeString(model, damaged);
        assertThatThrownBy(() -> Model.read(model))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(model + " is not a model that this program reads: ")
                .hasMessageContaining(why == null ? "" : why)
                .message()
                .doesNotContain("Exception", "jackson", "its checksum");
    }

    @Test
    void anInfiniteWeightAnEmptyModelAndTrailingBytesAreRefused() throws IOException {
        String text = Files.readString(model);
        double weight = Model.read(model).predictions().get(0).weights()[0];
        Files.writeString(model, text.replaceFirst("\\[ " + weight, "[ 1e999"));
        assertThatThrownBy(() -> Model.read(model))
                .hasMessageEndingWith("prediction one has a weight that is not finite: Infinity");
        Files.writeString(
                model,
                text.replaceFirst(
                        "(?s)\"predictions\" : \\[ \\{\\s*\"name\" : \"one\",\\s*\"algorithm\".*?\"state\"",
                        "\"predictions\" : [ ], \"state\""));
        assertThatThrownBy(() -> Model.read(model)).hasMessageEndingWith("it has no predictions");
        for (String behind : List.of(" ", "\n", "{}", "x")) {
            Files.writeString(model, text + behind);
            assertThatThrownBy(() -> Model.read(model)).as("'" + behind + "'").isInstanceOf(IOException.class);
        }
        Files.writeString(model, text.substring(0, text.length() / 2));
        assertThatThrownBy(() -> Model.read(model)).hasMessageContaining("it is damaged");
    }

    @Test
    void provenanceSaysWhereAModelComesFrom() throws IOException {
        Origin origin = Model.read(model).origin();
        assertThat(origin.rows()).isEqualTo(5);
        assertThat(origin.spec().predictions()).hasSize(2);
        assertThat(origin.logSha256()).hasSize(64);
        assertThat(origin.time()).isEqualTo("2026-01-02T03:04:05Z");
        byte[] first = Files.readAllBytes(model);
        learn();
        assertThat(model).hasBinaryContent(first);
    }
}
