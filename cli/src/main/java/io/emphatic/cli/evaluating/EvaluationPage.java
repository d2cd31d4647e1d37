package io.emphatic.cli.evaluating;

import io.emphatic.documents.figure.Canvas;
import io.emphatic.documents.figure.Colour;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.figure.Letters;
import io.emphatic.documents.figure.Mark;
import io.emphatic.documents.figure.Pen;
import io.emphatic.documents.figure.Scale;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.page.Page;
import io.emphatic.documents.page.Parts;
import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.logs.evaluating.EvaluationReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;

/** An evaluation as one page that needs nothing else; its words are in {@code page.jte} and {@code target.jte}. */
public record EvaluationPage(EvaluationReport report) {
    public static void write(EvaluationReport report, String version, Path file) throws IOException {
        WholeFile.write(file, new EvaluationPage(report).html(version));
    }

    private String html(String version) {
        return new Page(
                        report.result().gate() == null ? "What would it have earned?" : "May it go into the A/B test?",
                        EvaluationWords.counts(report) + ".",
                        Parts.of(EvaluationPage.class, "page.jte", this),
                        version)
                .html();
    }

    GateWords gate() {
        return GateWords.of(report);
    }

    EvaluationAnswer answer() {
        return new EvaluationAnswer(report);
    }

    /** The answer is that of the gate where one was asked. */
    List<String> lines() {
        return report.result().gate() == null
                ? answer().lines()
                : gate().card(answer().meaning(report.result().gate().verdict()));
    }

    /** An interval this many times as wide as the recommended one is cut off, so that the others can be seen. */
    private static final double WIDEST = 6;

    private static final double ROW = 26;
    private static final double LEFT = 100;
    private static final int WIDTH = 680;
    private static final Colour COLOUR = Colour.series(0);

    static Figure estimates(TargetResult target) {
        List<PolicyEstimate> estimates = target.estimates();
        double bottom = 20 + ROW * estimates.size();
        double right = WIDTH - 40.0;
        String seen = "Estimates of " + target.name() + " with intervals: "
                + estimates.stream()
                        .map(estimate -> estimate.name() + " " + Numbers.significant(estimate.value()))
                        .collect(Collectors.joining(", "));
        return new Figure(WIDTH, (int) bottom + 40, seen, canvas -> {
            Scale x = valueScale(target, right);
            for (Scale.Tick tick : x.ticks(WIDTH / 97)) {
                double at = x.at(tick.value());
                canvas.line(Pen.THIN, Colour.GRID, at, 10, at, bottom);
                canvas.text(tick.label(), at, bottom + 19, Canvas.Anchor.CENTRE, Letters.TEXT, Colour.INK);
            }
            canvas.line(Pen.THIN, Colour.INK, LEFT, bottom, right, bottom);
            for (int k = 0; k < estimates.size(); k++) {
                boolean recommended = estimates.get(k).name().equals(target.recommended());
                paint(canvas, x, estimates.get(k), 10 + (k + 0.5) * ROW, recommended);
            }
        });
    }

    private static void paint(Canvas canvas, Scale x, PolicyEstimate estimate, double y, boolean recommended) {
        Colour colour = recommended ? COLOUR : Colour.INK;
        canvas.text(estimate.name(), LEFT - 12, y + 5, Canvas.Anchor.RIGHT, Letters.NAME, colour);
        interval(canvas, x, Pen.THIN, Colour.FAINT, estimate.guaranteedLow(), estimate.guaranteedHigh(), y + 7);
        interval(canvas, x, Pen.CURVE, colour, estimate.low(), estimate.high(), y);
        if (estimate.value() >= x.min() && estimate.value() <= x.max()) {
            canvas.mark(Mark.DISC, colour, x.at(estimate.value()), y, 4.5);
        }
    }

    /** @param low null, as {@code high}, for no interval */
    private static void interval(Canvas canvas, Scale x, Pen pen, Colour colour, Double low, Double high, double y) {
        if (low == null || high == null) {
            return;
        }
        canvas.line(pen, colour, x.within(low), y, x.within(high), y);
        if (low < x.min()) {
            arrow(canvas, colour, x.from(), y, 6);
        }
        if (high > x.max()) {
            arrow(canvas, colour, x.to(), y, -6);
        }
    }

    private static void arrow(Canvas canvas, Colour colour, double tip, double y, double back) {
        canvas.area(colour, new double[] {tip, tip + back, tip + back}, new double[] {y, y - 4, y + 4});
    }

    private static Scale valueScale(TargetResult target, double right) {
        double width = EvaluationWords.recommended(target)
                .filter(estimate -> estimate.low() != null)
                .map(estimate -> estimate.high() - estimate.low())
                .orElse(Double.POSITIVE_INFINITY);
        DoubleSummaryStatistics ends = new DoubleSummaryStatistics();
        for (PolicyEstimate estimate : target.estimates()) {
            boolean shown = estimate.low() != null && estimate.high() - estimate.low() <= WIDEST * width;
            if (shown) {
                ends.accept(estimate.low());
                ends.accept(estimate.high());
            }
            if (shown || !Double.isFinite(width) || estimate.name().equals(target.recommended())) {
                ends.accept(estimate.value());
            }
        }
        double margin = 0.06 * (ends.getMax() - ends.getMin());
        return Scale.linear(ends.getMin() - margin, ends.getMax() + margin, LEFT, right);
    }
}
