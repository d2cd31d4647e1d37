package io.emphatic.documents.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void numbersHaveFullPrecisionAndNullStandsForWhatIsNotFinite() {
        JsonObject document = new JsonObject()
                .with("pi", Math.PI)
                .with("none", Double.NaN)
                .with("list", new double[] {1, Double.POSITIVE_INFINITY});
        assertThat(Json.text(document).lines().map(String::strip))
                .containsExactly(
                        "{", "\"pi\" : 3.141592653589793,", "\"none\" : null,", "\"list\" : [ 1.0, null ]", "}");
    }

    private enum Shade {
        DARK_RED
    }

    private record Spot(Shade itsShade, double p50) {}

    @Test
    void componentsOfRecordsAreInSnakeCaseAndConstantsInLowerCase() {
        assertThat(Json.text(new Spot(Shade.DARK_RED, 2)).lines().map(String::strip))
                .containsExactly("{", "\"its_shade\" : \"dark_red\",", "\"p50\" : 2.0", "}");
    }

    @Test
    void eachElementOfAnArrayHasItsDocumentAndFieldsKeepTheirOrder() {
        JsonObject document = new JsonObject()
                .withAll("words", List.of("b", "a"), word -> new JsonObject().with("word", word))
                .with("absent", null);
        assertThat(Json.text(document).replaceAll("\\s+", ""))
                .isEqualTo("{\"words\":[{\"word\":\"b\"},{\"word\":\"a\"}],\"absent\":null}");
    }
}
