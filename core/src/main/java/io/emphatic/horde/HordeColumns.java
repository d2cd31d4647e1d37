package io.emphatic.horde;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The state of each prediction of a {@link Horde} beside its weights, by column, and the division of the columns into
 * tiles and into spans of one group. A span never crosses the border of a tile, and has no column that learns nothing.
 */
final class HordeColumns {
    /** Columns of a tile: 4 kB of a row, so that its part of a few hundred rows stays in the second-level cache. */
    static final int TILE = 512;

    static final long NEVER = -1;

    double[] move = {}; // D
    double[] shift = {}; // D bₜ / c of the current step; 0 where nothing is learned
    double[] sum = {}; // wᵀφ of the last HordeWeights.sum
    double[] value = {}; // θᵀφ of the same φ
    double[] weightsNorm = {}; // an upper bound of ‖θ‖₂
    double[] cumulant = {}; // of the current step
    double[] delta = {};
    double[] alpha = {}; // the step size of the current step
    long[] divergedAt = {}; // NEVER, or the step that was refused
    long[] steps = {};
    HordePrediction[] owner = {};

    Span[][] spans = {}; // of each tile
    private int[] columnOf = {}; // of each prediction
    private boolean stepSizesChange;

    /** The columns from … to−1 of one tile, all of one group, none of which has diverged. */
    static final class Span {
        final HordeGroup group;
        final int from;
        final int to;
        final double alphas; // the sum of the step sizes; NaN if one changes

        /** A bound of ‖θ‖₂ of all these columns together; ∞ where it has to be computed from {@link #weightsNorm}. */
        double norm = Double.POSITIVE_INFINITY;

        Span(HordeGroup group, int from, int to, double alphas) {
            this.group = group;
            this.from = from;
            this.to = to;
            this.alphas = alphas;
        }
    }

    int capacity() {
        return owner.length;
    }

    /** The first column of a tile. */
    int from(int tile) {
        return tile * TILE;
    }

    /** The first column behind a tile. */
    int to(int tile) {
        return Math.min((tile + 1) * TILE, capacity());
    }

    /** A column without owner, or −1. */
    int free() {
        for (int column = 0; column < owner.length; column++) {
            if (owner[column] == null) {
                return column;
            }
        }
        return -1;
    }

    void grow(int capacity) {
        int before = capacity();
        move = Arrays.copyOf(move, capacity);
        shift = Arrays.copyOf(shift, capacity);
        sum = Arrays.copyOf(sum, capacity);
        value = Arrays.copyOf(value, capacity);
        weightsNorm = Arrays.copyOf(weightsNorm, capacity);
        cumulant = Arrays.copyOf(cumulant, capacity);
        delta = Arrays.copyOf(delta, capacity);
        alpha = Arrays.copyOf(alpha, capacity);
        divergedAt = Arrays.copyOf(divergedAt, capacity);
        steps = Arrays.copyOf(steps, capacity);
        owner = Arrays.copyOf(owner, capacity);
        for (int column = before; column < capacity; column++) {
            clear(column);
        }
    }

    void clear(int column) {
        divergedAt[column] = NEVER;
        move[column] = 0;
        shift[column] = 0;
        weightsNorm[column] = 0;
        delta[column] = Double.NaN;
        steps[column] = 0;
        owner[column] = null;
    }

    /** Called when a prediction was added or removed, or has diverged. */
    void divide(List<HordePrediction> predictions) {
        columnOf = predictions.stream().mapToInt(HordePrediction::column).toArray();
        stepSizesChange = false;
        for (HordePrediction prediction : predictions) {
            alpha[prediction.column()] = prediction.stepSize().constant();
            stepSizesChange |= Double.isNaN(alpha[prediction.column()]);
        }
        spans = new Span[(capacity() + TILE - 1) / TILE][];
        for (int tile = 0; tile < spans.length; tile++) {
            List<Span> found = new ArrayList<>();
            int from = from(tile);
            for (int column = from; column < to(tile); column++) {
                HordeGroup group = group(column);
                if (column + 1 == to(tile) || group(column + 1) != group) {
                    if (group != null) {
                        found.add(new Span(group, from, column + 1, magnitude(alpha, from, column + 1)));
                    }
                    from = column + 1;
                }
            }
            spans[tile] = found.toArray(Span[]::new);
        }
    }

    private HordeGroup group(int column) {
        return learns(column) ? owner[column].group() : null;
    }

    private boolean learns(int column) {
        return owner[column] != null && divergedAt[column] == NEVER;
    }

    /** Sets the cumulants and step sizes of the current step. */
    void begin(double[] cumulants) {
        for (int p = 0; p < columnOf.length; p++) {
            cumulant[columnOf[p]] = cumulants[p];
        }
        if (stepSizesChange) {
            for (int column : columnOf) {
                alpha[column] = owner[column].stepSize().at(steps[column]);
            }
        }
    }

    /** Σ |xⱼ|, which bounds each of them, of the columns from … to−1. */
    static double magnitude(double[] x, int from, int to) {
        double sum = 0;
        for (int q = from; q < to; q++) {
            sum += Math.abs(x[q]);
        }
        return sum;
    }
}
