package io.emphatic.logs.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.result.Trust;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import io.emphatic.logs.spec.TuningSpec.FeatureSet;
import io.emphatic.logs.tuning.TuningReport.PredictionRanking;
import io.emphatic.logs.tuning.TuningReport.RankedCandidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TuningReportTest {
    /** The best, then so many that are tied with it, behind, and blown up: these with an error as large. */
    private static PredictionRanking ranking(int tied, int behind, int blownUp, double weights, boolean solved) {
        List<RankedCandidate> all = new ArrayList<>();
        for (int k = 0; k <= tied; k++) {
            all.add(new RankedCandidate(candidate(0.9), k, 1, k == 0 ? 0 : 1.9, 1, false, OptionalLong.empty()));
        }
        for (int k = 0; k < behind; k++) {
            all.add(new RankedCandidate(candidate(0.9), 100 + k, 1, 2.1, 1, false, OptionalLong.empty()));
        }
        for (int k = 0; k < blownUp; k++) {
            all.add(new RankedCandidate(candidate(0.9), 1e86 * (1 + k), 1e86, 1e86, 1e86, true, OptionalLong.empty()));
        }
        return new PredictionRanking("p", 1000, 1000, 900, weights, 40, "streams", solved, false, null, all);
    }

    @Test
    void theVerdictSaysWhetherTheFirstPlaceMeansAnything() {
        assertThat(ranking(2, 7, 0, 100, true).verdict()).isEqualTo(Trust.TRUST);
        assertThat(ranking(2, 7, 0, 99, true).verdict()).isEqualTo(Trust.CARE);
        assertThat(ranking(2, 7, 0, 100, false).verdict()).isEqualTo(Trust.CARE);
        assertThat(ranking(3, 6, 0, 100, true).verdict()).isEqualTo(Trust.CARE);
        assertThat(ranking(6, 3, 0, 100, true).verdict()).isEqualTo(Trust.DO_NOT_TRUST);
    }

    private static Candidate candidate(double lambda) {
        Spec.Prediction prediction = new Spec.Prediction(
                "p", null, null, null, "r", "0.9", Double.toString(lambda), null, "etd", Map.of("step_size", 0.25));
        return new Candidate(prediction, new FeatureSet(null, List.of()));
    }

    @Test
    void candidatesThatDifferInLambdaAloneAndPredictTheSameAreOne() {
        List<RankedCandidate> all = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
            int score = k / 3;
            all.add(new RankedCandidate(candidate(k % 3 / 2.0), score, 1, score, 1, false, OptionalLong.empty()));
        }
        PredictionRanking ranking =
                new PredictionRanking("p", 1000, 1000, 900, 900, 40, "streams", true, false, null, all);
        assertThat(ranking.indistinguishable()).isEqualTo(1);
        PredictionRanking alone =
                new PredictionRanking("p", 1000, 1000, 900, 900, 40, "streams", true, false, null, all.subList(0, 3));
        assertThat(alone.verdict()).as("all predict the same").isEqualTo(Trust.DO_NOT_TRUST);
        assertThat(CandidateWords.answer(new PredictionRanking(
                        "p",
                        1000,
                        1000,
                        900,
                        900,
                        40,
                        "streams",
                        true,
                        false,
                        all.get(0).candidate(),
                        all.subList(0, 3))))
                .element(1)
                .asString()
                .contains(
                        "which of 3 candidates is best: all predict the same, whatever their lambda. This one is safe");
        assertThat(CandidateWords.table(ranking).subList(1, 3))
                .extracting(row -> row.get(0) + ": " + row.get(3))
                .containsExactly("1: 0, 0.5, 1", "2: 0, 0.5, 1");
        assertThat(CandidateWords.answer(new PredictionRanking(
                        "p",
                        1000,
                        1000,
                        900,
                        900,
                        1,
                        "streams",
                        true,
                        false,
                        all.get(0).candidate(),
                        all)))
                .element(1)
                .asString()
                .contains("2 candidates (lambda makes no difference to 4 more)");
    }

    @Test
    void whatHasBlownUpIsNeitherTiedNorCountedAgainstATie() {
        assertThat(ranking(2, 0, 7, 100, true).indistinguishable()).isEqualTo(2);
        assertThat(ranking(2, 0, 7, 100, true).isTied()).isTrue();
        assertThat(ranking(0, 1, 7, 100, true).verdict()).isEqualTo(Trust.TRUST);
    }
}
