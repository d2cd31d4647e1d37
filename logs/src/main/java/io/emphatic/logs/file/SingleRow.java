package io.emphatic.logs.file;

import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import io.emphatic.logs.sql.Expression;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Rows that come one by one, as a chunk of one row like those of {@link ChunkReader}. */
public final class SingleRow {
    private final Plan plan;
    private final RowChunk chunk;
    private final Checks checks; // that every row has to pass
    private final Map<Integer, Checks> added = new LinkedHashMap<>(); // those of predictions that were added later
    private final BitSet addedSlots = new BitSet();

    private record Bounded(String name, NumberSource source, double most) {
        boolean holds(double value) {
            return value >= 0 && value <= most;
        }
    }

    /** What has to hold for the numbers that some predictions are made of. */
    private final class Checks {
        private final BitSet slots = new BitSet();
        private final BitSet policies = new BitSet();
        private final Set<Bounded> bounded = new LinkedHashSet<>(); // constants are left out if they are right

        void add(PlannedPrediction prediction) {
            PlannedPrediction.StepColumns steps = prediction.steps();
            PolicyColumns policy = steps.policy();
            policies.set(plan.policies().indexOf(policy));
            need(prediction.cumulant(), policy.target(), policy.behaviour(), policy.ratio());
            bound("discount", steps.discount(), 1);
            bound("lambda", steps.lambda(), 1);
            bound("interest", steps.interest(), Double.MAX_VALUE);
        }

        void need(NumberSource... sources) {
            Arrays.stream(sources)
                    .filter(one -> one != null && !one.isConstant())
                    .forEach(one -> slots.set(one.slot()));
        }

        private void bound(String name, NumberSource source, double most) {
            NumberSource next = plan.next() == null ? source : plan.next().of(source);
            need(source, next);
            bounded.add(new Bounded(name, source, most));
            bounded.add(new Bounded(name, next, most));
            bounded.removeIf(one -> one.source.isConstant() && one.holds(one.source.value()));
        }

        /** In a sentence; null for none. */
        String fault(double[] numbers) {
            for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
                if (!Double.isFinite(numbers[slot])) {
                    Expression written = plan.slots().expressions().get(slot);
                    return written.shown()
                            + (Double.isNaN(numbers[slot]) ? " is NULL or no number" : " is not a finite number");
                }
                chunk.numbers[slot][0] = numbers[slot];
            }
            for (int k = policies.nextSetBit(0); k >= 0; k = policies.nextSetBit(k + 1)) {
                PolicyColumns policy = plan.policies().get(k);
                if (policy.read(chunk.numbers, 1, chunk.ratios[k]) >= 0) {
                    return policy.misfit(chunk.numbers, 0).getMessage();
                }
            }
            for (Bounded one : bounded) {
                double value = one.source.at(numbers);
                if (!one.holds(value)) {
                    return one.name + " is not in the interval " + (one.most == 1 ? "[0, 1]" : "[0, ∞)") + ": " + value;
                }
            }
            return null;
        }
    }

    public SingleRow(Plan plan) {
        this(plan, Set.of());
    }

    /** @param names of predictions that were added later: a row that does not fit one of them is one for the others */
    public SingleRow(Plan plan, Set<String> names) {
        this.plan = plan;
        this.chunk = RowChunk.ofOneRow(plan.slots().size(), plan.policies().size(), plan.next() != null);
        this.checks = new Checks();
        for (int p = 0; p < plan.predictions().size(); p++) {
            boolean isAdded = names.contains(plan.predictions().get(p).name());
            Checks own = isAdded ? added.computeIfAbsent(p, none -> new Checks()) : checks;
            own.add(plan.predictions().get(p));
        }
        checks.need(plan.ends().terminates(), plan.ends().truncates());
        plan.watched().forEach(one -> checks.slots.set(one.slot()));
        checks.slots.set(0, plan.featureSlots());
        added.values().forEach(one -> addedSlots.or(one.slots));
        addedSlots.andNot(checks.slots);
        checks.slots.set(0, plan.slots().size());
        checks.slots.andNot(addedSlots);
    }

    public BitSet addedSlots() {
        return addedSlots;
    }

    /** The chunk, always the same, that has the row that was read last. Its flags are for the learner to find out. */
    public RowChunk chunk() {
        return chunk;
    }

    public void read(double[] numbers) {
        for (int slot = 0; slot < chunk.numbers.length; slot++) {
            chunk.numbers[slot][0] = numbers[slot];
        }
        for (int k = 0; k < chunk.ratios.length; k++) {
            plan.policies().get(k).read(chunk.numbers, 1, chunk.ratios[k]);
        }
        chunk.features[0] = plan.features().read(chunk.numbers, 0);
        if (plan.next() != null && plan.ends().terminates().at(chunk.numbers, 0) == 0) {
            chunk.nextFeatures[0] = plan.features().read(plan.next().featureColumns(chunk.numbers), 0);
        }
    }

    /** Fills the chunk with the next row of a stream; {@code shared} as in {@link StreamState#advance}. */
    public void read(double[] numbers, StreamState stream, ShownRanges shared) {
        read(numbers);
        chunk.streams[0] = stream;
        chunk.flags[0] = stream.advance(plan, chunk.numbers, 0, shared, 0);
    }

    /** What is wrong with the numbers of a row, in a sentence; null if nothing is. It is what the doctor refuses. */
    public String fault(double[] numbers) {
        try {
            String fault = checks.fault(numbers);
            if (fault == null) {
                read(numbers);
            }
            return fault;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** Whether the features of a row are there, where they are those of its own state alone. */
    public boolean isState(double[] numbers) {
        return plan.next() == null
                && Arrays.stream(numbers, 0, plan.featureSlots()).allMatch(Double::isFinite);
    }

    /** What is wrong with a row for each prediction added later, by number; null if nothing is. */
    public String[] addedFaults(double[] numbers) {
        String[] faults = null;
        for (Map.Entry<Integer, Checks> one : added.entrySet()) {
            String fault = one.getValue().fault(numbers);
            if (fault != null) {
                faults = faults == null ? new String[plan.predictions().size()] : faults;
                faults[one.getKey()] = fault;
            }
        }
        return faults;
    }
}
