package io.emphatic.lab.theory;

import io.emphatic.lab.WholeFile;
import io.emphatic.lab.explanation.Assumption;
import io.emphatic.lab.explanation.Explanation;
import io.emphatic.lab.explanation.Explanation.Target;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An explanation as one page that needs nothing else: the tables of the terminal, bars of visits and emphasis, paths of
 * the mean ODE.
 */
public final class ExplanationPage {
    /** With more weights than this the paths are a tangle, and their exponentials take long. */
    private static final int MOST_PATHS = 40;

    private ExplanationPage() {}

    public static void write(Explanation explanation, Path file) throws IOException {
        WholeFile.write(file, html(explanation));
    }

    static String html(Explanation explanation) {
        StringBuilder page = new StringBuilder();
        String name = Html.escape(explanation.mdp().name());
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(name)
                .append(" explained</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n<h1>")
                .append(name)
                .append("</h1>\n<p>")
                .append(ExplanationText.summary(explanation))
                .append(
                        ". What each algorithm would converge to, computed exactly from the model; nothing was simulated.</p>\n");
        page.append("<h2>Assumptions</h2>\n<ul class=\"assumptions\">\n");
        for (Assumption assumption : explanation.assumptions()) {
            page.append(assumption.holds() ? "<li class=\"holds\">" : "<li class=\"fails\">")
                    .append("<b>")
                    .append(Html.escape(assumption.name()))
                    .append("</b>: ")
                    .append(Html.escape(assumption.detail()))
                    .append("</li>\n");
        }
        page.append("</ul>\n");
        explanation.targets().forEach(target -> page.append(section(explanation, target)));
        return page.append("</body>\n</html>\n").toString();
    }

    private static String section(Explanation explanation, Target target) {
        StringBuilder page = new StringBuilder();
        page.append("<h2>").append(Html.escape(target.heading())).append("</h2>\n");
        double start = target.theory().valueAtStart();
        if (!Double.isNaN(start)) {
            page.append("<p>Value at the start: <b>")
                    .append(Tables.valueAtStart(target))
                    .append("</b></p>\n");
        }
        page.append("<h3>Verdicts</h3>\n<ul class=\"verdicts\">\n");
        for (Solution solution : target.solutions()) {
            page.append(solution.converges() ? "<li class=\"holds\">" : "<li class=\"fails\">")
                    .append(Html.escape(target.verdict(solution)))
                    .append(".</li>\n");
        }
        page.append("</ul>\n<p>").append(Html.escape(Tables.followOn(target))).append(".</p>\n");

        List<StateRow> rows = StateRow.of(target.theory());
        page.append("<h3>States</h3>\n").append(Html.table(Tables.states(target, rows)));
        String omitted = ExplanationText.omitted(target, rows);
        boolean diverging = target.solutions().stream().anyMatch(Tables::isMissed);
        page.append("<p class=\"note\">Visits are d<sub>μ</sub>, emphasis is m.")
                .append(diverging ? " ✗: the prediction at a fixed point that is not reached." : "")
                .append(omitted.isEmpty() ? "" : " " + Html.escape(capitalised(omitted)) + ".")
                .append("</p>\n");
        page.append("<h3>Visits and emphasis</h3>\n<p class=\"note\"><span class=\"key visits\"></span> share of the ")
                .append(
                        "behaviour's visits, where TD learns; <span class=\"key emphasis\"></span> share of ETD's emphasis.</p>\n")
                .append(Chart.bars(rows.stream().filter(row -> !row.end()).toList()));
        page.append("<h3>Algorithms</h3>\n")
                .append(Html.table(Tables.algorithms(target)))
                .append("<p class=\"note\">")
                .append(Tables.EIGENVALUES)
                .append(". rmse is weighted by visits, interest rmse by visits × interest; ")
                .append("the interest error is the sum of errors weighted by visits × interest.</p>\n");
        page.append("<h3>Weights at the fixed points</h3>\n").append(Html.table(Tables.fixedPoints(target)));
        return page.append(paths(explanation, target)).toString();
    }

    private static String paths(Explanation explanation, Target target) {
        List<String> features = explanation.mdp().featureNames();
        if (features.size() > MOST_PATHS) {
            return "<p class=\"note\">The paths of the mean ODE are drawn for at most " + MOST_PATHS
                    + " weights.</p>\n";
        }
        List<Solution> solutions =
                target.solutions().stream().filter(Solution::defined).toList();
        if (solutions.isEmpty()) {
            return "";
        }
        StringBuilder page = new StringBuilder("<h3>Paths of the mean ODE</h3>\n");
        double[] from = explanation.initialWeights();
        boolean still = solutions.stream().allMatch(solution -> zero(solution.b())) && zero(from);
        if (still) {
            // from zero weights with no rewards nothing would move
            from = new double[from.length];
            Arrays.fill(from, 1);
        }
        page.append(
                        "<p class=\"note\">θ̇ = b − Aθ; for gtd, θ̇ = b − Aθ − (C − Aᵀ)w and ẇ = η(b − Aθ − Cw) from w = 0; from θ = ")
                .append(
                        Arrays.stream(from).distinct().count() == 1
                                ? Numbers.text(from[0]) + (from.length > 1 ? " in every weight" : "")
                                : "("
                                        + Arrays.stream(from)
                                                .mapToObj(Numbers::text)
                                                .collect(Collectors.joining(", ")) + ")")
                .append("; dotted: the fixed point. ");
        for (int j = 0; j < features.size(); j++) {
            page.append("<span class=\"legend c")
                    .append(j % 10)
                    .append("\">")
                    .append(Html.escape(features.get(j)))
                    .append("</span> ");
        }
        page.append("</p>\n<div class=\"paths\">\n");
        for (Solution solution : solutions) {
            page.append("<figure><figcaption>")
                    .append(Html.escape(Tables.name(target, solution)))
                    .append(solution.converges() ? " converges" : " diverges")
                    .append("</figcaption>\n")
                    .append(Chart.path(MeanPath.of(target.theory(), solution, from), solution))
                    .append("</figure>\n");
        }
        return page.append("</div>\n").toString();
    }

    private static boolean zero(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == 0);
    }

    private static String capitalised(String sentence) {
        return sentence.substring(0, 1).toUpperCase() + sentence.substring(1);
    }

    private static String style() {
        try (InputStream in = ExplanationPage.class.getResourceAsStream("explanation.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
