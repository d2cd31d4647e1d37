package io.emphatic.lab.problems.miner;

import io.emphatic.lab.figure.LineFigure;
import io.emphatic.lab.figure.LineFigure.Frame;
import io.emphatic.lab.problems.miner.MinerResult.Learning;
import io.emphatic.lab.problems.miner.MinerResult.Prediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Figure 2, and the same experience without clipping. */
final class MinerFigures {
    private static final String ENTRAPMENTS = "Entrapments";
    private static final String ESTIMATE = "Discounted gold before a trap (Block A weight)";

    private final MinerResult result;

    MinerFigures(MinerResult result) {
        this.result = result;
    }

    /** All that is drawn, as long as that does not make the exact values too small to be told apart. */
    private Frame frame() {
        double low = 0;
        double high = 0;
        for (Prediction prediction : result.predictions()) {
            low = Math.min(low, prediction.trueValue());
            high = Math.max(high, prediction.trueValue());
            if (result.setting().approachesEtdFixedPoint()) {
                low = Math.min(low, prediction.fixedPoint());
                high = Math.max(high, prediction.fixedPoint());
            }
        }
        double span = high - low;
        double yMin = low;
        double yMax = high;
        for (Prediction prediction : result.predictions()) {
            for (int sign : new int[] {-1, 1}) {
                for (double y : Curve.of(prediction.learned(), result.setting()).shifted(2 * sign)) {
                    yMin = Double.isNaN(y) ? yMin : Math.min(yMin, y);
                    yMax = Double.isNaN(y) ? yMax : Math.max(yMax, y);
                }
            }
        }
        yMin = yMin < 0 ? Math.max(yMin - 0.05 * span, low - span) : 0;
        yMax = Math.min(yMax + 0.05 * span, high + span);
        return new Frame(0, result.setting().entrapments(), yMin, yMax);
    }

    /** What is drawn, and what of it is not to be seen. */
    String title() {
        MinerSetting setting = result.setting();
        return (setting.algorithm().equals("etd") ? "ETD(λ)" : setting.algorithm())
                + (setting.has("clip") && !setting.clips() ? ", no clipping" : "")
                + (setting.runs() == 1 ? ": one run" : ": mean of " + setting.runs() + " runs ± two standard errors")
                + (diverges() ? ", until one diverges" : leaves(frame()) ? ", cut off at the frame" : "");
    }

    private boolean diverges() {
        return result.predictions().stream().anyMatch(p -> p.learned().diverged() > 0);
    }

    /** Whether any band leaves the frame. */
    private boolean leaves(Frame frame) {
        return result.predictions().stream()
                .map(p -> Curve.of(p.learned(), result.setting()))
                .flatMapToDouble(
                        curve -> DoubleStream.concat(Arrays.stream(curve.shifted(-2)), Arrays.stream(curve.shifted(2))))
                .anyMatch(y -> y < frame.yMin() || y > frame.yMax());
    }

    /** A curve from the beginning, where all weights are 0, to the end of the runs. */
    private record Curve(double[] x, double[] mean, double[] stderr) {
        static Curve of(Learning learning, MinerSetting setting) {
            int points = learning.curve().size();
            boolean ends = setting.entrapments() % MinerSetting.POINT == 0;
            int n = 1 + points + (ends ? 0 : 1);
            Curve curve = new Curve(new double[n], new double[n], new double[n]);
            for (int k = 0; k < points; k++) {
                curve.x[k + 1] = learning.curve().get(k).entrapments();
                curve.mean[k + 1] = learning.curve().get(k).mean();
                curve.stderr[k + 1] = learning.curve().get(k).stderr();
            }
            if (!ends) {
                curve.x[n - 1] = setting.entrapments();
                curve.mean[n - 1] = learning.last().mean();
                curve.stderr[n - 1] = learning.last().stderr();
            }
            return curve;
        }

        /** Without the beginning, where all runs are the same. */
        double[] later() {
            return Arrays.copyOfRange(x, 1, x.length);
        }

        /** The logarithm to base 10 of the standard deviation over the runs, without the beginning. */
        double[] logSpread(int runs) {
            return Arrays.stream(stderr, 1, stderr.length)
                    .map(error -> Math.log10(error * Math.sqrt(runs)))
                    .toArray();
        }

        /** The mean moved by so many standard errors; as it is where there are none. */
        double[] shifted(double errors) {
            double[] shifted = mean.clone();
            for (int k = 0; k < shifted.length; k++) {
                shifted[k] += Double.isNaN(stderr[k]) ? 0 : errors * stderr[k];
            }
            return shifted;
        }
    }

    /**
     * Mean of the runs with two standard errors, against the true values and, for a learner that approaches it, the
     * fixed point of ETD.
     */
    LineFigure main() {
        MinerSetting setting = result.setting();
        LineFigure figure = new LineFigure(1200, 800, title(), ENTRAPMENTS, ESTIMATE, frame());
        List<Prediction> predictions = result.predictions();
        for (int q = 0; q < predictions.size(); q++) {
            Curve curve = Curve.of(predictions.get(q).learned(), setting);
            figure.band(q, curve.x, curve.shifted(-2), curve.shifted(2));
        }
        for (int q = 0; q < predictions.size(); q++) {
            double[] ends = {0, setting.entrapments()};
            double value = predictions.get(q).trueValue();
            figure.dotted(q, ends, new double[] {value, value});
            if (setting.approachesEtdFixedPoint()) {
                double limit = predictions.get(q).fixedPoint();
                figure.dashed(q, ends, new double[] {limit, limit});
            }
        }
        for (int q = 0; q < predictions.size(); q++) {
            Curve curve = Curve.of(predictions.get(q).learned(), setting);
            figure.curve(predictions.get(q).policy(), q, curve.x, curve.mean);
        }
        figure.legendOfDotted("true value");
        if (setting.approachesEtdFixedPoint()) {
            figure.legendOfDashed("ETD's fixed point");
        }
        return figure;
    }

    /**
     * How far apart the runs are without clipping, and with it, on a logarithmic scale; empty if there is nothing to
     * compare.
     */
    Optional<LineFigure> spread() {
        MinerSetting setting = result.setting();
        if (!setting.clips() || setting.runs() < 2) {
            return Optional.empty();
        }
        List<Curve> clipped = new ArrayList<>();
        List<Curve> unclipped = new ArrayList<>();
        for (Prediction prediction : result.predictions()) {
            clipped.add(Curve.of(prediction.learned(), setting));
            unclipped.add(Curve.of(prediction.unclipped().orElseThrow(), setting));
        }
        DoubleSummaryStatistics range = Stream.of(clipped, unclipped)
                .flatMap(List::stream)
                .flatMapToDouble(curve -> Arrays.stream(curve.logSpread(setting.runs())))
                .filter(Double::isFinite)
                .summaryStatistics();
        if (range.getCount() == 0) {
            return Optional.empty();
        }
        Frame frame = new Frame(0, setting.entrapments(), Math.floor(range.getMin()), Math.ceil(range.getMax()));
        LineFigure figure = new LineFigure(
                1200, 640, "The same runs without clipping", ENTRAPMENTS, "Std. deviation over runs", frame);
        figure.showPowersOfTen();
        for (int q = 0; q < clipped.size(); q++) {
            figure.dotted(q, clipped.get(q).later(), clipped.get(q).logSpread(setting.runs()));
        }
        for (int q = 0; q < unclipped.size(); q++) {
            figure.curve(
                    result.predictions().get(q).policy(),
                    q,
                    unclipped.get(q).later(),
                    unclipped.get(q).logSpread(setting.runs()));
        }
        figure.legendOfDotted("with clipping");
        return Optional.of(figure);
    }
}
