package io.emphatic.logs.learning;

import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Slots.Quantity;
import java.util.List;
import java.util.Map;

/** What predictions have in common that can share a trace: everything but cumulant and step size. */
record Sharing(
        String algorithm,
        Map<String, Double> parameters,
        Quantity target,
        Quantity behaviour,
        Quantity ratio,
        Quantity discount,
        Quantity lambda,
        Quantity interest) {
    static Sharing of(Plan.Target target) {
        Map<String, Double> parameters = target.config().parameters();
        parameters.keySet().removeAll(List.of("step_size", "c1", "c2"));
        return new Sharing(
                target.config().algorithm().name(),
                parameters,
                target.target(),
                target.behaviour(),
                target.ratio(),
                target.discount(),
                target.lambda(),
                target.interest());
    }
}
