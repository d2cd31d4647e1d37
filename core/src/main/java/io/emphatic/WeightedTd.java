package io.emphatic;

import io.emphatic.Parameter.Range;
import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.UsageEngine;
import java.util.List;

/**
 * The config of an algorithm of weighted importance sampling ({@code docs/ALGORITHMS.md} §6): the trace of a scalar
 * rule, and usages d in place of a step size. Mahmood &amp; Sutton (2015), "Off-policy learning based on weighted
 * importance sampling with linear computational complexity".
 *
 * <pre>
 *   dₜ = dₜ₋₁ − η φₜ² dₜ₋₁ + ρₜ mₜ φₜ² + (ρₜ − 1) γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁)
 *   vₜ = ρₜ γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁) + ρₜ mₜ φₜ²
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + mₜ φₜ)          θₜ₊₁ = θₜ + δₜ eₜ / dₜ
 * </pre>
 *
 * All by component, and 0 where d ≤ 0. v restarts with the trace, d never does. Usages belong to one learner.
 */
public interface WeightedTd extends OwnEngine {
    /** The parameter η. */
    Parameter USAGE_DECAY = Parameter.of(
            "usage_decay",
            0.001,
            Range.UNIT_BELOW_ONE,
            "η, how fast usage is forgotten; 0: never, steps shrink like 1/t");
    /** The parameter d₀. */
    Parameter INITIAL_USAGE = Parameter.of(
            "initial_usage", 10, Range.NON_NEGATIVE, "d₀, the usage at the start: the larger, the more cautious");

    /** The parameters that all members have. */
    List<Parameter> PARAMETERS = List.of(USAGE_DECAY, INITIAL_USAGE);

    /** η, how fast usage is forgotten. */
    double usageDecay();

    /** d₀. */
    double initialUsage();

    /** α_w of a second weight vector; 0 without. */
    default double secondaryStepSize() {
        return 0;
    }

    /** The scalar recursion of aₜ = ρₜγₜλₜ and bₜ = ρₜmₜ. */
    @Override
    TraceRule rule();

    @Override
    default Engine engine(int size) {
        return new UsageEngine(rule(), usageDecay(), initialUsage(), secondaryStepSize(), size);
    }
}
