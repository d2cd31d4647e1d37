package io.emphatic.engine;

/** Which rows have a trace: a list of them, or all as soon as dense features have joined it. */
final class TraceRows {
    private final int[] rows;
    private final boolean[] isListed;
    private int count;
    private boolean all;

    TraceRows(int size) {
        this.rows = new int[size + 1]; // so that add can write before it counts
        this.isListed = new boolean[size];
    }

    boolean isAll() {
        return all;
    }

    void setAll() {
        clear();
        all = true;
    }

    void add(KeptFeatures phi) {
        if (phi.isDense()) {
            setAll();
        }
        for (int i = 0; !all && i < phi.count(); i++) {
            add(phi.indices[i]);
        }
    }

    void add(int j) {
        rows[count] = j;
        count += isListed[j] ? 0 : 1;
        isListed[j] = true;
    }

    void clear() {
        keepFirst(0);
        all = false;
    }

    /** How many there are. */
    int count() {
        return all ? isListed.length : count;
    }

    int at(int i) {
        return all ? i : rows[i];
    }

    /** Puts the i-th row to an earlier place. */
    void move(int i, int to) {
        int j = rows[i];
        rows[i] = rows[to];
        rows[to] = j;
    }

    /** All others have no trace any more. */
    void keepFirst(int kept) {
        for (int i = kept; i < count; i++) {
            isListed[rows[i]] = false;
        }
        count = kept;
    }
}
