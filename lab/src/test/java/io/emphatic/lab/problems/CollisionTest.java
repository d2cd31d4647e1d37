package io.emphatic.lab.problems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.lab.Seeds;
import io.emphatic.lab.theory.Theory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollisionTest {
    private final Collision collision = new Collision();
    private final Theory theory = Theory.of(collision.mdp()).get(0);

    @Test
    void theValuesArePowersOfTheDiscount() {
        for (int s = 0; s < 8; s++) {
            assertThat(theory.value()[s]).isCloseTo(Math.pow(0.9, 7 - s), within(1e-12));
        }
    }

    /**
     * From a start in state k every state up to 5 is visited, 6 with ½, 7 with ¼, 8 with ⅛: 1, 2, 3, 4, 4, 2, 1, ½
     * visits of 17½.
     */
    @Test
    void visitsAreThoseOfTheRestartingChainWorkedOutByHand() {
        double[] visits = {1, 2, 3, 4, 4, 2, 1, 0.5};
        for (int s = 0; s < 8; s++) {
            assertThat(theory.stationary()[s]).isCloseTo(visits[s] / 17.5, within(1e-12));
        }
    }

    @Test
    void featuresAreThreeOfSixAnewInEachRunEachChoiceEquallyLikely() {
        Map<String, Integer> choices = new HashMap<>();
        int runs = 1_000;
        for (int run = 0; run < runs; run++) {
            for (double[] phi : collision.features(Seeds.generator(1, run))) {
                assertThat(Arrays.stream(phi).filter(x -> x == 1)).hasSize(3);
                assertThat(Arrays.stream(phi).sum()).isEqualTo(3);
                choices.merge(Arrays.toString(phi), 1, Integer::sum);
            }
        }
        assertThat(choices).hasSize(20);
        // 8,000 draws of 20 choices: 400 each, with a standard deviation of 19.5
        assertThat(choices.values()).allSatisfy(count -> assertThat(count).isBetween(400 - 98, 400 + 98));
    }
}
