package io.emphatic.logs.spec;

/** Where a number of each row comes from: a column of the query, or a constant, with slot −1. */
public record NumberSource(int slot, double value) {
    static NumberSource constant(double value) {
        return new NumberSource(-1, value);
    }

    static NumberSource slot(int slot) {
        return new NumberSource(slot, Double.NaN);
    }

    public boolean isConstant() {
        return slot < 0;
    }

    public double at(double[] numbers) {
        return slot < 0 ? value : numbers[slot];
    }

    public double at(double[][] columns, int row) {
        return slot < 0 ? value : columns[slot][row];
    }
}
