package io.emphatic.documents.figure;

import io.emphatic.documents.text.Numbers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Where numbers lie along a side of a panel: min at the point from of the figure, max at to. */
public record Scale(Kind kind, double min, double max, double from, double to) {
    /** How distances grow: with differences, or with ratios and ticks at powers of ten or of two. */
    public enum Kind {
        LINEAR,
        LOGARITHMIC,
        BINARY
    }

    public record Tick(double value, String label) {}

    /** An interval of a single number is widened upwards: an axis needs a length. */
    public static Scale linear(double min, double max, double from, double to) {
        double wide = min < max ? max : min + (min == 0 ? 1 : Math.abs(min));
        return new Scale(Kind.LINEAR, min, wide, from, to);
    }

    public static Scale logarithmic(double min, double max, double from, double to) {
        return new Scale(Kind.LOGARITHMIC, min, max, from, to);
    }

    public static Scale binary(double min, double max, double from, double to) {
        return new Scale(Kind.BINARY, min, max, from, to);
    }

    /** Where a number lies; far outside it does not matter how far, and nothing is drawn exactly with 10¹² points. */
    public double at(double value) {
        double part = kind == Kind.LINEAR
                ? (value - min) / (max - min)
                : value > 0 ? Math.log(value / min) / Math.log(max / min) : -20;
        return from + Math.max(-20, Math.min(20, part)) * (to - from);
    }

    public double within(double value) {
        return at(clamped(value));
    }

    double clamped(double value) {
        return Math.max(min, Math.min(max, value));
    }

    /** Round numbers from end to end, about as many as asked for. */
    public List<Tick> ticks(int about) {
        return switch (kind) {
            case LINEAR -> linearTicks(about);
            case LOGARITHMIC -> powersOfTen(about);
            case BINARY -> powersOfTwo(about);
        };
    }

    /** At least two, where there is room for any: an axis with one number has no scale. */
    private List<Tick> linearTicks(int about) {
        List<Tick> ticks = linearTicks((max - min) / about);
        for (int finer = 2; ticks.size() < 2 && finer <= 8; finer *= 2) {
            ticks = linearTicks((max - min) / about / finer);
        }
        return ticks;
    }

    private List<Tick> linearTicks(double raw) {
        int power = (int) Math.floor(Math.log10(raw));
        BigDecimal step = BigDecimal.ONE.scaleByPowerOfTen(power);
        for (String factor : new String[] {"2", "2.5", "5", "10"}) {
            if (step.doubleValue() < raw) {
                step = new BigDecimal(factor).scaleByPowerOfTen(power);
            }
        }
        double width = step.doubleValue();
        List<Tick> ticks = new ArrayList<>();
        for (long k = (long) Math.ceil(min / width - 1e-9); k * width <= max + 1e-9 * width; k++) {
            ticks.add(new Tick(k * width, Numbers.tick(step.multiply(BigDecimal.valueOf(k)))));
        }
        return ticks;
    }

    /** And two or three between them where there is room; less than a decade has ticks as a linear scale has. */
    private List<Tick> powersOfTen(int about) {
        double decades = Math.log10(max / min);
        int every = Math.max(1, (int) Math.ceil(decades / about));
        List<Integer> few = 3 * decades <= about ? List.of(1, 2, 5) : List.of(1);
        List<Integer> factors = 4 * decades <= about ? List.of(1, 2, 3, 5) : few;
        List<Tick> ticks = new ArrayList<>();
        for (int decade = (int) Math.floor(Math.log10(min)); decade <= Math.ceil(Math.log10(max)); decade++) {
            for (int factor : factors) {
                BigDecimal tick = BigDecimal.valueOf(factor).scaleByPowerOfTen(decade);
                double value = tick.doubleValue();
                boolean inside = value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9);
                if (inside && Math.floorMod(decade, every) == 0) {
                    ticks.add(new Tick(value, Numbers.tick(tick)));
                }
            }
        }
        return ticks.size() < 2 ? linearTicks(about) : ticks;
    }

    private List<Tick> powersOfTwo(int about) {
        double low = Math.log(min) / Math.log(2);
        double high = Math.log(max) / Math.log(2);
        int every = 1;
        for (int step : new int[] {2, 3, 6, 12, 24}) {
            every = (high - low) / every > about ? step : every;
        }
        List<Tick> ticks = new ArrayList<>();
        for (int exponent = (int) Math.ceil(low - 1e-9); exponent <= high + 1e-9; exponent++) {
            if (Math.floorMod(exponent, every) == 0) {
                ticks.add(new Tick(Math.scalb(1.0, exponent), Numbers.power(2, exponent)));
            }
        }
        return ticks;
    }
}
