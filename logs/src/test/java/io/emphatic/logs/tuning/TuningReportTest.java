package io.emphatic.logs.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.result.Trust;
import io.emphatic.logs.tuning.TuningReport.PredictionRanking;
import io.emphatic.logs.tuning.TuningReport.RankedCandidate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TuningReportTest {
    /** The best, then so many that are tied with it, behind, and blown up: these with an error as large. */
    private static PredictionRanking ranking(int tied, int behind, int blownUp, double weights, boolean solved) {
        List<RankedCandidate> all = new ArrayList<>();
        for (int k = 0; k <= tied; k++) {
            all.add(new RankedCandidate(null, k, 1, k == 0 ? 0 : 1.9, 1, false, OptionalLong.empty()));
        }
        for (int k = 0; k < behind; k++) {
            all.add(new RankedCandidate(null, 100 + k, 1, 2.1, 1, false, OptionalLong.empty()));
        }
        for (int k = 0; k < blownUp; k++) {
            all.add(new RankedCandidate(null, 1e86, 1e86, 1e86, 1e86, true, OptionalLong.empty()));
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

    @Test
    void whatHasBlownUpIsNeitherTiedNorCountedAgainstATie() {
        assertThat(ranking(2, 0, 7, 100, true).indistinguishable()).isEqualTo(2);
        assertThat(ranking(2, 0, 7, 100, true).isTied()).isTrue();
        assertThat(ranking(0, 1, 7, 100, true).verdict()).isEqualTo(Trust.TRUST);
    }
}
