package io.emphatic.evaluation.internal.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecommendationTest {
    /** With four features and two actions. */
    @ParameterizedTest
    @CsvSource({
        "IS WIS PDIS CWPDIS, 1000, CWPDIS",
        "IS PDIS, 1000, PDIS",
        "IS, 1000, IS",
        "LSTD DM, 1000, ",
        "IS CWPDIS LSTD ELSTD VDR WDR, 20, WDR",
        "IS CWPDIS LSTD ELSTD VDR WDR, 19, CWPDIS",
        "PDIS LSTD ELSTD VDR, 20, VDR",
        "IS CWPDIS LSTD ELSTD VDR WDR DM DR, 1000, WDR"
    })
    void theFirstThatAppliesAndWhoseWeightsTheLogCanTellIsRecommended(
            String there, long episodes, Estimator recommended) {
        EvaluationSettings settings = new EvaluationSettings(
                List.of(new EvaluationTarget("target", true)), 4, 2, 0.0, null, false, Declarations.NONE, null);
        Map<Estimator, Double> solved =
                Arrays.stream(there.split(" ")).collect(Collectors.toMap(Estimator::valueOf, name -> 1.0));
        LogShape shape = new LogShape();
        for (long n = 0; n < episodes; n++) {
            shape.count(1);
        }
        shape.clusters = episodes;
        assertThat(Recommendation.of(solved, settings, shape)).isEqualTo(recommended);
    }
}
