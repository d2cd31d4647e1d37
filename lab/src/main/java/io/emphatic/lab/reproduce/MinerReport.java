package io.emphatic.lab.reproduce;

import io.emphatic.lab.Estimate;
import io.emphatic.lab.reproduce.MinerResult.Learning;
import io.emphatic.lab.reproduce.MinerResult.Prediction;
import io.emphatic.lab.theory.TextTable;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the Miner experiment gave, in words and numbers: for the terminal and for the page. */
public final class MinerReport {
    private static final int WIDTH = 100;

    private final MinerResult result;

    public MinerReport(MinerResult result) {
        this.result = result;
    }

    /** For a terminal. */
    public void print(PrintWriter out) {
        MinerSetting setting = result.setting();
        out.printf(
                Locale.ROOT,
                "The Miner problem: %s, %d runs of %,d entrapments, %,d steps in %.1f s%n%n",
                learner(),
                setting.runs(),
                setting.entrapments(),
                result.steps(),
                result.seconds());
        List<List<String>> cells = table();
        TextTable table = new TextTable(cells.get(0));
        cells.subList(1, cells.size()).forEach(table::add);
        table.print(out);
        out.println();
        out.println("± is two standard errors.");
        sentences().forEach(sentence -> out.println(wrapped(sentence)));
    }

    /** Lines of at most {@value #WIDTH} characters. */
    private static String wrapped(String text) {
        return text.replaceAll("(.{1," + WIDTH + "})(?: +|$)", "$1\n").stripTrailing();
    }

    /** The learner and its setting: {@code etd with α = 0.001, increments clipped to ±0.5}. */
    String learner() {
        MinerSetting setting = result.setting();
        List<String> parts = new ArrayList<>();
        if (setting.has("step_size")) {
            parts.add("α = " + plain(setting.stepSize()));
        }
        if (setting.has("clip")) {
            parts.add(setting.clips() ? "increments clipped to ±" + plain(setting.clip()) : "no clipping");
        }
        return setting.algorithm() + (parts.isEmpty() ? "" : " with " + String.join(", ", parts));
    }

    private static String plain(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    /** A row for each policy, after the headings. */
    List<List<String>> table() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("policy", "true value at S", "Monte Carlo", "ETD's fixed point", "estimate at the end"));
        for (Prediction prediction : result.predictions()) {
            rows.add(List.of(
                    prediction.policy(),
                    number(prediction.trueValue()),
                    number(prediction.monteCarlo()),
                    number(prediction.fixedPoint()),
                    estimate(prediction.learned())));
        }
        return rows;
    }

    private String estimate(Learning learning) {
        return learning.diverged() == 0
                ? number(learning.last())
                : "diverged in " + learning.diverged() + " of "
                        + result.setting().runs() + " runs";
    }

    private static String number(Estimate estimate) {
        String mean = number(estimate.mean());
        return Double.isNaN(estimate.stderr()) ? mean : mean + " ± " + number(2 * estimate.stderr());
    }

    static String number(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        if (Math.abs(value) < 1e3 || Double.isInfinite(value)) {
            return String.format(Locale.ROOT, "%.3f", value).replace('-', '−');
        }
        int exponent = (int) Math.floor(Math.log10(Math.abs(value)));
        return String.format(Locale.ROOT, "%.1f·10^%d", value / Math.pow(10, exponent), exponent)
                .replace('-', '−');
    }

    /** What one sees, a sentence or two each. */
    List<String> sentences() {
        boolean etd = result.setting().algorithm().equals("etd");
        List<String> sentences = new ArrayList<>();
        sentences.add(order());
        if (etd) {
            sentences.add(
                    "The features tell the block and not the cell, so ETD's fixed point is the true value averaged "
                            + "over the visits to Block A, while the dotted lines are the values at S alone.");
        }
        if (etd && result.setting().clips()) {
            sentences.add("Clipping holds the estimates back: it cuts the rare large increments that belong to the "
                    + "mean, and fewer of them with a smaller step size.");
        }
        if (result.setting().clips() && result.setting().runs() > 1) {
            sentences.add(withoutClipping());
        }
        if (etd && result.predictions().stream().allMatch(p -> p.followOnRadius() >= 1)) {
            sentences.add(
                    "The reason is the follow-on trace, whose variance is infinite for every one of these policies: "
                            + "the radius that would have to be below 1 is " + each(p -> number(p.followOnRadius()))
                            + ".");
        }
        return sentences;
    }

    private String order() {
        if (result.predictions().stream().anyMatch(p -> p.learned().diverged() > 0)) {
            return "Some runs diverged, so the order of the policies cannot be told.";
        }
        String truth = String.join(" < ", result.order(Prediction::trueValue));
        return result.orderPreserved()
                ? "The estimates put the policies in the order of their true values: " + truth + "."
                : "The estimates do not put the policies in the order of their true values, " + truth + ": they say "
                        + String.join(
                                " < ", result.order(p -> p.learned().last().mean())) + ".";
    }

    private String withoutClipping() {
        double root = Math.sqrt(result.setting().runs());
        return "Without clipping, the standard deviation over the same runs at their end is "
                + each(p -> spread(p.unclipped().orElseThrow(), root)) + " instead of "
                + each(p -> spread(p.learned(), root)) + ".";
    }

    private static String spread(Learning learning, double root) {
        return learning.diverged() > 0
                ? "not defined (diverged)"
                : number(learning.last().stderr() * root);
    }

    /** Something of each prediction: {@code 0.352 (uniform), 0.968 (headfirst), 2.429 (cautious)}. */
    private String each(Function<Prediction, String> what) {
        return result.predictions().stream()
                .map(p -> what.apply(p) + " (" + p.policy() + ")")
                .collect(Collectors.joining(", "));
    }
}
