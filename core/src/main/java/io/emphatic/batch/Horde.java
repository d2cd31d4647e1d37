package io.emphatic.batch;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.Limits;
import io.emphatic.OneTrace;
import io.emphatic.experience.Check;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.List;

/**
 * Many predictions over one stream of features, learned in one pass: a horde. Sutton et al. (2011), "Horde"; Modayil,
 * White &amp; Sutton (2014) for thousands of them on a robot.
 *
 * <p>Every prediction has its own cumulant and step size, and shares policy, discount, λ, interest and rule with the
 * others, and therefore their trace. A prediction learns the weights of a single {@link Learner} of the same config up
 * to rounding, to 1e-9.
 *
 * <pre>
 *   Horde horde = new Horde(List.of(new Etd(0.001), new Etd(0.01)), new double[n]);
 *   horde.update(t, cumulants);       // one Transition, a cumulant for each prediction
 *   double value = horde.predict(1, phi);
 * </pre>
 *
 * <p>A step costs O(active features) for each prediction, whatever n is and however long the trace: θ = w + D g and e =
 * c g as in the engine for sparse features, with w and D of a prediction and g and c of all. {@code update} allocates
 * nothing. One thread at a time may use a horde.
 */
public final class Horde extends OneTraceBatch {
    /**
     * @param configs one for each prediction, that a horde {@linkplain #accepts accepts} and that have one
     *     {@linkplain Config#traceKey trace}
     * @param initialWeights of every prediction, finite. Not modified; copied.
     */
    public Horde(List<? extends Config> configs, double[] initialWeights) {
        super(checked(configs), initialWeights, true);
    }

    private static List<OneTrace> checked(List<? extends Config> configs) {
        Config first = configs.get(0);
        for (Config config : configs) {
            if (!accepts(config) || !config.traceKey().equals(first.traceKey())) {
                throw new IllegalArgumentException(
                        "a horde cannot learn by " + config + " beside " + first
                                + ": only by one one-trace algorithm without clip, radius and overshoot, and with given step sizes");
            }
        }
        return configs.stream().map(OneTrace.class::cast).toList();
    }

    /** Whether a horde supports this config: one-trace family, without limits, with a given step size. */
    public static boolean accepts(Config config) {
        return config instanceof OneTrace oneTrace
                && oneTrace.limits().equals(Limits.NONE)
                && config.traceKey().isPresent();
    }

    /**
     * All predictions learn from one step.
     *
     * @param t read and not kept; its reward is ignored
     * @param cumulants for each prediction, finite. Not modified.
     * @throws IllegalArgumentException if either does not fit the horde; nothing has changed then
     */
    @Override
    public void update(Transition t, double[] cumulants) {
        if (cumulants.length != count()) {
            throw new IllegalArgumentException(
                    "a horde of " + count() + " predictions needs as many cumulants, not " + cumulants.length);
        }
        Check.finite("cumulant", cumulants);
        super.update(t, cumulants);
    }

    /** θᵀφ of prediction k; NaN if it has diverged. Changes nothing. */
    public double predict(int k, Features features) {
        return divergedAt(k).isPresent() ? Double.NaN : value(k, features);
    }

    /** How many steps prediction k has learned from. */
    public long steps(int k) {
        return divergedAt(k).orElse(steps());
    }

    /** δ of the last step that prediction k learned from; NaN before the first and after divergence. */
    public double tdError(int k) {
        return steps() == 0 || divergedAt(k).isPresent() ? Double.NaN : tdErrors()[k];
    }

    /** F of the last step; NaN where there is no follow-on trace, and after divergence. */
    public double followOn() {
        return scalars().followOn();
    }

    /** M of the last step; NaN where {@link #followOn} is. */
    public double emphasis() {
        return scalars().emphasis();
    }
}
