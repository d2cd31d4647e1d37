package io.emphatic.lab.report;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis: from numbers to a stretch of the figure.
 *
 * @param min the number at its beginning
 * @param max the number at its end
 * @param from where it begins on the figure
 * @param to where it ends on the figure
 */
record Scale(double min, double max, double from, double to) {

    double at(double value) {
        return from + (value - min) / (max - min) * (to - from);
    }

    /** The same, but not beyond the ends. */
    double within(double value) {
        return at(Math.max(min, Math.min(max, value)));
    }

    /** Round numbers from end to end, about as many as asked for. */
    List<Double> ticks(int about) {
        double raw = (max - min) / about;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double step = power;
        for (double factor : new double[] {2, 2.5, 5, 10}) {
            if (step < raw) {
                step = factor * power;
            }
        }
        List<Double> ticks = new ArrayList<>();
        for (long k = (long) Math.ceil(min / step - 1e-9); k * step <= max + 1e-9 * step; k++) {
            ticks.add(k * step);
        }
        return ticks;
    }
}
