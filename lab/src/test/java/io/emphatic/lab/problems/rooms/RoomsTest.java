package io.emphatic.lab.problems.rooms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.theory.Theory;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoomsTest {
    private static final int UP = 0;
    private static final int DOWN = 1;
    private static final int LEFT = 2;
    private static final int RIGHT = 3;

    private final Mdp mdp = new Rooms(false).mdp();

    private int state(int x, int y) {
        return mdp.states().indexOf("(" + x + "," + y + ")");
    }

    private int after(int x, int y, int action) {
        return mdp.outcomes()[state(x, y)][action][0].to();
    }

    private Question question(String name) {
        return mdp.questions().stream()
                .filter(question -> question.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theMapHas104CellsFourHallwaysAndWallsThatStayPut() {
        assertThat(mdp.states()).hasSize(25 + 25 + 20 + 30 + 4);
        assertThat(after(0, 0, LEFT)).isEqualTo(state(0, 0));
        assertThat(after(4, 1, RIGHT)).isEqualTo(state(5, 1));
        assertThat(after(5, 1, RIGHT)).isEqualTo(state(6, 1));
        assertThat(after(5, 1, UP)).isEqualTo(state(5, 1));
        assertThat(after(4, 0, RIGHT)).isEqualTo(state(4, 0));
        assertThat(after(1, 4, UP)).isEqualTo(state(1, 5));
        assertThat(after(0, 4, UP)).isEqualTo(state(0, 4));
        assertThat(after(4, 8, RIGHT)).isEqualTo(state(5, 8));
        assertThat(after(8, 5, DOWN)).isEqualTo(state(8, 4));
        assertThat(after(8, 4, DOWN)).isEqualTo(state(8, 3));
        assertThat(after(7, 3, UP)).isEqualTo(state(7, 3));
        assertThat(mdp.start()[state(0, 0)]).isEqualTo(1);
    }

    @Test
    void eightPoliciesGoAShortestWayWithTiesSplitEvenly() {
        assertThat(mdp.questions()).hasSize(8);
        Question toTheRight = question("bottom-left to (5,1)");
        assertThat(toTheRight.policy()[state(0, 0)]).containsExactly(0.5, 0, 0, 0.5);
        assertThat(toTheRight.policy()[state(4, 1)]).containsExactly(0, 0, 0, 1);
        assertThat(toTheRight.policy()[state(4, 3)]).containsExactly(0, 1, 0, 0);
        // The other hallway belongs to it; the only shortest way leads into the room.
        assertThat(toTheRight.policy()[state(1, 5)]).containsExactly(0, 1, 0, 0);
        assertThat(toTheRight.policy()[state(1, 6)]).containsExactly(0.25, 0.25, 0.25, 0.25);
    }

    @Test
    void valuesAreDiscountedDistancesAndOnlyTheOwnStatesMatter() {
        for (Question question : mdp.questions()) {
            double own = Arrays.stream(question.interest()).sum();
            assertThat(own).as(question.name()).isIn(26.0, 21.0, 31.0);
            for (int s = 0; s < mdp.states().size(); s++) {
                assertThat(question.discount()[s]).isEqualTo(question.interest()[s] == 1 ? 0.9 : 0);
                assertThat(new Rooms(false).learnsFrom(question, s)).isEqualTo(question.interest()[s] == 1);
            }
        }
        double[] value = Theory.of(mdp, question("bottom-left to (5,1)")).value();
        assertThat(value[state(4, 1)]).isCloseTo(1, within(1e-12));
        assertThat(value[state(0, 0)]).isCloseTo(Math.pow(0.9, 5), within(1e-12));
        assertThat(value[state(1, 5)]).isCloseTo(Math.pow(0.9, 7), within(1e-12));
    }

    @Test
    void fourOf64TilesAreOnAndNeighboursCanBeToldApart() {
        assertThat(mdp.featureNames()).hasSize(64);
        for (double[] phi : mdp.features()) {
            assertThat(Arrays.stream(phi).sum()).isEqualTo(4);
        }
        long different = IntStream.range(0, 10)
                .filter(x -> state(x, 0) >= 0 && state(x + 1, 0) >= 0)
                .filter(x -> !Arrays.equals(mdp.features()[state(x, 0)], mdp.features()[state(x + 1, 0)]))
                .count();
        assertThat(different).isEqualTo(8);
    }

    @Test
    void withHighVarianceOneCellOfEachRoomNearlyAlwaysDoesTheSame() {
        double[][] behaviour = new Rooms(true).mdp().behaviour();
        assertThat(behaviour[state(1, 1)]).containsExactly(0.01, 0.01, 0.97, 0.01);
        assertThat(behaviour[state(1, 8)]).containsExactly(0.01, 0.01, 0.97, 0.01);
        assertThat(behaviour[state(8, 1)]).containsExactly(0.01, 0.01, 0.01, 0.97);
        assertThat(behaviour[state(8, 8)]).containsExactly(0.01, 0.01, 0.01, 0.97);
        assertThat(Arrays.stream(behaviour).filter(mu -> mu[0] != 0.25)).hasSize(4);
    }
}
