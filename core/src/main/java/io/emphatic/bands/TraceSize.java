package io.emphatic.bands;

import io.emphatic.Config;
import io.emphatic.OneTrace;
import io.emphatic.OwnEngine;
import io.emphatic.Td;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.SavedFormat;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How large the trace of a learner is at most: ‖eₜ‖ ≤ |aₜ| ‖eₜ₋₁‖ + |bₜ| ‖φₜ‖, which has its tail. Nothing is known of
 * the traces of engines of their own.
 */
final class TraceSize {
    private final TraceRule rule; // null if it is not known
    private final double[] memory;
    private final double[] norm = new double[1];
    private final Coefficients c = new Coefficients();

    TraceSize(Config config) {
        this.rule = rule(config);
        this.memory = new double[rule == null ? 0 : rule.memorySize()];
    }

    boolean isKnown() {
        return rule != null;
    }

    private static TraceRule rule(Config config) {
        if (config instanceof OneTrace one) {
            return one.rule();
        }
        return config instanceof OwnEngine own ? own.rule() : new Td(1).rule(); // of the gradient family
    }

    double update(Transition t) {
        rule.coefficients(t, memory, c);
        norm[0] = Math.abs(c.a()) * norm[0] + Math.abs(c.b()) * t.norm();
        rule.remember(t, memory, c);
        return norm[0] * t.norm();
    }

    void park(ParkedStream into) {
        if (isKnown()) {
            rule.park(memory, into);
        }
        into.put(norm);
        norm[0] = 0;
    }

    void resume(ParkedStream from) {
        if (isKnown()) {
            rule.resume(memory, from);
        }
        from.take(norm);
    }

    void write(DataOutput out) throws IOException {
        SavedFormat.writeAll(memory, out);
        SavedFormat.writeAll(norm, out);
    }

    void read(DataInput in) throws IOException {
        SavedFormat.readAll(memory, in);
        SavedFormat.readAll(norm, in);
    }
}
