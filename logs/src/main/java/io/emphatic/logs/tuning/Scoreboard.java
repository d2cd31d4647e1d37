package io.emphatic.logs.tuning;

import io.emphatic.experience.Transition;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.StepWalk;
import io.emphatic.logs.learning.TimeLine;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import io.emphatic.logs.tuning.TuningReport.RankedCandidate;
import io.emphatic.validation.ProgressiveValidation;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** The scores of all candidates for one prediction: {@code docs/EVALUATION.md} §10, or §5 with medians. */
final class Scoreboard extends StepWalk {
    private final List<CandidateGroup> groups;
    private static final double CAP = 1; // of the ratio in z, with a baseline by least squares

    /** A candidate this many times further behind than predictions and rewards are large has blown up. */
    private static final double BLOWN_UP = 100;

    private static final int FEW_FEATURES = 200; // least squares costs their square in every row

    private final int features;
    private final Transition step;
    private HalfBaseline halves; // null where the median is the baseline
    private final double[] predictions; // of the candidates, then 0
    private final ScoredParts parts;
    private ProgressiveValidation validation;
    private ProgressiveValidation unbiased; // the same without the cap, whose noise standard errors are made of
    private final long[] divergedAt; // by candidate
    private final double[][] ofGroups; // what each group predicted for the rows that the chunk completes
    private int[] alive;
    private long nextEnd; // the next step at which a candidate diverges, as far as that is known
    private int completed;
    private long chunks;
    private long steps;
    private double interest; // Σ iₜ
    private double squares; // Σ iₜ (bₜ² + (ρₜ Rₜ₊₁)²)
    private double followOn; // Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁
    private final EffectiveSize ratios = new EffectiveSize();
    private final EffectiveSize weights = new EffectiveSize();
    private final EpisodeLikeness likeness = new EpisodeLikeness();

    Scoreboard(Plan plan, RowOrder order, TimeLine line, List<CandidateGroup> groups) {
        super(plan, plan.features().size(), line);
        int candidates = groups.stream().mapToInt(CandidateGroup::count).sum();
        this.groups = groups;
        this.features = plan.features().size();
        this.step = line.transition();
        this.predictions = new double[candidates + 1];
        this.parts = new ScoredParts(order, candidates + 1);
        this.validation = new ProgressiveValidation(candidates + 1);
        this.unbiased = validation;
        this.divergedAt = new long[candidates];
        Arrays.fill(divergedAt, CandidateGroup.NEVER);
        this.ofGroups = new double[groups.size()][];
        listAlive();
    }

    /** The baseline of all rows; without, it is the median. */
    void compareWith(HalfBaseline baseline) {
        halves = baseline;
        unbiased = new ProgressiveValidation(validation.count());
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
    protected void changeStream(long logRow) {
        parts.changeStream(logRow, unbiased);
    }

    @Override
    protected void step(long logRow) {
        parts.advanceTo(logRow, unbiased);
        collect();
        double baseline = halves == null ? median() : halves.predict(step.phi(), logRow);
        if (halves == null) {
            validation.step(step, predictions, baseline);
        } else {
            double next = step.gammaNext() == 0 ? 0 : halves.predict(step.phiNext(), logRow);
            validation.step(step, predictions, baseline, next, CAP);
            unbiased.step(step, predictions, baseline, next, Double.POSITIVE_INFINITY);
            likeness.add(step, step.reward() + step.gammaNext() * next - baseline);
        }
        double reward = step.rho() * step.reward();
        squares += step.interest() * (baseline * baseline + reward * reward);
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
        cut(logRow, step.gamma(), step.rhoPrev()); // 0 at a start: there was no step whose return the cut leaves open
    }

    @Override
    protected void leaveNext(long logRow) {
        cut(logRow, step.gammaNext(), step.rho());
    }

    private void cut(long logRow, double gamma, double rho) {
        parts.advanceTo(logRow, unbiased);
        collect();
        if (halves == null && gamma * rho != 0) {
            validation.cut(gamma, median());
        }
    }

    private void collect() {
        int at = 0;
        for (int g = 0; g < ofGroups.length; g++) {
            int count = groups.get(g).count();
            System.arraycopy(ofGroups[g], completed * count, predictions, at, count);
            at += count;
        }
        completed++;
    }

    /** Of the candidates that have not diverged and predict a number; 0 for none. */
    private double median() {
        double[] sorted = Arrays.stream(alive)
                .mapToDouble(k -> predictions[k])
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        int count = sorted.length;
        return count == 0 ? 0 : 0.5 * sorted[(count - 1) / 2] + 0.5 * sorted[count / 2];
    }

    /** To be asked once, when all rows have been scored. */
    TuningReport.PredictionRanking ranking(TuningPlan.PlannedTuning prediction) {
        parts.close(unbiased);
        List<Candidate> candidates = prediction.candidates();
        // Those that diverged have the score +∞: they come last, and of them the latest first.
        List<Integer> order = IntStream.range(0, candidates.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(validation::score).thenComparing(k -> -divergedAt[k]))
                .toList();
        return new TuningReport.PredictionRanking(
                prediction.name(),
                steps,
                interest,
                ratios.value(),
                weights.value(),
                parts.count(),
                parts.unit(),
                halves != null,
                likeness.isSeen(),
                safe(candidates.get(0)),
                order.stream()
                        .map(k -> ranked(candidates.get(k), k, order.get(0)))
                        .toList());
    }

    private Candidate safe(Candidate any) {
        String algorithm = features <= FEW_FEATURES ? "elstd" : "wis-etd";
        return new Candidate(any.prediction().with("0.9", algorithm, Map.of()), any.features());
    }

    private RankedCandidate ranked(Candidate candidate, int k, int best) {
        OptionalLong when =
                divergedAt[k] == CandidateGroup.NEVER ? OptionalLong.empty() : OptionalLong.of(divergedAt[k]);
        int zero = divergedAt.length; // always to predict 0 has the score 0
        double score = validation.score(k) - validation.score(zero);
        if (!Double.isFinite(score)) {
            return new RankedCandidate(candidate, Double.NaN, Double.NaN, Double.NaN, Double.NaN, true, when);
        }
        double behind = validation.score(k) - validation.score(best);
        boolean blownUp = behind > BLOWN_UP * squares;
        return new RankedCandidate(candidate, score, stderr(k, zero), behind, stderr(k, best), blownUp, when);
    }

    /** Of a difference of scores: the noise of the one without the cap, and how far the cap is from it. */
    private double stderr(int k, int other) {
        double capped = validation.score(k) - validation.score(other);
        double uncapped = unbiased.score(k) - unbiased.score(other);
        return Math.hypot(parts.stderr(k, other), capped - uncapped);
    }

    void exchange(SavedState state) throws IOException {
        validation =
                state.value(validation, (out, written) -> written.write(out), in -> ProgressiveValidation.read(in));
        if (halves != null) {
            unbiased =
                    state.value(unbiased, (out, written) -> written.write(out), in -> ProgressiveValidation.read(in));
        } else {
            unbiased = validation;
        }
        parts.exchange(state);
        steps = state.whole(steps);
        interest = state.number(interest);
        squares = state.number(squares);
        followOn = state.number(followOn);
        ratios.exchange(state);
        weights.exchange(state);
        likeness.exchange(state);
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

    /**
     * Whether neighbouring episodes are alike beyond what the features say, as those of one user are: then a learner
     * that follows the last ones predicts this order of the log well, and no other. With rⱼ = Σ ρₜ δₜ(b) of episode j,
     * less their mean,
     *
     * <pre>
     *   z = Σ rⱼ rⱼ₋₁ / √(Σ rⱼ² rⱼ₋₁²)
     * </pre>
     *
     * is about standard normal where they are not.
     */
    static final class EpisodeLikeness {
        private static final double LIMIT = 4;
        private static final int FEWEST_EPISODES = 30;

        private double now; // rⱼ so far
        private double before; // rⱼ₋₁
        private double sum; // of the r of whole episodes
        private double products; // Σ rⱼ rⱼ₋₁
        private double squares; // Σ rⱼ² rⱼ₋₁²
        private long episodes; // that have begun

        void add(Transition step, double delta) {
            if (step.gamma() == 0 && step.rhoPrev() == 0) {
                begin();
            }
            now += step.rho() * delta;
        }

        private void begin() {
            if (episodes > 1) {
                products += now * before;
                squares += now * now * before * before;
            }
            sum += now;
            before = now;
            now = 0;
            episodes++;
        }

        boolean isSeen() {
            long whole = episodes - 1;
            // Σ (rⱼ − r̄)(rⱼ₋₁ − r̄) is smaller by r̄² a pair
            double mean = sum / whole;
            return whole >= FEWEST_EPISODES && products - whole * mean * mean > LIMIT * Math.sqrt(squares);
        }

        void exchange(SavedState state) throws IOException {
            now = state.number(now);
            before = state.number(before);
            sum = state.number(sum);
            products = state.number(products);
            squares = state.number(squares);
            episodes = state.whole(episodes);
        }
    }
}
