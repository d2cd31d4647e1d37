package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;

/**
 * Periodically restarted emphatic TD(λ): follow-on and trace begin anew every b + 1 steps, and the weights move once,
 * with the last of them. The follow-on looks back b steps at most, so that its variance is bounded. Guan, Xu &amp;
 * Liang (2022), "PER-ETD: A Polynomially Efficient Emphatic Temporal Difference Learning Method".
 *
 * <pre>
 *   k = 0, 1, …, b, 0, 1, …                  a clock
 *   Fₜ = iₜ                                  where k = 0
 *   Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁                    elsewhere
 *   Mₜ = λₜ iₜ + (1 − λₜ) Fₜ   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ), without eₜ₋₁ where k = 0
 *   θ ← θ + α δₜ eₜ                          where k = b
 * </pre>
 *
 * <p>The clock is memory that no factor γₜ carries: it runs on over the ends of episodes. Were it set to 0 at a start,
 * only states at a distance of b, 2b + 1, … steps from a start would ever be updated, and the weights would end
 * elsewhere. Streams that take turns have a clock each; a model does not keep those of streams that have ended.
 *
 * @param period b; 0 gives TD(0) weighted by the interest
 */
public record PerEtd(StepSize stepSize, Limits limits, int period) implements OneTrace {
    private static final Parameter PERIOD =
            Parameter.of("period", 4, Range.whole(0, 1_000_000), "b, how many steps the follow-on looks back at most");

    static final Algorithm ALGORITHM = Algorithm.named("per-etd", Family.ONE_TRACE)
            .summary("emphatic TD(λ) whose follow-on starts anew every b + 1 steps, with one update each")
            .source("Guan, Xu & Liang (2022)")
            .equations("""
                    k = 0, 1, …, b, 0, 1, …      b = period
                    Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁, but Fₜ = iₜ where k = 0
                    Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ), without eₜ₋₁ where k = 0
                    θ ← θ + α δₜ eₜ where k = b
                    """)
            .fixedPoint(FixedPoint.OWN)
            .parameters(OneTrace.PARAMETERS, PERIOD)
            .configuredBy(s -> new PerEtd(StepSize.from(s), Limits.from(s), (int) s.get("period")));

    public PerEtd {
        PERIOD.check(period);
    }

    @Override
    public TraceRule rule() {
        return new Rule(period);
    }

    /** Memory: Fₜ₋₁ and the clock k of this step. */
    record Rule(int period) implements TraceRule {
        @Override
        public int memorySize() {
            return 2;
        }

        @Override
        public void coefficients(Transition t, double[] memory, Coefficients out) {
            boolean begins = memory[1] == 0;
            // Fₜ = iₜ where k = 0, else iₜ + γₜ ρₜ₋₁ Fₜ₋₁
            double followOn = t.interest() + (begins ? 0 : t.gamma() * t.rhoPrev() * memory[0]);
            out.emphasise(t, followOn);
            // no eₜ₋₁ where k = 0; an update where k = b
            out.set(begins ? 0 : out.a(), out.b(), memory[1] == period ? 1 : 0);
        }

        @Override
        public void remember(Transition t, double[] memory, Coefficients taken) {
            memory[0] = taken.followOn();
            memory[1] = memory[1] == period ? 0 : memory[1] + 1;
        }
    }
}
