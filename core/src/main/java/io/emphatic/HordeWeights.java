package io.emphatic;

/**
 * The weights of a {@link Horde}, by feature: the row of feature j holds wⱼ of every prediction, one column each. So
 * every inner loop runs along columns, has no reduction in it, and is vectorised by the compiler. Rows lack the
 * corrections of the last steps ({@link HordePending}) and the last folds ({@link HordeFolds}), whose vectors are
 * beside them.
 *
 * <p>Methods work on columns from … to−1: a tile, which no other thread works on.
 *
 * @param <R> a row: {@code double[]} or {@code float[]}
 */
abstract class HordeWeights<R> {
    private final R[] rows;
    private final R[] ring;
    private final R[] folds;
    private final HordePending pending;

    HordeWeights(R[] rows, R[] ring, R[] folds, HordePending pending) {
        this.rows = rows;
        this.ring = ring;
        this.folds = folds;
        this.pending = pending;
    }

    static HordeWeights<?> of(Horde.Precision precision, int size, HordePending pending) {
        return precision == Horde.Precision.FLOAT ? new HordeFloats(size, pending) : new HordeDoubles(size, pending);
    }

    /** Makes room for this many columns; new ones are zero. */
    void grow(int columns) {
        grow(rows, columns);
        grow(ring, columns);
        grow(folds, columns);
    }

    private void grow(R[] vectors, int columns) {
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = copy(vectors[i], columns);
        }
    }

    /** wⱼ of a column whose group has this trace. */
    double get(int feature, int column, SharedTrace trace) {
        double weight = get(rows[feature], column);
        for (int e = pending.first(feature); e != HordePending.NONE; e = pending.after(e)) {
            weight -= pending.value(e) * get(ring[pending.place(e)], column);
        }
        if (trace.folds().isUsed()) {
            for (int place = 0; place < HordeFolds.PLACES; place++) {
                weight += trace.folds().get(feature, place) * get(folds[place], column);
            }
        }
        return weight;
    }

    /** A column as if nothing had been learned. */
    void clear(int column) {
        clear(rows, column);
        clear(ring, column);
        clear(folds, column);
    }

    private void clear(R[] vectors, int column) {
        for (R vector : vectors) {
            set(vector, column, 0);
        }
    }

    /** All numbers of a column: of the rows, without what they lack, and of the vectors of that. A copy. */
    double[] column(int column) {
        double[] values = new double[rows.length + ring.length + folds.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(vector(i), column);
        }
        return values;
    }

    void setColumn(int column, double[] values) {
        for (int i = 0; i < values.length; i++) {
            set(vector(i), column, values[i]);
        }
    }

    private R vector(int i) {
        int j = i - rows.length;
        return j < 0 ? rows[i] : j < ring.length ? ring[j] : folds[j - ring.length];
    }

    /** Sets wⱼ of a column that has not learned. */
    void set(int feature, int column, double weight) {
        set(rows[feature], column, weight);
    }

    /**
     * Σ φⱼ wⱼ of a tile's columns, always in the same order, for the φ that pending corrections and folds have been
     * looked at with.
     */
    void sum(Features phi, HordeColumns columns, int tile) {
        int from = columns.from(tile);
        int to = columns.to(tile);
        R total = total(columns.sum);
        zero(total, from, to);
        int active = phi.active();
        int k = 0;
        for (; k + 3 < active; k += 4) {
            add(
                    total,
                    rows[phi.index(k)],
                    phi.value(k),
                    rows[phi.index(k + 1)],
                    phi.value(k + 1),
                    rows[phi.index(k + 2)],
                    phi.value(k + 2),
                    rows[phi.index(k + 3)],
                    phi.value(k + 3),
                    from,
                    to);
        }
        for (; k < active; k++) {
            add(total, rows[phi.index(k)], phi.value(k), from, to);
        }
        for (int place = 0; place < HordePending.PLACES; place++) {
            if (pending.along(place) != 0) {
                add(total, ring[place], -pending.along(place), from, to);
            }
        }
        for (int run = columns.tileRuns[tile]; run < columns.tileRuns[tile + 1]; run++) {
            HordeFolds lacking = columns.runGroup[run].trace().folds();
            for (int place = 0; place < HordeFolds.PLACES; place++) {
                if (lacking.along(place) != 0) {
                    add(total, folds[place], lacking.along(place), columns.runFrom[run], columns.runTo[run]);
                }
            }
        }
        deliver(total, columns.sum, from, to);
    }

    /** wⱼ ← wⱼ − φⱼ shift for the features that join, in time if corrections are put off. */
    void join(Features phi, double[] shift, int from, int to) {
        if (!pending.isUsed()) {
            R vector = vector(shift, from, to);
            int active = isZero(shift, from, to) ? 0 : phi.active();
            for (int k = 0; k < active; k++) {
                add(rows[phi.index(k)], vector, -phi.value(k), from, to);
            }
        } else if (phi.active() > 0) {
            zero(ring[pending.newest()], from, to);
            amend(shift, from, to);
        }
    }

    /** The same again, before any others join. */
    void amend(double[] shift, int from, int to) {
        addDoubles(ring[pending.newest()], shift, from, to);
    }

    /** Writes a tile's columns of the rows that are due. */
    void settle(HordeColumns columns, int tile) {
        for (int i = 0; i < pending.dueCount(); i++) {
            int feature = pending.feature(pending.due(i));
            correct(rows[feature], pending.due(i), columns.from(tile), columns.to(tile));
            for (int run = columns.tileRuns[tile]; run < columns.tileRuns[tile + 1]; run++) {
                HordeFolds lacking = columns.runGroup[run].trace().folds();
                if (lacking.isUsed() && lacking.lacks(feature)) {
                    fold(feature, lacking, columns.runFrom[run], columns.runTo[run]);
                }
            }
        }
    }

    /** Takes off the corrections from this entry on. */
    private void correct(R row, int oldest, int from, int to) {
        int e = oldest;
        while (e != HordePending.NONE) {
            int e1 = pending.after(e);
            int e2 = pending.after(e1);
            int e3 = pending.after(e2);
            if (e3 == HordePending.NONE) {
                add(row, ring[pending.place(e)], -pending.value(e), from, to);
                e = e1;
            } else {
                add(
                        row,
                        ring[pending.place(e)],
                        -pending.value(e),
                        ring[pending.place(e1)],
                        -pending.value(e1),
                        ring[pending.place(e2)],
                        -pending.value(e2),
                        ring[pending.place(e3)],
                        -pending.value(e3),
                        from,
                        to);
                e = pending.after(e3);
            }
        }
    }

    private void fold(int feature, HordeFolds lacking, int from, int to) {
        add(
                rows[feature],
                folds[0],
                lacking.get(feature, 0),
                folds[1],
                lacking.get(feature, 1),
                folds[2],
                lacking.get(feature, 2),
                folds[3],
                lacking.get(feature, 3),
                from,
                to);
    }

    /**
     * wⱼ ← wⱼ + gⱼ move for the columns of one trace, in time if folds are put off; then the rows that are overdue are
     * written.
     */
    void fold(SharedTrace trace, double[] move, int from, int to) {
        HordeFolds lacking = trace.folds();
        if (!lacking.isUsed()) {
            R vector = vector(move, from, to);
            int count = isZero(move, from, to) ? 0 : trace.count();
            for (int i = 0; i < count; i++) {
                int j = trace.listed()[i];
                add(rows[j], vector, trace.g()[j], from, to);
            }
            return;
        }
        for (int i = 0; i < lacking.overdue(); i++) {
            fold(lacking.overdue(i), lacking, from, to);
        }
        zero(folds[lacking.newest()], from, to);
        addDoubles(folds[lacking.newest()], move, from, to);
    }

    private static boolean isZero(double[] x, int from, int to) {
        for (int q = from; q < to; q++) {
            if (x[q] != 0) {
                return false;
            }
        }
        return true;
    }

    abstract R copy(R row, int columns);

    abstract double get(R row, int column);

    abstract void set(R row, int column, double value);

    abstract void zero(R row, int from, int to);

    /** Where sums are gathered, before they are delivered. */
    abstract R total(double[] sums);

    abstract void deliver(R total, double[] sums, int from, int to);

    /** The values as a row. */
    abstract R vector(double[] values, int from, int to);

    abstract void addDoubles(R y, double[] x, int from, int to);

    /** y ← y + s x. */
    abstract void add(R y, R x, double s, int from, int to);

    /** Four rows at a time: y is read and written a quarter as often, and four rows are on their way from memory. */
    abstract void add(R y, R x0, double s0, R x1, double s1, R x2, double s2, R x3, double s3, int from, int to);
}
