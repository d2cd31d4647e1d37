package io.emphatic.logs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What is watched of the steps that a prediction learns from, in constant memory: ratio, follow-on and emphasis. None depends on what is
 * predicted, so that predictions that share them can share this.
 */
final class StepDiagnostics {
    private final Quantiles ratios;
    private final Quantiles followOns;
    private final Quantiles emphases;
    private boolean emphatic = true; // whether there is a follow-on trace, which the first step tells
    private long steps;
    private double ratioMin = Double.NaN;
    private double ratioSum;
    private double ratioSquares;

    StepDiagnostics() {
        this(new Quantiles(), new Quantiles(), new Quantiles());
    }

    private StepDiagnostics(Quantiles ratios, Quantiles followOns, Quantiles emphases) {
        this.ratios = ratios;
        this.followOns = followOns;
        this.emphases = emphases;
    }

    /** One that stays as this is now. */
    StepDiagnostics copy() {
        StepDiagnostics copy = new StepDiagnostics(ratios.copy(), followOns.copy(), emphases.copy());
        copy.emphatic = emphatic;
        copy.steps = steps;
        copy.ratioMin = ratioMin;
        copy.ratioSum = ratioSum;
        copy.ratioSquares = ratioSquares;
        return copy;
    }

    /** Whether follow-on and emphasis are wanted. */
    boolean isEmphatic() {
        return emphatic;
    }

    /**
     * Takes note of a step that was learned from.
     *
     * @param followOn NaN where there is none, as the emphasis
     */
    void learned(double ratio, double followOn, double emphasis) {
        steps++;
        ratioMin = ratio >= ratioMin ? ratioMin : ratio;
        ratioSum += ratio;
        ratioSquares += ratio * ratio;
        ratios.add(ratio);
        if (emphatic) {
            emphatic = !Double.isNaN(followOn);
            if (emphatic) {
                followOns.add(followOn);
                emphases.add(emphasis);
            }
        }
    }

    Report.Ratio ratio() {
        return new Report.Ratio(
                ratioMin,
                steps == 0 ? Double.NaN : ratioSum / steps,
                ratios.max(),
                // (Σρ)² / Σρ²: how many steps of ratio 1 would say as much
                ratioSum * ratioSum / ratioSquares,
                ratios.at(0.5),
                ratios.at(0.99));
    }

    /** Null where there is no follow-on trace. */
    Report.Spread followOn() {
        return spread(followOns);
    }

    /** Null where there is no emphasis. */
    Report.Spread emphasis() {
        return spread(emphases);
    }

    private static Report.Spread spread(Quantiles quantiles) {
        return Double.isNaN(quantiles.max())
                ? null
                : new Report.Spread(quantiles.at(0.5), quantiles.at(0.99), quantiles.max());
    }

    void write(DataOutput out) throws IOException {
        out.writeBoolean(emphatic);
        out.writeLong(steps);
        out.writeDouble(ratioMin);
        out.writeDouble(ratioSum);
        out.writeDouble(ratioSquares);
        ratios.write(out);
        followOns.write(out);
        emphases.write(out);
    }

    void read(DataInput in) throws IOException {
        emphatic = in.readBoolean();
        steps = in.readLong();
        ratioMin = in.readDouble();
        ratioSum = in.readDouble();
        ratioSquares = in.readDouble();
        ratios.read(in);
        followOns.read(in);
        emphases.read(in);
    }
}
