package io.emphatic.lab.problems.miner;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.WholeFile;
import io.emphatic.lab.figure.LineFigure;
import io.emphatic.lab.problems.miner.MinerResult.Prediction;
import io.emphatic.lab.theory.Html;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** The figure files of the Miner experiment, and one page that needs nothing else. */
public final class MinerPage {
    /** The figure, as PNG, SVG and within the page. */
    public static final List<String> FILES = List.of("figure-2.png", "figure-2.svg", "index.html");

    private MinerPage() {}

    /**
     * Writes {@link #FILES} into a directory, which is made if need be.
     *
     * @param version of the program that did it
     */
    public static void write(MinerResult result, String version, Path directory) throws IOException {
        MinerFigures figures = new MinerFigures(result);
        LineFigure main = figures.main();
        byte[] svg = main.svg();
        WholeFile.write(directory.resolve(FILES.get(0)), main.png());
        WholeFile.write(directory.resolve(FILES.get(1)), svg);
        WholeFile.write(directory.resolve(FILES.get(2)), html(result, version, svg, figures.spread()));
    }

    private static String html(MinerResult result, String version, byte[] svg, Optional<LineFigure> spread)
            throws IOException {
        MinerReport report = new MinerReport(result);
        StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>The Miner problem, reproduced</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n")
                .append("<h1>How much gold before a trap?</h1>\n<p class=\"lead\">")
                .append("Three policies judged at once from the life of a fourth: ")
                .append(isPapers(result.setting()) ? "Figure 2" : "after Figure 2")
                .append(" of Mahmood, Yu, White &amp; Sutton (2015), <i>Emphatic temporal-difference learning</i>")
                .append(isPapers(result.setting()) ? ", from nothing.</p>\n" : ", with another map or learner.</p>\n");
        figure(
                page,
                svg,
                "Learning curves of three predictions against their true values",
                "The Block A weight of " + report.learner() + ": " + drawn(result.setting()));
        page.append("<p>")
                .append(Html.escape(String.join(" ", report.sentences())))
                .append("</p>\n")
                .append(Html.table(report.table()))
                .append(
                        "<p class=\"note\">± is two standard errors. The true value is exact, of S with no trap active; ")
                .append("Monte Carlo is the same by simulating the policy, as the paper did. ")
                .append("ETD's fixed point is the exact Block A weight that ETD(λ) approaches on average.</p>\n");
        if (spread.isPresent()) {
            page.append("<h2>Without clipping</h2>\n");
            figure(
                    page,
                    spread.get().svg(),
                    "Standard deviation over the runs, with and without clipping, on a logarithmic scale",
                    "How far apart the runs are when the same experience is learned from without clipping.");
        }
        theory(page, result.predictions());
        setting(page, result, report, version);
        return page.append("</body>\n</html>\n").toString();
    }

    private static String drawn(MinerSetting setting) {
        return (setting.runs() == 1
                        ? "one run."
                        : "mean of " + setting.runs() + " runs, with a band of two standard errors.")
                + " Dotted: the true value at S."
                + (setting.approachesEtdFixedPoint() ? " Dashed: ETD's fixed point." : "");
    }

    private static void figure(StringBuilder page, byte[] svg, String alternative, String caption) {
        page.append("<figure><img alt=\"")
                .append(Html.escape(alternative))
                .append("\" src=\"data:image/svg+xml;base64,")
                .append(Base64.getEncoder().encodeToString(svg))
                .append("\">\n<figcaption>")
                .append(Html.escape(caption))
                .append("</figcaption></figure>\n");
    }

    /** What {@code explain} answers, for a learner that the theory knows. */
    private static void theory(StringBuilder page, List<Prediction> predictions) {
        if (predictions.stream().anyMatch(prediction -> prediction.verdict().isEmpty())) {
            return;
        }
        page.append("<h2>Why: the exact theory</h2>\n<p>What <code>emphatic explain</code> says of it:</p>\n<ul>\n");
        for (Prediction prediction : predictions) {
            page.append("<li><b>")
                    .append(Html.escape(prediction.policy()))
                    .append("</b>: ")
                    .append(Html.escape(prediction.verdict().orElseThrow()))
                    .append(".</li>\n");
        }
        page.append("</ul>\n");
        if (predictions.stream().noneMatch(p -> p.verdict().orElseThrow().contains("radius"))) {
            return;
        }
        page.append("<p class=\"note\">The radius is that of Q(s,s′) = Σ π²/μ · P(s′|s,a) γ(s′)². From 1 on, the mean ")
                .append(
                        "square of the follow-on trace F grows without bound, although its mean does not: now and then a run ")
                .append("makes an enormous step.</p>\n");
    }

    private static void setting(StringBuilder page, MinerResult result, MinerReport report, String version) {
        MinerSetting setting = result.setting();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("setting", ""));
        rows.add(List.of("learner", report.learner()));
        rows.add(List.of("runs", Integer.toString(setting.runs())));
        rows.add(List.of("entrapments a run", String.format(Locale.ROOT, "%,d", setting.entrapments())));
        rows.add(List.of("time steps, all runs", String.format(Locale.ROOT, "%,d", result.steps())));
        rows.add(List.of("seed", Long.toString(setting.seed())));
        rows.add(List.of("version", version));
        rows.add(List.of("command", command(setting)));
        page.append("<h2>The problem and the setting</h2>\n<div class=\"side\"><pre>")
                .append(Html.escape(setting.map().toString()))
                .append("</pre>\n")
                .append(Html.table(rows))
                .append(
                        "</div>\n<p>The miner starts on S, moves left, right, up or down, earns 1 on arriving at the gold (G) and ")
                .append(
                        "is then put back on S. A trap becomes active with probability 0.25 in a cell of Block D, for 3 steps; ")
                .append(
                        "whoever is caught is put back on S too. The prediction is the gold before a trap: γ = 0 where the ")
                .append(
                        "miner is entrapped and 0.99 elsewhere, interest 1 in Block A and 0 elsewhere, λ = 0 in A, 1 in D and ")
                .append("0.9 elsewhere. The learner sees the block and nothing else.</p>\n")
                .append("<p>The policies, the first of which was followed:</p>\n")
                .append(Html.table(policies(new Miner(setting.map()).mdp())))
                .append("<p class=\"note\">The paper's drawing of the map is not in the source available to us: ")
                .append(setting.map().equals(MinerMap.PAPER) ? "the map and the order" : "the order")
                .append(" of events within a step ")
                .append(setting.map().equals(MinerMap.PAPER) ? "are" : "is")
                .append(" a reconstruction from its text.</p>\n");
    }

    private static boolean isPapers(MinerSetting setting) {
        return setting.map().equals(MinerMap.PAPER) && setting.algorithm().equals(MinerSetting.PAPER.algorithm());
    }

    /** What gives this page again, figures and all. */
    private static String command(MinerSetting setting) {
        List<String> words = new ArrayList<>(List.of("emphatic reproduce miner --algorithm " + setting.algorithm()));
        if (setting.has("step_size")) {
            words.add("--step-size " + setting.stepSize());
        }
        if (setting.has("clip")) {
            words.add(setting.clips() ? "--clip " + setting.clip() : "--no-clip");
        }
        words.add("--runs " + setting.runs());
        words.add("--entrapments " + setting.entrapments());
        words.add("--seed " + setting.seed());
        if (!setting.map().equals(MinerMap.PAPER)) {
            words.add("--map FILE");
        }
        return String.join(" ", words);
    }

    /** Behaviour and targets, by block: {@code up 0.4, else 0.2}. */
    private static List<List<String>> policies(Mdp mdp) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(new ArrayList<>(List.of("policy")));
        rows.add(row("behaviour", mdp, mdp.behaviour()));
        mdp.questions().forEach(question -> rows.add(row(question.name(), mdp, question.policy())));
        for (String block : mdp.featureNames()) {
            rows.get(0).add("in " + block);
        }
        return rows;
    }

    private static List<String> row(String name, Mdp mdp, double[][] policy) {
        List<String> row = new ArrayList<>(List.of(name));
        for (int block = 0; block < mdp.featureNames().size(); block++) {
            int here = block;
            row.add(IntStream.range(0, policy.length)
                    .filter(s -> mdp.features()[s][here] == 1)
                    .mapToObj(s -> words(policy[s], mdp.actions()))
                    .findFirst()
                    .orElse("–"));
        }
        return row;
    }

    private static String words(double[] probabilities, List<String> actions) {
        int likeliest = 0;
        for (int a = 1; a < probabilities.length; a++) {
            likeliest = probabilities[a] > probabilities[likeliest] ? a : likeliest;
        }
        double least = Arrays.stream(probabilities).min().orElseThrow();
        return probabilities[likeliest] == least
                ? "all equal"
                : actions.get(likeliest) + " " + Quantity.exact(probabilities[likeliest]) + ", the rest equal";
    }

    private static String style() throws IOException {
        try (InputStream in = MinerPage.class.getResourceAsStream("page.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
