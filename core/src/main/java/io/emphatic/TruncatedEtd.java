package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;

/**
 * Truncated emphatic TD(λ): the follow-on looks back n steps and no further, which bounds its variance. Zhang &amp;
 * Whiteson (2022), "Truncated Emphatic Temporal Difference Methods for Prediction and Control".
 *
 * <pre>
 *   Fₜ = iₜ + γₜρₜ₋₁( iₜ₋₁ + γₜ₋₁ρₜ₋₂( … + iₜ₋ₙ ))
 *   Mₜ = λₜ iₜ + (1 − λₜ) Fₜ   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)   θ ← θ + α δₜ eₜ
 * </pre>
 *
 * n = 0 gives Fₜ = iₜ, n = ∞ gives ETD(λ). Deviation from the paper: state-dependent γ, λ and interest.
 *
 * @param horizon n
 */
public record TruncatedEtd(StepSize stepSize, Limits limits, int horizon) implements OneTrace {
    private static final Parameter HORIZON =
            Parameter.of("horizon", 4, Range.whole(0, 1_000_000), "n, how many steps the follow-on looks back");

    static final Algorithm ALGORITHM = Algorithm.named("truncated-etd", Family.ONE_TRACE)
            .summary("emphatic TD(λ) whose follow-on looks back n steps: bounded variance")
            .source("Zhang & Whiteson (2022)")
            .cost("O(n + horizon)")
            .equations("""
                    Fₜ = iₜ + γₜρₜ₋₁( iₜ₋₁ + γₜ₋₁ρₜ₋₂( … + iₜ₋ₙ ))      n = horizon
                    Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)
                    θ ← θ + α δₜ eₜ
                    """)
            .fixedPoint(FixedPoint.OWN)
            .parameters(OneTrace.PARAMETERS, HORIZON)
            .configuredBy(s -> new TruncatedEtd(StepSize.from(s), Limits.from(s), (int) s.get("horizon")));

    public TruncatedEtd {
        HORIZON.check(horizon);
    }

    @Override
    public TraceRule rule() {
        return new Rule(horizon + 1);
    }

    /**
     * Memory: two rings of length = n + 1 entries, iₖ and the factor γₖρₖ₋₁ that leads from k−1 to k, and the index of
     * the newest entry. The factor is 0 at a start, so no entry before a start counts.
     */
    record Rule(int length) implements TraceRule {
        @Override
        public int memorySize() {
            return 2 * length + 1;
        }

        @Override
        public void coefficients(Transition t, double[] memory, Coefficients out) {
            // From the innermost bracket outwards: F ← iₖ + γₖρₖ₋₁ F for k = t−n, …, t, the innermost without anything
            // before it. The ring holds t−n−1, …, t−1; its newest entry is at memory[2 · length].
            double followOn = 0;
            int k = ((int) memory[2 * length] + 1) % length; // of step t−n−1, which no longer counts
            for (int step = 1; step < length; step++) {
                k = k + 1 == length ? 0 : k + 1;
                followOn = memory[k] + memory[length + k] * followOn;
            }
            followOn = t.interest() + t.gamma() * t.rhoPrev() * followOn;
            out.emphasise(t, followOn);
        }

        @Override
        public void remember(Transition t, double[] memory, Coefficients taken) {
            int newest = ((int) memory[2 * length] + 1) % length;
            memory[2 * length] = newest;
            memory[newest] = t.interest();
            memory[length + newest] = t.gamma() * t.rhoPrev();
        }
    }
}
