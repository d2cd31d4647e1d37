package io.emphatic.lab.problems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithms;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.theory.Theory;
import org.junit.jupiter.api.Test;

class BoyanTest {
    @Test
    void valuesFallByTwoAStateAndFourWeightsRepresentThem() {
        Mdp mdp = new Boyan().mdp();
        Theory theory = Theory.of(mdp).get(0);
        double[] weights = {-24, -16, -8, 0};
        for (int row = 0; row < 13; row++) {
            double represented = 0;
            for (int j = 0; j < 4; j++) {
                represented += weights[j] * mdp.features()[row][j];
            }
            assertThat(theory.value()[row]).isCloseTo(-2 * (12 - row), within(1e-9));
            assertThat(represented).isCloseTo(-2 * (12 - row), within(1e-12));
        }
        assertThat(mdp.features()[1]).containsExactly(0.75, 0.25, 0, 0);
        assertThat(theory.solution(Algorithms.named("td")).fixedPoint()).containsExactly(weights, within(1e-8));
    }
}
