package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;

/**
 * Loosely consistent emphatic TD(λ): the follow-on is an average whose rate goes to 0 with the number k of steps, so
 * that its variance does, too. He, Che, Wan &amp; Mahmood (2023), "Loosely consistent emphatic temporal-difference
 * learning"; {@code docs/ALGORITHMS.md} §8.
 *
 * <pre>
 *   b = β where γₜ &gt; 0, else 0
 *   kind 1:  c = (1 − b) k^−b   p = λₜ (1 − b)^b k^−b   q = λₜ (1 − b) k^−b
 *   kind 2:  c = k^−b           p = q = λₜ c
 *   kind 3:  c = (1 − b)/k, but 1 where γₜ = 0           p = q = λₜ c
 *   Fₜ = (1 − c) ρₜ₋₁ Fₜ₋₁ + c iₜ   Mₜ = (1 − p) Fₜ + q iₜ
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)     θ ← θ + α δₜ eₜ
 * </pre>
 *
 * k counts the steps of the learner from 1, over episodes and streams, and never restarts.
 *
 * @param beta β
 * @param kind which of the three
 */
public record LcEtd(StepSize stepSize, Limits limits, double beta, int kind) implements OneTrace {
    private static final Parameter BETA =
            Parameter.of("beta", 0.5, Range.UNIT_BELOW_ONE, "β, how fast the rate of the follow-on falls");
    private static final Parameter KIND =
            Parameter.of("kind", 1, Range.whole(1, 3), "which rate: (1 − β) k^−β, k^−β or (1 − β)/k");

    static final Algorithm ALGORITHM = Algorithm.named("lc-etd", Family.ONE_TRACE)
            .summary("loosely consistent emphatic TD(λ): the follow-on is averaged, ever more slowly")
            .source("He, Che, Wan & Mahmood (2023)")
            .equations("""
                    b = β where γₜ > 0, else 0; k = 1, 2, … counts the steps of the learner
                    kind 1:  c = (1 − b) k^−b   p = λₜ (1 − b)^b k^−b   q = λₜ (1 − b) k^−b
                    kind 2:  c = k^−b           p = q = λₜ c
                    kind 3:  c = (1 − b)/k, but 1 where γₜ = 0      p = q = λₜ c
                    Fₜ = (1 − c) ρₜ₋₁ Fₜ₋₁ + c iₜ
                    Mₜ = (1 − p) Fₜ + q iₜ
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)
                    θ ← θ + α δₜ eₜ
                    """)
            .fixedPoint(FixedPoint.OWN)
            .parameters(OneTrace.PARAMETERS, BETA, KIND)
            .configuredBy(s -> new LcEtd(StepSize.from(s), Limits.from(s), s.get("beta"), (int) s.get("kind")));

    public LcEtd {
        BETA.check(beta);
        KIND.check(kind);
    }

    @Override
    public TraceRule rule() {
        return new Rule(this);
    }

    /** c at step k of a state with this γ. */
    public double rate(double gamma, double k) {
        double b = gamma > 0 ? beta : 0;
        return switch (kind) {
            case 1 -> (1 - b) * Math.pow(k, -b);
            case 2 -> Math.pow(k, -b);
            default -> gamma > 0 ? (1 - b) / k : 1;
        };
    }

    /** p at step k of a state with these γ and λ. */
    public double lambdaRate(double gamma, double lambda, double k) {
        double b = gamma > 0 ? beta : 0;
        return lambda * (kind == 1 ? Math.pow(1 - b, b) * Math.pow(k, -b) : rate(gamma, k));
    }

    /** Memory: Fₜ₋₁ and how many steps came before. */
    private record Rule(LcEtd config) implements TraceRule {
        @Override
        public int memorySize() {
            return 2;
        }

        @Override
        public boolean countsSteps() {
            return true;
        }

        @Override
        public void coefficients(Transition t, double[] memory, Coefficients out) {
            double k = memory[1] + 1;
            double c = config.rate(t.gamma(), k);
            double p = config.lambdaRate(t.gamma(), t.lambda(), k);
            // Fₜ = (1 − c) ρₜ₋₁ Fₜ₋₁ + c iₜ
            double followOn = (1 - c) * t.rhoPrev() * memory[0] + c * t.interest();
            // Mₜ = (1 − p) Fₜ + q iₜ, q = λₜ c
            double emphasis = (1 - p) * followOn + t.lambda() * c * t.interest();
            out.set(t.rho() * t.gamma() * t.lambda(), t.rho() * emphasis, 1);
            out.setEmphasis(followOn, emphasis);
        }

        @Override
        public void remember(Transition t, double[] memory, Coefficients taken) {
            memory[0] = taken.followOn();
            memory[1]++;
        }
    }
}
