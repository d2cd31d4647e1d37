package io.emphatic.logs.live;

import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.spec.PlannedPrediction;

/** A row as {@code learn} would read it from a log, or the reason why it would refuse it. */
public record LiveRow(
        CompiledSpec compiled, // whose slots the numbers are
        StreamKey stream, // NONE where the spec has no stream
        StreamKey time, // null where the spec has no order
        double[] numbers, // not to be modified
        String[] faults, // by prediction; null for none
        String refusal, // in a sentence; null if it can be learned from
        boolean isRefusedBySpec // other predictions could learn from it, perhaps
        ) {
    static LiveRow refused(String why) {
        return new LiveRow(null, null, null, null, null, why, false);
    }

    /** Other values would not help: the spec cannot be computed with such columns, or not in time. */
    static LiveRow refusedBySpec(String why) {
        return new LiveRow(null, null, null, null, null, why, true);
    }

    /** Whether its state is known, though what followed may not be, and it may be refused. */
    public boolean isState() {
        return compiled != null;
    }

    /** Whether it cannot be learned from: {@link #refusal} says why. */
    public boolean isRefused() {
        return refusal != null;
    }

    /** Why one prediction, counted from 0, cannot learn from it where others can, in a sentence; null if it can. */
    public String fault(int prediction) {
        return faults == null ? null : faults[prediction];
    }

    /** Whether its action led to a terminal state. */
    public boolean terminates() {
        return compiled().plan().ends().terminates().at(numbers) != 0;
    }

    /** Whether nothing is known beyond it. */
    public boolean truncates() {
        return compiled().plan().ends().truncates().at(numbers) != 0;
    }

    /** Whether it holds the state that its action led to. */
    public boolean holdsNext() {
        return compiled().plan().next() != null;
    }

    /** The interest of one prediction, counted from 0, in its state. */
    public double interest(int prediction) {
        PlannedPrediction asked = compiled().plan().predictions().get(prediction);
        return asked.steps().interest().at(numbers);
    }

    CompiledSpec state() {
        return isState() ? compiled : compiled();
    }

    /** @throws IllegalArgumentException if the row was refused */
    @Override
    public CompiledSpec compiled() {
        if (refusal != null) {
            throw new IllegalArgumentException("the row was refused: " + refusal);
        }
        return compiled;
    }
}
