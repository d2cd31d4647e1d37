package io.emphatic.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    /** Two states that follow each other, each with its own γ, λ and i. */
    private static final Question QUESTION = new Question(
            "target", new double[][] {{1}, {1}}, new double[] {0.9, 0.8}, new double[] {0.3, 0.4}, new double[] {1, 2});

    private static final Mdp MDP = new Mdp(
            "ring",
            List.of("s", "t"),
            List.of("go"),
            new Mdp.Outcome[][][] {{{new Mdp.Outcome(1, 1, 5)}}, {{new Mdp.Outcome(0, 1, 6)}}},
            new double[][] {{1}, {1}},
            List.of(QUESTION),
            List.of("f", "g"),
            new double[][] {{1, 0}, {0, 2}},
            new double[] {0, 1});

    @Test
    void aStartHasLambdaInterestAndFeaturesOfItsStateAndNoDiscount() {
        Chain chain = Chain.of(MDP, MDP.behaviour());
        Arrivals arrivals =
                new Arrivals(MDP, chain, QUESTION, Arrivals.features(MDP.features()), new double[] {0.5, 0.6});
        Transition t = new Transition();
        t.start(arrivals.start(1));
        t.follow(arrivals.over(chain.next(1, 0)));
        assertThat(t.gamma()).isZero();
        assertThat(t.lambda()).as("the one given, not that of the question").isEqualTo(0.6);
        assertThat(t.interest()).isEqualTo(2);
        assertThat(t.phi().get(1)).isEqualTo(2);
        assertThat(t.reward()).isEqualTo(6);
        assertThat(t.gammaNext()).isEqualTo(0.9);
        assertThat(t.lambdaNext()).isEqualTo(0.5);
        assertThat(t.phiNext().get(0)).isEqualTo(1);
    }

    @Test
    void featuresAreBinaryWhereTheyCanBeAndSparseWhereHalfOrMoreAreZero() {
        Features[] features = Arrivals.features(new double[][] {{1, 0, 1, 1}, {0, 2, 0, 1}, {1, 2, 0, 1}});
        assertThat(features[0].active()).isEqualTo(3);
        assertThat(features[1].active()).isEqualTo(2);
        assertThat(features[2].active()).as("dense").isEqualTo(4);
        assertThat(features[1].get(1)).isEqualTo(2);
        assertThat(features[1].get(3)).isEqualTo(1);
    }
}
