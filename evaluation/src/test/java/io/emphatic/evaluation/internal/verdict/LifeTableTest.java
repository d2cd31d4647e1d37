package io.emphatic.evaluation.internal.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.GateQuestion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifeTableTest {
    private static final double[] NOTHING = new double[4];

    /** Two clusters of two lives each, the first of which may have no start. */
    private static LifeTable two(double startsOfFirst, double product) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(4);
        for (int j = 0; j < 4; j++) {
            double[] life = {1, product, product, product, product, j % 2 == 0 ? startsOfFirst : 1, j % 2};
            out.writeInt(life.length);
            for (double number : life) {
                out.writeDouble(number);
            }
        }
        EvaluationSettings settings = new EvaluationSettings(
                        List.of(new EvaluationTarget("new", false)), 0, 0, 0.0, null, false, Declarations.NONE, null)
                .with(new GateQuestion("new", GateQuestion.BEHAVIOUR, 0, 0.95));
        LifeTable lives = LifeTable.of(settings);
        lives.exchange(SumExchange.adding(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), 0));
        return lives;
    }

    /** G/(G − 1) Σ (Σ ψ)², and what is logged next divides ψ² of a life, but no product of two lives. */
    @Test
    void productsOfTwoLivesDoNotHangOnWhatIsLogged() throws IOException {
        LogShape.Clusters clusters = new LogShape.Clusters(2, 4, 4, 8);
        double[] terms = {1, 2, -1, -3};
        assertThat(two(1, 4).error(terms, NOTHING, 0, clusters)).isCloseTo(Math.sqrt(2 * (9 + 16)) / 4, within(1e-12));
        double own = 1 + 4 + 1 + 9;
        assertThat(two(1, 4).error(terms, NOTHING, 2, clusters))
                .isCloseTo(Math.sqrt(2 * (own / 4 + 9 + 16 - own)) / 4, within(1e-12));
    }

    @Test
    void aLifeWithoutAStartBeginsAClusterToo() throws IOException {
        LogShape.Clusters clusters = new LogShape.Clusters(2, 2, 2, 2);
        assertThat(two(0, 1).error(new double[] {0, 2, 0, -2}, NOTHING, 0, clusters))
                .isCloseTo(Math.sqrt(2 * (4 + 4)) / 2, within(1e-12));
    }
}
