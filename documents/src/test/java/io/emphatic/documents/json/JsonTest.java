package io.emphatic.documents.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void numbersHaveFullPrecisionAndNullStandsForWhatIsNotFinite() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("pi", Math.PI);
        document.put("none", Double.NaN);
        document.put("list", new double[] {1, Double.POSITIVE_INFINITY});
        assertThat(Json.text(document).lines().map(String::strip))
                .containsExactly(
                        "{", "\"pi\" : 3.141592653589793,", "\"none\" : null,", "\"list\" : [ 1.0, null ]", "}");
    }
}
