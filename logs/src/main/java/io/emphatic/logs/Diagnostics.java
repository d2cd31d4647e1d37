package io.emphatic.logs;

import io.emphatic.Learner;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What is watched while one prediction is learned, in constant memory. Only steps that were learned from count. */
final class Diagnostics {
    static final int TENTHS = 10;

    private final Quantiles ratios = new Quantiles();
    private final Quantiles followOns = new Quantiles();
    private final Quantiles emphases = new Quantiles();
    private final double[] errorSums = new double[TENTHS];
    private final long[] errorCounts = new long[TENTHS];
    private int tenth; // of the last step; found again after a restart
    private boolean emphatic; // whether there is a follow-on trace, as the first step tells
    private long steps;
    private double ratioMin = Double.NaN;
    private double ratioSum;
    private double ratioSquares;

    /**
     * Takes note of a step.
     *
     * @param place which row of the log it was, from 0; never before the last one
     * @param rows how many rows the log has
     */
    void learned(double ratio, Learner learner, long place, long rows) {
        while (TENTHS * place >= (tenth + 1) * rows) {
            tenth++;
        }
        steps++;
        ratioMin = ratio >= ratioMin ? ratioMin : ratio;
        ratioSum += ratio;
        ratioSquares += ratio * ratio;
        ratios.add(ratio);
        if (emphatic || steps == 1) {
            double followOn = learner.followOn();
            emphatic = !Double.isNaN(followOn);
            if (emphatic) {
                followOns.add(followOn);
                emphases.add(learner.emphasis());
            }
        }
        double error = learner.tdError();
        if (!Double.isNaN(error)) {
            errorSums[tenth] += Math.abs(error);
            errorCounts[tenth]++;
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

    /** Mean |δ| of each tenth of the log; NaN where nothing was learned. */
    double[] tdErrors() {
        double[] means = new double[TENTHS];
        for (int k = 0; k < TENTHS; k++) {
            means[k] = errorSums[k] / errorCounts[k];
        }
        return means;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(steps);
        out.writeDouble(ratioMin);
        out.writeDouble(ratioSum);
        out.writeDouble(ratioSquares);
        for (int k = 0; k < TENTHS; k++) {
            out.writeDouble(errorSums[k]);
            out.writeLong(errorCounts[k]);
        }
        ratios.write(out);
        followOns.write(out);
        emphases.write(out);
    }

    void read(DataInput in) throws IOException {
        steps = in.readLong();
        ratioMin = in.readDouble();
        ratioSum = in.readDouble();
        ratioSquares = in.readDouble();
        for (int k = 0; k < TENTHS; k++) {
            errorSums[k] = in.readDouble();
            errorCounts[k] = in.readLong();
        }
        ratios.read(in);
        followOns.read(in);
        emphases.read(in);
        emphatic = !Double.isNaN(followOns.max());
    }
}
