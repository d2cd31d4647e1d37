package io.emphatic.logs.tuning;

import io.emphatic.engine.internal.plain.Sum;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.Checkpoint;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.StepWalk;
import io.emphatic.logs.learning.TimeLine;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import io.emphatic.logs.tuning.TuningPlan.PlannedTuning;
import io.emphatic.logs.tuning.TuningReport.PredictionRanking;
import io.emphatic.logs.tuning.TuningReport.RankedCandidate;
import io.emphatic.validation.ProgressiveValidation;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The scores of all candidates for one prediction ({@code docs/EVALUATION.md} §5). The baseline of a row is the median
 * of what the candidates that have not diverged predict for it.
 */
final class Scoreboard extends StepWalk implements Checkpoint.Resumable {
    private final List<CandidateGroup> groups;
    private final Transition step;
    private final double[] predictions;
    private final double[] some; // of the predictions
    private final Medians medians;
    private final ScoredParts parts;
    private ProgressiveValidation validation;
    private final long[] divergedAt; // by candidate
    private final double[][] ofGroups; // what each group predicted for the rows that the chunk completes
    private int[] alive;
    private long nextEnd; // the next step at which a candidate diverges, as far as that is known
    private int completed;
    private long chunks;
    private long steps;
    private double interest; // Σ iₜ
    private double followOn; // Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁
    private final EffectiveSize ratios = new EffectiveSize();
    private final EffectiveSize weights = new EffectiveSize();

    Scoreboard(Plan plan, RowOrder order, TimeLine line, List<CandidateGroup> groups) {
        super(plan, plan.features().size(), line);
        int candidates = groups.stream().mapToInt(CandidateGroup::count).sum();
        this.groups = groups;
        this.step = line.transition();
        this.predictions = new double[candidates];
        this.some = new double[candidates];
        this.medians = new Medians(candidates);
        this.parts = new ScoredParts(order, candidates);
        this.validation = new ProgressiveValidation(candidates);
        this.divergedAt = new long[candidates];
        Arrays.fill(divergedAt, CandidateGroup.NEVER);
        this.ofGroups = new double[groups.size()][];
        listAlive();
    }

    private void listAlive() {
        int[] indices = new int[divergedAt.length];
        int count = 0;
        for (int k = 0; k < indices.length; k++) {
            indices[count] = k;
            count += validation.isDropped(k) ? 0 : 1;
        }
        alive = Arrays.copyOf(indices, count);
    }

    @Override
    protected void begin(RowChunk chunk) {
        completed = 0;
        int at = 0;
        for (int g = 0; g < ofGroups.length; g++) {
            CandidateGroup group = groups.get(g);
            ofGroups[g] = group.predictions(chunks);
            System.arraycopy(group.divergedAt(chunks), 0, divergedAt, at, group.count());
            at += group.count();
        }
        chunks++;
        findNextEnd();
    }

    private void findNextEnd() {
        nextEnd = CandidateGroup.NEVER;
        for (int k : alive) {
            nextEnd = Math.min(nextEnd, divergedAt[k]);
        }
    }

    @Override
    protected void changeStream() {
        parts.changeStream(validation);
    }

    @Override
    protected void step(long logRow) {
        parts.advanceTo(logRow, validation);
        double baseline = baseline();
        validation.step(step, predictions, baseline);
        // Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁
        double carried = step.gamma() * step.rhoPrev();
        followOn = step.interest() + (carried == 0 ? 0 : carried * followOn);
        interest += step.interest();
        ratios.add(step.rho());
        weights.add(step.rho() * followOn);
        if (steps++ == nextEnd) {
            drop();
        }
    }

    /** Candidates that refused the last step. */
    private void drop() {
        for (int k : alive) {
            if (divergedAt[k] < steps) {
                validation.drop(k);
            }
        }
        listAlive();
        findNextEnd();
    }

    @Override
    protected void leave(long logRow) {
        parts.advanceTo(logRow, validation);
        double baseline = baseline();
        if (step.gamma() * step.rhoPrev() != 0) { // 0 at a start: there was no step whose return the cut leaves open
            validation.cut(step.gamma(), baseline);
        }
    }

    @Override
    protected void leaveNext(long logRow) {
        parts.advanceTo(logRow, validation);
        double baseline = baseline();
        if (step.gammaNext() * step.rho() != 0) {
            validation.cut(step.gammaNext(), baseline);
        }
    }

    /** Collects what was predicted for the next row completed, and returns bₜ. */
    private double baseline() {
        int at = 0;
        for (int g = 0; g < ofGroups.length; g++) {
            int count = groups.get(g).count();
            System.arraycopy(ofGroups[g], completed * count, predictions, at, count);
            at += count;
        }
        completed++;
        // a sum that is finite has finite terms
        double median =
                alive.length == predictions.length && Double.isFinite(Sum.of(predictions, 0, predictions.length))
                        ? medians.of(predictions, predictions.length)
                        : medianOfSome();
        return Double.isFinite(median) ? median : 0;
    }

    /** Of the candidates that have not diverged and predict a number. */
    private double medianOfSome() {
        int count = 0;
        for (int k : alive) {
            // A candidate predicts no number before the step at which it is found to have diverged.
            double value = predictions[k];
            some[count] = value;
            count += Double.isFinite(value) ? 1 : 0;
        }
        return medians.of(some, count);
    }

    /** To be asked once, when all rows have been scored. */
    PredictionRanking ranking(PlannedTuning prediction) {
        parts.close(validation);
        List<Candidate> candidates = prediction.candidates();
        // Those that diverged have the score +∞: they come last, and of them the latest first.
        List<Integer> order = IntStream.range(0, candidates.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(validation::score).thenComparing(k -> -divergedAt[k]))
                .toList();
        return new PredictionRanking(
                prediction.name(),
                steps,
                interest,
                ratios.value(),
                weights.value(),
                parts.count(),
                parts.unit(),
                order.stream()
                        .map(k -> ranked(candidates.get(k), k, order.get(0)))
                        .toList());
    }

    private RankedCandidate ranked(Candidate candidate, int k, int best) {
        OptionalLong when =
                divergedAt[k] == CandidateGroup.NEVER ? OptionalLong.empty() : OptionalLong.of(divergedAt[k]);
        double score = validation.score(k);
        if (!Double.isFinite(score)) {
            return new RankedCandidate(candidate, Double.NaN, Double.NaN, Double.NaN, Double.NaN, when);
        }
        double behind = score - validation.score(best);
        return new RankedCandidate(candidate, score, parts.stderr(k), behind, parts.stderr(k, best), when);
    }

    @Override
    public void exchange(SavedState state) throws IOException {
        validation =
                state.value(validation, (out, written) -> written.write(out), in -> ProgressiveValidation.read(in));
        parts.exchange(state);
        steps = state.whole(steps);
        interest = state.number(interest);
        followOn = state.number(followOn);
        ratios.exchange(state);
        weights.exchange(state);
        listAlive();
    }

    /** How many numbers of equal size would say as much: (Σx)²/Σx². */
    private static final class EffectiveSize {
        private double sum;
        private double squares;

        void add(double x) {
            sum += x;
            squares += x * x;
        }

        double value() {
            return sum * sum / squares;
        }

        void exchange(SavedState state) throws IOException {
            sum = state.number(sum);
            squares = state.number(squares);
        }
    }
}
