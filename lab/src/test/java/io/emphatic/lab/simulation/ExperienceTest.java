package io.emphatic.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.problems.TwoState;
import io.emphatic.lab.problems.miner.Miner;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperienceTest {

    @Test
    void everyTransitionIsTheStepAsItsQuestionSeesIt() {
        Mdp mdp = new Miner().mdp();
        Experience experience = new Experience(mdp, Seeds.generator(30));
        Chain chain = Chain.of(mdp, mdp.behaviour());
        Simulator alike = new Simulator(mdp, chain, Seeds.generator(30));
        int s = 0;
        double[] rhoPrev = new double[mdp.questions().size()];
        for (int step = 0; step < 5_000; step++) {
            experience.step();
            int next = experience.state();
            int a = chain.action(alike.step());
            for (int q = 0; q < rhoPrev.length; q++) {
                Question question = mdp.questions().get(q);
                Transition t = experience.transition(q);
                assertThat(t.pi()).isEqualTo(question.policy()[s][a]);
                assertThat(t.mu()).isEqualTo(mdp.behaviour()[s][a]);
                assertThat(t.rhoPrev()).isEqualTo(rhoPrev[q]);
                assertThat(t.gamma()).isEqualTo(step == 0 ? 0 : question.discount()[s]);
                assertThat(t.lambda()).isEqualTo(question.lambda()[s]);
                assertThat(t.interest()).isEqualTo(question.interest()[s]);
                assertThat(t.gammaNext()).isEqualTo(question.discount()[next]);
                assertThat(t.lambdaNext()).isEqualTo(question.lambda()[next]);
                assertThat(t.reward()).isEqualTo(mdp.states().get(next).matches("G(\\+.*)?") ? 1 : 0);
                for (int j = 0; j < 4; j++) {
                    assertThat(t.phi().get(j)).isEqualTo(mdp.features()[s][j]);
                    assertThat(t.phiNext().get(j)).isEqualTo(mdp.features()[next][j]);
                }
                rhoPrev[q] = t.rho();
            }
            s = next;
        }
    }

    @Test
    void aQuestionWithACumulantOfItsOwnIsRewardedByIt() {
        Mdp miner = new Miner().mdp();
        double[] worth = new double[miner.states().size()];
        Arrays.setAll(worth, s -> 10 + s);
        Question one = miner.questions().get(0);
        Mdp mdp = new Mdp(
                "miner",
                miner.states(),
                miner.actions(),
                miner.outcomes(),
                miner.behaviour(),
                List.of(one, new Question("own", one.policy(), one.discount(), one.lambda(), one.interest(), worth)),
                miner.featureNames(),
                miner.features(),
                miner.start());
        Experience experience = new Experience(mdp, Seeds.generator(33));
        for (int step = 0; step < 100; step++) {
            experience.step();
            assertThat(experience.transition(0).reward()).isLessThanOrEqualTo(1);
            assertThat(experience.transition(1).reward()).isEqualTo(10 + experience.state());
        }
    }

    @Test
    void aRatioTooLargeForANumberIsRefusedWithItsPlace() {
        Mdp.Outcome[][][] outcomes = {{{new Mdp.Outcome(0, 1, 0)}, {new Mdp.Outcome(0, 1, 0)}}};
        Question question = new Question(
                "bold", new double[][] {{0.5, 0.5}}, new double[] {0.9}, new double[] {0}, new double[] {1});
        Mdp mdp = new Mdp(
                "rare",
                List.of("here"),
                List.of("often", "never"),
                outcomes,
                new double[][] {{1, 1e-310}},
                List.of(question),
                List.of("bias"),
                new double[][] {{1}},
                new double[] {1});
        Features[] features = Arrivals.features(mdp.features());
        Arrivals arrivals = new Arrivals(mdp, Chain.of(mdp, mdp.behaviour()), question, features, question.lambda());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> arrivals.over(1))
                .withMessageContaining("is too large (target bold, state here, action never)");
    }

    @Test
    void anEndIsFollowedByANewStart() {
        Experience experience = new Experience(new TwoState().mdp(), Seeds.generator(31));
        for (int pass = 0; pass < 3; pass++) {
            experience.step();
            Transition t = experience.transition(0);
            assertThat(experience.state()).isEqualTo(1);
            assertThat(t.gamma()).as("nothing comes before a start").isZero();
            assertThat(t.rhoPrev()).isZero();
            assertThat(t.phi().get(0)).isEqualTo(1);
            assertThat(t.phiNext().get(0)).isEqualTo(2);
            experience.step();
            assertThat(experience.state()).isEqualTo(Mdp.END);
            assertThat(t.rhoPrev()).isEqualTo(1);
            assertThat(t.gammaNext()).isZero();
            assertThat(t.phiNext().active()).isZero();
        }
    }

    @Test
    void startsAreDrawnFromTheirDistribution() {
        TwoState problem = new TwoState();
        Mdp one = problem.mdp();
        Mdp mdp = new Mdp(
                one.name(),
                one.states(),
                one.actions(),
                one.outcomes(),
                one.behaviour(),
                one.questions(),
                one.featureNames(),
                one.features(),
                new double[] {0.3, 0.7});
        Experience experience = new Experience(mdp, Seeds.generator(32));
        int episodes = 0;
        int fromTheFirst = 0;
        while (episodes < 20_000) {
            experience.step();
            fromTheFirst += experience.state() == 1 ? 1 : 0;
            episodes += experience.state() == Mdp.END ? 1 : 0;
        }
        assertThat(fromTheFirst / (double) episodes).isCloseTo(0.3, within(4 * Math.sqrt(0.21 / episodes)));
    }
}
