package io.emphatic;

import java.util.List;
import java.util.Map;

/**
 * Two ways to bound a one-trace algorithm with infinite variance; both are off by default.
 *
 * @param clip each component of the increment α κ δ e is clipped to ±clip (§5 of the paper uses 0.5); infinite is off
 * @param radius θ is projected onto the ball of this radius around 0 (the constrained variant of Yu 2015); infinite is
 *     off
 */
public record Limits(double clip, double radius) {
    private static final Parameter CLIP = off("clip", "clips each component of the increment of θ to ±clip");
    private static final Parameter RADIUS = off("radius", "projects θ onto the ball of this radius");

    static final List<Parameter> PARAMETERS = List.of(CLIP, RADIUS);

    /** Neither clips nor projects. */
    public static final Limits NONE = new Limits(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    public Limits {
        CLIP.check(clip);
        RADIUS.check(radius);
    }

    /** Clips each component of the increment to ±clip. */
    public static Limits clip(double clip) {
        return new Limits(clip, Double.POSITIVE_INFINITY);
    }

    private static Parameter off(String name, String summary) {
        return new Parameter(name, Double.POSITIVE_INFINITY, "off", Range.POSITIVE_OR_INFINITE, summary, false);
    }

    /** From the parameters of the one-trace family. */
    public static Limits from(Algorithm.Settings settings) {
        return new Limits(settings.get("clip"), settings.get("radius"));
    }

    void putInto(Map<String, Double> parameters) {
        parameters.put("clip", clip);
        parameters.put("radius", radius);
    }
}
