package io.emphatic;

import io.emphatic.Parameter.Range;
import io.emphatic.engine.internal.plain.StepLimits;
import java.util.List;
import java.util.Map;

/**
 * Ways to bound an algorithm of one trace with infinite variance. Infinite ones are off.
 *
 * @param clip each component of the increment α κ δ e is clipped to ±clip (§5 of the paper uses 0.5)
 * @param radius θ is projected onto the ball of this radius around 0 (the constrained variant of Yu 2015)
 * @param overshoot no step moves the prediction for features as long as φ by more than this part of κ δ: αₜ = min(α,
 *     overshoot/(‖eₜ‖ ‖φₜ‖)), {@code docs/ALGORITHMS.md} §9
 */
public record Limits(double clip, double radius, double overshoot) {
    private static final Parameter CLIP = off("clip", "clips each component of the increment of θ to ±clip");
    private static final Parameter RADIUS = off("radius", "projects θ onto the ball of this radius");

    private static final Parameter OVERSHOOT = off("overshoot", "c: α is at most c/(‖e‖ ‖φ‖); 0.3 where no α is given");

    static final List<Parameter> PARAMETERS = List.of(CLIP, RADIUS, OVERSHOOT);

    private static final double DEFAULT_OVERSHOOT = 0.3;
    private static final double OFF = Double.POSITIVE_INFINITY;

    /** No limits. */
    public static final Limits NONE = new Limits(OFF, OFF, OFF);

    public Limits {
        CLIP.check(clip);
        RADIUS.check(radius);
        OVERSHOOT.check(overshoot);
    }

    /** Clips each component of the increment to ±clip. */
    public static Limits clip(double clip) {
        return new Limits(clip, OFF, OFF);
    }

    /** Bounds αₜ by overshoot/(‖eₜ‖ ‖φₜ‖). */
    public static Limits overshoot(double overshoot) {
        return new Limits(OFF, OFF, overshoot);
    }

    /** Whether increments are linear in e, so that learners which differ only in α can share it. */
    boolean areLinear() {
        return clip == OFF && radius == OFF;
    }

    StepLimits forSize(int size) {
        return new StepLimits(clip, radius, overshoot, size);
    }

    private static Parameter off(String name, String summary) {
        return new Parameter(name, Double.POSITIVE_INFINITY, "off", Range.POSITIVE_OR_INFINITE, summary, false);
    }

    /** From the parameters of the one-trace family. Without a given α, overshoot is 0.3. */
    public static Limits from(Algorithm.Settings settings) {
        boolean bounds = !settings.has("overshoot") && StepSize.from(settings).isFromData();
        double overshoot = bounds ? DEFAULT_OVERSHOOT : settings.get("overshoot");
        return new Limits(settings.get("clip"), settings.get("radius"), overshoot);
    }

    void putInto(Map<String, Double> parameters) {
        parameters.put("clip", clip);
        parameters.put("radius", radius);
        parameters.put("overshoot", overshoot);
    }
}
