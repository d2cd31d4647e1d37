package io.emphatic.logs.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Standardised, hashed and crossed features, and patterns of columns. */
class FeatureBlocksTest {
    @TempDir
    private Path directory;

    private Path log;

    @BeforeEach
    void writeLog() throws IOException {
        log = Files.writeString(
                directory.resolve("log.csv"),
                "f1,f2,g,site,shift,item,reward\n1,100,5,a,day,x17,1\n2,200,5,b,night,ünï,1\n3,600,5,a,night,x17,1\n");
    }

    private Spec spec(String features) throws IOException {
        String yaml = "features: " + features
                + "\ndiscount: 0.5\npredictions: {v: {algorithm: {name: td, step_size: 0.1}}}\n";
        return SpecReader.read(Files.writeString(directory.resolve("spec.yaml"), yaml))
                .spec();
    }

    /** φ of every row. */
    private List<double[]> rows(String features) throws IOException {
        List<double[]> rows = new ArrayList<>();
        try (Log source = Log.open(log.toString())) {
            Plan plan = Plan.of(source, spec(features));
            double[][] numbers = new double[plan.slots().size()][1];
            try (Rows read = new Rows(source, plan.slots().select(List.of(), Log.VIEW), numbers.length, List.of())) {
                while (read.next()) {
                    read.numbers(numbers, 0, 1);
                    Features phi = plan.features().read(numbers, 0);
                    double[] dense = new double[phi.size()];
                    phi.addTo(dense, 1);
                    rows.add(dense);
                }
            }
        }
        return rows;
    }

    private List<String> names(String features) throws IOException {
        try (Log source = Log.open(log.toString())) {
            return Plan.of(source, spec(features)).featureMap().names();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{scale: [f1, f2, g]}",
                "{expressions: [f1, f2, g], scale: true}",
                "[{scale: true}, f1, 'f2, g']",
                "{scale: 'f1, f2, g'}"
            })
    void scaledFeaturesHaveMeanZeroAndDeviationOne(String features) throws IOException {
        assertThat(names(features)).containsExactly("f1", "f2", "g");
        List<double[]> rows = rows(features);
        // f1 has mean 2 and variance 2/3; f2 has mean 300 and variance (200² + 100² + 300²)/3.
        double deviation = Math.sqrt(140_000 / 3.0);
        assertThat(rows.get(0)).containsExactly(new double[] {-Math.sqrt(1.5), -200 / deviation, 0}, within(1e-15));
        assertThat(rows.get(1)).containsExactly(new double[] {0, -100 / deviation, 0}, within(1e-15));
        assertThat(rows.get(2)).containsExactly(new double[] {Math.sqrt(1.5), 300 / deviation, 0}, within(1e-15));
    }

    @Test
    void scaledFeaturesMayStandBesideOthers() throws IOException {
        List<double[]> rows = rows("{bias: true, expressions: g, scale: f1, onehot: site}");
        assertThat(rows.get(2)).containsExactly(new double[] {1, 5, Math.sqrt(1.5), 1, 0}, within(1e-15));
    }

    /** By the last eight bytes of MD5, lowest first: the numbers are Python's. */
    @ParameterizedTest
    @CsvSource({"abc, 1000, 838", "abc, 7, 4", "'', 16, 9", "ünï, 1024, 865"})
    void hashesAreThoseThatAreWrittenDown(String text, int size, int feature) {
        assertThat(new FeatureBlock.Hashed("item", size).feature(text)).isEqualTo(feature);
    }

    @Test
    void aHashedValueActivatesOneFeatureWithDuckDbAndWithout() throws IOException {
        List<double[]> rows = rows("{hash: {column: item, size: 1024}}");
        for (int row = 0; row < 3; row++) {
            double[] expected = new double[1024];
            expected[new FeatureBlock.Hashed("item", 1024).feature(row == 1 ? "ünï" : "x17")] = 1;
            assertThat(rows.get(row)).isEqualTo(expected);
        }
        assertThat(names("{hash: [{column: item, size: 2}, {column: f1, size: 1}]}"))
                .containsExactly("item#0", "item#1", "f1#0");
        assertThatThrownBy(() -> spec("{hash: {column: item, size: 0}}"))
                .hasMessageContaining("features: hash: size is not one of {1, …, 16777216}: 0");
        assertThatThrownBy(() -> spec("{hash: {column: item}}")).hasMessageContaining("size");
    }

    @Test
    void aCrossHasAFeatureForEachCombination() throws IOException {
        assertThat(names("{cross: [site, shift]}"))
                .containsExactly(
                        "site=a × shift=day", "site=a × shift=night", "site=b × shift=day", "site=b × shift=night");
        List<double[]> rows = rows("{cross: [site, shift]}");
        assertThat(rows.get(0)).containsExactly(1, 0, 0, 0);
        assertThat(rows.get(1)).containsExactly(0, 0, 0, 1);
        assertThat(rows.get(2)).containsExactly(0, 1, 0, 0);
        assertThat(names("{cross: [[site, shift], [site, item]]}")).hasSize(8);
        assertThatThrownBy(() -> spec("{cross: [site]}")).hasMessageContaining("it takes two columns or more: [site]");
    }

    @Test
    void aPatternMeansTheColumnsThatItMatches() throws IOException {
        assertThat(names("f*")).containsExactly("f1", "f2");
        assertThat(names("'*2, g'")).containsExactly("f2", "g");
        assertThat(names("{onehot: s*}")).containsExactly("site=a", "site=b", "shift=day", "shift=night");
        assertThat(names("f1*f2")).containsExactly("f1*f2"); // a product
        assertThatThrownBy(() -> names("h*")).hasMessageContaining("features: no column of the log matches h*");
    }

    @Test
    void featuresOfVeryDifferentSizeThatShareAStepSizeAreWarnedOf() throws IOException {
        try (Log source = Log.open(log.toString())) {
            List<Finding> findings = Doctor.check(source, spec("[f1, f2]")).findings();
            assertThat(findings).extracting(Finding::check).containsExactly("feature-size");
            assertThat(findings.get(0).message()).isEqualTo("features differ in size: f2 is up to 600, and f1 up to 3");
            assertThat(Doctor.check(source, spec("{scale: [f1, f2]}")).findings())
                    .isEmpty();
            assertThat(Doctor.check(source, spec("{bias: true, expressions: f2}"))
                            .findings())
                    .extracting(Finding::message)
                    .containsExactly("features differ in size: f2 is up to 600, and a bias or a category up to 1");
        }
    }
}
