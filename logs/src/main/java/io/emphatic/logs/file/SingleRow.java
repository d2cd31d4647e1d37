package io.emphatic.logs.file;

import io.emphatic.experience.Features;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.StepColumns;
import io.emphatic.logs.spec.PolicyColumns;
import io.emphatic.logs.spec.ValueRanges.WatchedNumber;
import io.emphatic.logs.sql.Expression;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Rows that come one by one, as a chunk of one row: the same numbers, ratios and features as {@link ChunkReader} makes
 * of a log. One thread at a time.
 */
public final class SingleRow {
    private final Plan plan;
    private final RowChunk chunk;
    private final boolean direct; // whether features are read from the row itself
    private final int[] sources; // the slots that the chunk has to hold
    private final Set<Bounded> bounded = new LinkedHashSet<>(); // constants are left out if they are right

    /** A number that must not be negative, and not above another. */
    private record Bounded(String name, NumberSource source, double most) {
        boolean holds(double value) {
            return value >= 0 && value <= most;
        }
    }

    public SingleRow(Plan plan) {
        this.plan = plan;
        this.chunk = RowChunk.ofOneRow(plan.slots().size(), plan.policies().size(), plan.next() != null);
        this.direct = plan.next() == null && plan.features().isDense();
        this.sources = direct
                ? IntStream.concat(
                                Arrays.stream(plan.slots().ofSources()),
                                plan.watched().stream().mapToInt(WatchedNumber::slot))
                        .distinct()
                        .toArray()
                : IntStream.range(0, plan.slots().size()).toArray();
        for (PlannedPrediction prediction : plan.predictions()) {
            StepColumns steps = prediction.steps();
            bound("discount", steps.discount(), 1);
            bound("lambda", steps.lambda(), 1);
            bound("interest", steps.interest(), Double.MAX_VALUE);
        }
    }

    private void bound(String name, NumberSource source, double most) {
        bounded.add(new Bounded(name, source, most));
        if (plan.next() != null) {
            bounded.add(new Bounded(name, plan.next().of(source), most));
        }
        bounded.removeIf(one -> one.source.isConstant() && one.holds(one.source.value()));
    }

    /** The chunk, always the same, that has the row that was read last. Its flags are for the learner to find out. */
    public RowChunk chunk() {
        return chunk;
    }

    /**
     * Fills the chunk.
     *
     * @param numbers of the plan's slots, which have no {@link #fault}. Not modified.
     */
    public void read(double[] numbers) {
        readColumns(numbers);
        FeatureReader features = plan.features();
        chunk.features[0] = direct ? Features.dense(features.readDense(numbers)) : features.read(chunk.numbers, 0);
        readNext();
    }

    /**
     * Fills the chunk with the next row of a stream.
     *
     * @param shared as {@link StreamState#advance} takes it
     */
    public void read(double[] numbers, StreamState stream, ShownRanges shared) {
        if (direct && stream.hasSteps()) { // which need the features of the last row only
            readColumns(numbers);
            chunk.features[0] = stream.phi(plan.features().size())
                    .next(stream.here(), plan.features().readDense(numbers));
        } else {
            read(numbers);
        }
        chunk.streams[0] = stream;
        chunk.flags[0] = stream.advance(plan, chunk.numbers, 0, shared, 0);
    }

    private void readColumns(double[] numbers) {
        for (int slot : sources) {
            chunk.numbers[slot][0] = numbers[slot];
        }
        for (int k = 0; k < chunk.ratios.length; k++) {
            plan.policies().get(k).read(chunk.numbers, 1, chunk.ratios[k]);
        }
    }

    private void readNext() {
        if (plan.next() != null && plan.ends().terminates().at(chunk.numbers, 0) == 0) {
            chunk.nextFeatures[0] = plan.features().read(plan.next().featureColumns(chunk.numbers), 0);
        }
    }

    /** What is wrong with the numbers of a row, in a sentence; null if nothing is. It is what the doctor refuses. */
    public String fault(double[] numbers) {
        for (int slot = 0; slot < numbers.length; slot++) {
            if (!Double.isFinite(numbers[slot])) {
                Expression written = plan.slots().expressions().get(slot);
                return written.place() + " " + written.text()
                        + (Double.isNaN(numbers[slot]) ? " is NULL or no number" : " is not a finite number");
            }
        }
        for (int slot = 0; slot < numbers.length; slot++) {
            chunk.numbers[slot][0] = numbers[slot];
        }
        for (int k = 0; k < chunk.ratios.length; k++) {
            PolicyColumns policy = plan.policies().get(k);
            if (policy.read(chunk.numbers, 1, chunk.ratios[k]) >= 0) {
                return policy.misfit(chunk.numbers, 0).getMessage();
            }
        }
        for (Bounded one : bounded) {
            double value = one.source.at(chunk.numbers, 0);
            if (!one.holds(value)) {
                return one.name + " is not in the interval " + (one.most == 1 ? "[0, 1]" : "[0, ∞)") + ": " + value;
            }
        }
        try {
            read(numbers);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
