package io.emphatic.lab.explanation;

import java.util.ArrayList;
import java.util.List;

/** Where numbers lie along a side of a chart, and which of them get a label. */
final class Axis {
    private static final int MOST_TICKS = 6;

    private final double low;
    private final double high;
    private final double from;
    private final double to;
    private final boolean logarithmic;

    Axis(double low, double high, double from, double to, boolean logarithmic) {
        this.low = low;
        this.high = high;
        this.from = from;
        this.to = to;
        this.logarithmic = logarithmic;
    }

    double at(double value) {
        double share = logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return from + share * (to - from);
    }

    /** Round numbers: powers of ten on a logarithmic axis, otherwise 1, 2 or 5 times one apart. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (logarithmic) {
            int first = (int) Math.ceil(Math.log10(low));
            int last = (int) Math.floor(Math.log10(high));
            int every = Math.max(1, (last - first) / MOST_TICKS + 1);
            for (int power = first; power <= last; power += every) {
                ticks.add(Math.pow(10, power));
            }
            return ticks;
        }
        double raw = (high - low) / MOST_TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double unit =
                raw / power <= 1 ? power : raw / power <= 2 ? 2 * power : raw / power <= 5 ? 5 * power : 10 * power;
        for (long k = (long) Math.ceil(low / unit); k * unit <= high; k++) {
            ticks.add(k * unit);
        }
        return ticks;
    }
}
