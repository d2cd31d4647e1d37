package io.emphatic.logs.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpecTest {
    @Test
    void aCategoryWithoutValuesIsNamedWithHowToDeclareThem() {
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, null, "0.9", null, null, null, Map.of());
        Spec spec = new Spec("s", "t", null, null, null, List.of(new FeatureBlock.OneHot("site")), List.of(prediction));
        assertThatThrownBy(() -> spec.requireDeclaredFeatures(Path.of("m.jsonl")))
                .hasMessage("features: the values of site in this log may differ from those in m.jsonl, which does not"
                        + " say them\nWrite onehot: [{column: site, values: [first, second]}].");
    }

    @Test
    void aSpecWithOtherPredictionsKeepsHowStepsLieInRows() {
        List<FeatureBlock> features = List.of(new FeatureBlock.Bias());
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, null, "0.9", null, null, null, Map.of());
        RowShape shape = new RowShape(true, 2, null, Map.of(), Map.of(), ValueRanges.LEARNED);
        Spec spec = new Spec("s", "t", null, null, null, features, List.of(prediction), shape, false, null);
        Spec other = spec.with(features, List.of(prediction.named("q")));
        assertThat(other.shape()).isEqualTo(shape);
        assertThat(other.predictions().get(0).name()).isEqualTo("q");
    }
}
