package io.emphatic.logs.learning;

import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.learning.LearningReport.RatioSummary;
import io.emphatic.logs.learning.LearningReport.WholeLives;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * The importance ratios of a policy over the steps of a log, for all predictions about it. A prediction that diverges
 * has learned from the first steps only: the summary at that step is kept.
 */
final class RatioDiagnostics {
    private final int policy;
    private final Quantiles ratios;
    private long steps;
    private double min = Double.NaN;
    private double sum;
    private double squares;
    private double[] lastOf = new double[16]; // the same by stream, where they lie among each other
    private double last; // ρ of the row before; two rows that are read again bring it back after a restart
    private final TreeMap<Long, RatioSummary> ends = new TreeMap<>(); // by the number of steps; UNKNOWN until reached
    private long nextEnd = Long.MAX_VALUE;
    private final LifeWeights lives;

    /** @param policy its index in the plan */
    RatioDiagnostics(int policy, Quantiles.Precision precision) {
        this.policy = policy;
        this.ratios = new Quantiles(precision);
        this.lives = new LifeWeights(policy);
    }

    /** Some prediction learns from the first {@code end} steps only, at least as many as were added. Idempotent. */
    void endAt(long end) {
        if (ends.putIfAbsent(end, RatioSummary.UNKNOWN) == null) {
            nextEnd = Math.min(nextEnd, end);
        }
    }

    /** Adds the steps of a chunk that predictions learn from: those of rows from {@code learnFrom} on. */
    void add(RowChunk chunk, long learnFrom) {
        lives.add(chunk, learnFrom);
        double[] column = chunk.ratios(policy);
        if (chunk.isInterleaved()) {
            addInterleaved(chunk, column);
            return;
        }
        int resumed = 0;
        for (int row = 0; row < chunk.size(); row++) {
            if (chunk.has(RowChunk.RESUMES, row)) {
                RowChunk before = chunk.resumed(resumed++).rows();
                last = before.ratios(policy)[before.size() - 1];
            }
            boolean learns = chunk.firstRow() + row >= learnFrom;
            if (learns && !chunk.holdsNext() && !chunk.has(RowChunk.STARTS, row)) {
                add(last);
            }
            last = column[row];
            if (learns && (chunk.holdsNext() || chunk.has(RowChunk.TERMINATES, row))) {
                add(last);
            }
        }
    }

    private void addInterleaved(RowChunk chunk, double[] column) {
        for (int row = 0; row < chunk.size(); row++) {
            int stream = chunk.stream(row);
            if (stream >= lastOf.length) {
                lastOf = Arrays.copyOf(lastOf, Math.max(stream + 1, 2 * lastOf.length));
            }
            if (!chunk.holdsNext() && !chunk.has(RowChunk.STARTS, row)) {
                add(lastOf[stream]);
            }
            lastOf[stream] = column[row];
            if (chunk.holdsNext() || chunk.has(RowChunk.TERMINATES, row)) {
                add(column[row]);
            }
        }
    }

    private void add(double ratio) {
        if (steps == nextEnd) {
            ends.put(steps, summary());
            Long next = ends.higherKey(steps);
            nextEnd = next == null ? Long.MAX_VALUE : next;
        }
        steps++;
        min = ratio >= min ? min : ratio;
        sum += ratio;
        squares += ratio * ratio;
        ratios.add(ratio);
    }

    /** The ratios of all steps, whoever has learned from them. */
    RatioSummary ofAll() {
        return summary();
    }

    /** The ratios of the first steps: of all that were added, or of a number given to {@link #endAt}. */
    RatioSummary of(long firstSteps) {
        return firstSteps == steps ? summary() : ends.get(firstSteps);
    }

    /** At the end of the log. */
    WholeLives lives() {
        return lives.summary();
    }

    private RatioSummary summary() {
        double mean = steps == 0 ? Double.NaN : sum / steps;
        // (Σρ)² / Σρ²: how many steps of ratio 1 would say as much
        double effective = sum * sum / squares;
        return new RatioSummary(min, mean, ratios.max(), effective, ratios.at(0.5), ratios.at(0.99));
    }

    void exchange(SavedState state) throws IOException {
        steps = state.whole(steps);
        min = state.number(min);
        sum = state.number(sum);
        squares = state.number(squares);
        ratios.exchange(state);
        lives.exchange(state);
        List<Long> reached = List.copyOf(ends.headMap(steps).keySet());
        int count = state.count(reached.size());
        for (int k = 0; k < count; k++) {
            long end = state.whole(k < reached.size() ? reached.get(k) : 0);
            ends.put(end, RatioSummary.exchange(ends.get(end), state));
        }
    }
}
