package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Algorithms;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.internal.explanation.Verdict;
import io.emphatic.lab.problems.Baird;
import io.emphatic.lab.problems.RandomWalk;
import io.emphatic.lab.problems.TwoState;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TheoryTest {
    private static final Offset<Double> EXACT = within(1e-12);

    private static Theory theory(Mdp mdp) {
        return Theory.of(mdp, mdp.questions().get(0));
    }

    @Test
    void theTwoStatesOfThePaperComeOutAsWorkedByHand() {
        Theory theory = theory(new TwoState().mdp());
        // 1 → 2 → 1 …: half the time in each; F = 1 in 1 and F = 0 + 1·F = 1 in 2
        assertThat(theory.stationary()).containsExactly(new double[] {0.5, 0.5}, EXACT);
        assertThat(theory.emphasis()).containsExactly(new double[] {0.5, 0.5}, EXACT);
        assertThat(theory.value()).containsExactly(0, 0);
        // td: ½·1·(1 − 2) + ½·2·(2 − 0) = 1.5; interest-td: ½·1·(1 − 2) = −0.5; etd is on-policy TD here
        assertThat(theory.solution(Algorithms.named("td")).a()[0][0]).isCloseTo(1.5, EXACT);
        assertThat(theory.solution(Algorithms.named("interest-td")).a()[0][0]).isCloseTo(-0.5, EXACT);
        assertThat(theory.solution(Algorithms.named("etd")).a()[0][0]).isCloseTo(1.5, EXACT);
        assertThat(theory.solution(Algorithms.named("etd")).minRealEigenvalue()).isEqualTo(1.5);
        assertThat(theory.solution(Algorithms.named("etd")).largestStepSize()).isCloseTo(2 / 1.5, EXACT);
        assertThat(theory.solution(Algorithms.named("etd")).converges()).isTrue();
        assertThat(theory.solution(Algorithms.named("interest-td")).converges()).isFalse();
        assertThat(theory.solution(Algorithms.named("interest-td")).largestStepSize())
                .isNaN();
        assertThat(Verdict.of(theory, theory.solution(Algorithms.named("interest-td"))))
                .isEqualTo("interest-td diverges: A has an eigenvalue with real part −0.5");
        // β = ½: f(2) = ½·½, so A = ½·(−1) + ¼·4
        assertThat(theory.solution(Algorithms.named("etd-beta"), Map.of("beta", 0.5))
                        .a()[0][0])
                .isCloseTo(0.5, EXACT);
        assertThat(theory.followOn().spectralRadius()).isZero();
        assertThat(theory.followOn().finiteVariance()).isTrue();
    }

    @Test
    void bairdsStarIsUnstableForTdAndStableForEtd() {
        Theory theory = theory(new Baird().mdp());
        Solution td = theory.solution(Algorithms.named("td"));
        Solution etd = theory.solution(Algorithms.named("etd"));
        assertThat(td.converges()).isFalse();
        assertThat(td.minRealEigenvalue()).isNegative();
        assertThat(etd.converges()).isTrue();
        assertThat(etd.minSymmetricEigenvalue()).isPositive();
        assertThat(td.rank()).isEqualTo(7);
        assertThat(etd.rank()).isEqualTo(7);
        assertThat(etd.fixedPoint()).containsOnly(0);
        assertThat(theory.solution(Algorithms.named("gtd")).converges()).isTrue();
        // every step of the target: ρ² = 49 with probability 1/7, γ² = 0.9801
        assertThat(theory.followOn().spectralRadius()).isCloseTo(7 * 0.9801, EXACT);
        assertThat(theory.followOn().finiteVariance()).isFalse();
        assertThat(theory.followOn().largestScale()).isCloseTo(1 / Math.sqrt(7 * 0.9801), EXACT);
        assertThat(theory.followOn().largestBeta()).isCloseTo(1 / Math.sqrt(7), EXACT);
        // d = 1/7 everywhere; f(7) = 1/7 + 0.99·(Σ f), f = 1/7 elsewhere: f(7) = (1/7 + 0.99·6/7)/(1 − 0.99)
        assertThat(theory.emphasis()[6]).isCloseTo((1 + 0.99 * 6) / 7 / 0.01, within(1e-9));
    }

    @Test
    void theRandomWalkHasTheValuesOfTheBook() {
        Theory theory = theory(new RandomWalk().mdp());
        for (int s = 1; s <= 19; s++) {
            assertThat(theory.value()[s - 1]).isCloseTo(s / 10.0 - 1, EXACT);
            // the number of visits from the middle falls linearly to both sides: min(s, 20 − s) of 100
            assertThat(theory.stationary()[s - 1]).isCloseTo(Math.min(s, 20 - s) / 100.0, EXACT);
        }
        for (Algorithm algorithm : Theory.algorithms()) {
            Solution solution = theory.solution(algorithm);
            assertThat(solution.converges()).as(algorithm.name()).isTrue();
            assertThat(solution.rmse()).as(algorithm.name()).isLessThan(1e-12);
        }
        assertThat(theory.valueAtStart()).isCloseTo(0, EXACT);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyNumberEqualsItsTextbookFormula(long seed) {
        Mdp mdp = RandomMdps.small(seed);
        Question question = mdp.questions().get(0);
        Theory theory = theory(mdp);
        Textbook book = new Textbook(mdp, question);
        assertThat(theory.stationary()).containsExactly(book.stationary, within(1e-12));
        assertThat(theory.value()).containsExactly(book.value, within(1e-9));
        assertThat(theory.emphasis()).containsExactly(book.emphasis, within(1e-9));
        for (Algorithm algorithm : Theory.algorithms()) {
            if (algorithm.fixedPoint() == FixedPoint.UNKNOWN || algorithm.fixedPoint() == FixedPoint.OWN) {
                continue; // EnumerationTest, LongRunTest and EmphaticFamilyTest know these
            }
            Solution solution = theory.solution(algorithm);
            double[] weighting =
                    switch (algorithm.fixedPoint()) {
                        case VISITS -> book.stationary;
                        case INTEREST -> book.cared;
                        case EMPHASIS -> book.emphasis;
                        default -> book.emphasis(solution.beta());
                    };
            for (int i = 0; i < solution.a().length; i++) {
                assertThat(solution.a()[i]).containsExactly(book.a(weighting)[i], within(1e-9));
            }
            assertThat(solution.b()).containsExactly(book.b(weighting), within(1e-9));
        }
    }
}
