package io.emphatic.logs.live;

import io.emphatic.logs.file.StreamKey;

/** A row as {@code learn} would read it from a log, or the reason why it would refuse it. Immutable. */
public final class LiveRow {
    private final CompiledSpec compiled; // whose slots the numbers are
    private final StreamKey stream;
    private final StreamKey time;
    private final double[] numbers;
    private final String[] faults; // by prediction; null for none
    private final String refusal;
    private final boolean isOfSpec;

    private LiveRow(
            CompiledSpec compiled,
            StreamKey stream,
            StreamKey time,
            double[] numbers,
            String[] faults,
            String refusal,
            boolean isOfSpec) {
        this.compiled = compiled;
        this.stream = stream;
        this.time = time;
        this.numbers = numbers;
        this.faults = faults;
        this.refusal = refusal;
        this.isOfSpec = isOfSpec;
    }

    static LiveRow of(CompiledSpec compiled, StreamKey stream, StreamKey time, double[] numbers, String[] faults) {
        return new LiveRow(compiled, stream, time, numbers, faults, null, false);
    }

    static LiveRow refused(String why) {
        return new LiveRow(null, null, null, null, null, why, false);
    }

    /** Other values would not help: the spec cannot be computed with such columns, or not in time. */
    static LiveRow refusedBySpec(String why) {
        return new LiveRow(null, null, null, null, null, why, true);
    }

    /** Whether other predictions could learn from it, perhaps. */
    public boolean isRefusedBySpec() {
        return isOfSpec;
    }

    public boolean isRefused() {
        return refusal != null;
    }

    /** Why it cannot be learned from, in a sentence; null if it can. */
    public String refusal() {
        return refusal;
    }

    /** Why one prediction, counted from 0, cannot learn from it where others can, in a sentence; null if it can. */
    public String fault(int prediction) {
        return faults == null ? null : faults[prediction];
    }

    /** {@link StreamKey#NONE} where the spec has no stream. */
    public StreamKey stream() {
        return stream;
    }

    /** Null where the spec has no order. */
    public StreamKey time() {
        return time;
    }

    /** All that learning needs, in the order of the spec it was made by. Live; not to be modified. */
    public double[] numbers() {
        return numbers;
    }

    /** Whether the row's action led to a terminal state. */
    public boolean terminates() {
        return compiled().plan().ends().terminates().at(numbers) != 0;
    }

    /** Whether nothing is known beyond the row. */
    public boolean truncates() {
        return compiled().plan().ends().truncates().at(numbers) != 0;
    }

    /** Whether the row holds the state that its action led to. */
    public boolean holdsNext() {
        return compiled().plan().next() != null;
    }

    /** The interest of a prediction, counted from 0, in the row's state. */
    public double interest(int prediction) {
        return compiled()
                .plan()
                .predictions()
                .get(prediction)
                .steps()
                .interest()
                .at(numbers);
    }

    CompiledSpec compiled() {
        if (refusal != null) {
            throw new IllegalArgumentException("the row was refused: " + refusal);
        }
        return compiled;
    }
}
