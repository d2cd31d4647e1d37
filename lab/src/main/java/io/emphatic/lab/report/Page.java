package io.emphatic.lab.report;

import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.Provenance;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Standing;
import io.emphatic.lab.study.Standing.Winner;
import io.emphatic.lab.study.Study;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The page: one file that needs no other. */
final class Page {
    private static final String STYLE = """
            :root { color-scheme: light }
            body { font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; color: #222; max-width: 1260px; margin: 2.5rem auto; padding: 0 1.5rem }
            h1 { font-size: 1.9rem; margin: 0 0 .2rem } h2 { font-size: 1.25rem; margin: 2.6rem 0 .6rem }
            p, li { max-width: 48rem } .lead { color: #555; margin-top: 0 }
            figure { margin: 1.2rem 0 } figure img { width: 100%; height: auto } figcaption { color: #555; font-size: .9rem; max-width: 60rem }
            table { border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums } .wide { overflow-x: auto }
            th { text-align: left; border-bottom: 2px solid #222; padding: .3rem .7rem .3rem 0; vertical-align: bottom }
            td { border-bottom: 1px solid #e3e3e3; padding: .3rem .7rem .3rem 0; white-space: nowrap }
            .pairs td, .pairs th { text-align: center; padding: .3rem .45rem } .pairs th:first-child { text-align: right }
            .better { background: #d9efe2 } .worse { background: #f7ddd9 } .same { color: #777 } .alarm { color: #b2182b }
            pre { background: #f6f6f6; padding: 1rem; overflow-x: auto; font-size: .8rem; line-height: 1.4 }
            """;

    private final Ranking ranking;
    private final StringBuilder html = new StringBuilder();

    private Page(Ranking ranking) {
        this.ranking = ranking;
    }

    /**
     * The whole page.
     *
     * @param comparison the main figure as PNG. Not modified.
     * @param sensitivity the other one. Not modified.
     * @param source the study file
     */
    static String of(
            Ranking ranking,
            byte[] comparison,
            byte[] sensitivity,
            String source,
            List<Provenance> sessions,
            String version) {
        Page page = new Page(ranking);
        page.head();
        page.figure(
                comparison,
                "Learning curves and ranking",
                "Left: each algorithm's best setting by <em>auc</em>, re-run on fresh seeds; mean of the runs, bands of two standard errors."
                        + " Right: the same ranked, in the colours of the curves.");
        page.rankingTable();
        page.finalTable();
        page.pairs();
        page.sensitivity(sensitivity);
        page.method();
        page.provenance(source, sessions, version);
        page.html.append("</body></html>\n");
        return page.html.toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private void head() {
        Study study = ranking.study();
        String title = "Study of " + study.problemName();
        html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .append(title)
                .append("</title><meta name=\"viewport\" content=\"width=device-width\"><style>\n")
                .append(STYLE)
                .append("</style></head><body>\n<h1>")
                .append(title)
                .append("</h1>\n<p class=\"lead\">")
                .append(String.format(
                        Locale.ROOT,
                        "%,d settings of %d algorithms × %,d runs × %,d steps. ",
                        study.settings().size(),
                        study.grids().size(),
                        study.runs(),
                        study.steps()))
                .append(escaped(sentence(study.problemSummary())))
                .append("</p>\n<p>")
                .append(escaped(summary()))
                .append("</p>\n");
    }

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }

    /** What a reader in a hurry wants to know. */
    private String summary() {
        List<Standing> ranked = ranking.standings().stream()
                .filter(standing -> standing.byAuc().isPresent())
                .toList();
        if (ranked.isEmpty()) {
            return "Every setting of every algorithm diverged in some run: there is nothing to rank.";
        }
        Standing first = ranked.get(0);
        Winner winner = first.byAuc().orElseThrow();
        String text = String.format(
                "%s comes out first with %s: its mean error over the run is %s in the study, and %s on fresh seeds.",
                first.algorithm(),
                Words.setting(winner.result().setting()),
                Words.number(winner.auc().mean()),
                Words.number(winner.rerunAuc().mean()));
        String tied = names(
                ranked, standing -> standing != first && isCompared(standing, first) && sign(standing, first) <= 0);
        String behind = names(ranked, standing -> sign(standing, first) > 0);
        return text
                + (tied.isEmpty() ? "" : " Paired run by run on fresh seeds, it cannot be told from " + tied + ".")
                + (behind.isEmpty() ? "" : " Behind it, with an interval that excludes zero: " + behind + ".");
    }

    /** A single run gives no interval to compare by. */
    private boolean isCompared(Standing one, Standing other) {
        return ranking.compare(one, other)
                .map(interval -> !Double.isNaN(interval.low()))
                .orElse(false);
    }

    private int sign(Standing one, Standing other) {
        return ranking.compare(one, other).map(Interval::sign).orElse(0);
    }

    private static String names(List<Standing> standings, Function<Standing, Boolean> which) {
        return standings.stream().filter(which::apply).map(Standing::algorithm).collect(Collectors.joining(", "));
    }

    private void figure(byte[] png, String alternative, String caption) {
        html.append("<figure><img alt=\"")
                .append(alternative)
                .append("\" src=\"data:image/png;base64,")
                .append(Base64.getEncoder().encodeToString(png))
                .append("\"><figcaption>")
                .append(caption)
                .append("</figcaption></figure>\n");
    }

    private void rankingTable() {
        html.append(
                        "<h2>Ranking by auc</h2>\n<div class=\"wide\"><table><tr><th></th><th>algorithm</th><th>best setting</th>")
                .append("<th>auc in the study</th><th>auc on fresh seeds</th><th>final, fresh seeds</th>")
                .append("<th>behind the one above, paired</th><th>settings</th><th>diverged</th></tr>\n");
        Standing above = null;
        int rank = 1;
        for (Standing standing : ranking.standings()) {
            Optional<Winner> best = standing.byAuc();
            String difference = above == null
                    ? ""
                    : ranking.compare(standing, above).map(Words::difference).orElse("");
            row(
                    Integer.toString(rank++),
                    "<b>" + standing.algorithm() + "</b>",
                    best.map(winner -> Words.setting(winner.result().setting()))
                            .orElse("<span class=\"alarm\">every setting diverged in some run</span>"),
                    best.map(winner -> Words.interval(winner.auc())).orElse("–"),
                    best.map(winner -> Words.interval(winner.rerunAuc())).orElse("–"),
                    best.map(winner -> Words.interval(winner.rerunLast())).orElse("–"),
                    difference,
                    String.format(Locale.ROOT, "%,d", standing.results().size()),
                    String.format(Locale.ROOT, "%,d", standing.diverged()));
            above = standing;
        }
        html.append("</table></div>\n");
    }

    private void finalTable() {
        html.append(
                        "<h2>Best by final error</h2>\n<div class=\"wide\"><table><tr><th>algorithm</th><th>best setting</th>")
                .append("<th>final in the study</th><th>final on fresh seeds</th><th>auc on fresh seeds</th></tr>\n");
        ranking.standings().stream()
                .filter(standing -> standing.byFinal().isPresent())
                .sorted(Comparator.comparingDouble(
                        standing -> standing.byFinal().orElseThrow().last().mean()))
                .forEach(standing -> {
                    Winner winner = standing.byFinal().orElseThrow();
                    row(
                            "<b>" + standing.algorithm() + "</b>",
                            Words.setting(winner.result().setting()),
                            Words.interval(winner.last()),
                            Words.interval(winner.rerunLast()),
                            Words.interval(winner.rerunAuc()));
                });
        html.append("</table></div>\n");
    }

    private void row(String... cells) {
        html.append("<tr>");
        for (String cell : cells) {
            html.append("<td>").append(cell).append("</td>");
        }
        html.append("</tr>\n");
    }

    private void pairs() {
        List<Standing> standings = ranking.standings();
        html.append(
                        "<h2>Paired comparisons</h2>\n<p>Row minus column: the mean difference of auc on fresh seeds, run by run on the same ")
                .append(
                        "experience. Green where the row is better and the 95&nbsp;% bootstrap interval excludes zero, red where it is ")
                .append(
                        "worse, grey where they cannot be told apart.</p>\n<div class=\"wide\"><table class=\"pairs\"><tr><th></th>");
        standings.forEach(
                column -> html.append("<th>").append(column.algorithm()).append("</th>"));
        html.append("</tr>\n");
        for (Standing row : standings) {
            html.append("<tr><th>").append(row.algorithm()).append("</th>");
            for (Standing column : standings) {
                html.append(row == column ? "<td></td>" : cell(ranking.compare(row, column)));
            }
            html.append("</tr>\n");
        }
        html.append("</table></div>\n");
    }

    private static String cell(Optional<Interval> difference) {
        if (difference.isEmpty() || Double.isNaN(difference.get().mean())) {
            return "<td class=\"same\">–</td>";
        }
        Interval interval = difference.get();
        String kind = interval.sign() < 0 ? "better" : interval.sign() > 0 ? "worse" : "same";
        String value =
                (interval.mean() < 0 ? "−" : "+") + String.format(Locale.ROOT, "%.3f", Math.abs(interval.mean()));
        return "<td class=\"" + kind + "\" title=\"" + Words.difference(interval) + "\">" + value + "</td>";
    }

    private void sensitivity(byte[] png) {
        html.append("<h2>Sensitivity to the step size</h2>\n");
        figure(
                png,
                "Error against step size, one panel for each algorithm",
                "One line for each λ (ζ for abtd); other parameters as in the algorithm's best setting, named at the panel's top right. A"
                        + " cross in the upper strip is a setting that diverged in some run: it has no error.");
    }

    private void method() {
        html.append(
                        "<h2>What the numbers are</h2>\n<p>The error is the root mean squared value error, weighted by the behaviour's exact ")
                .append(
                        "stationary distribution over the states of interest, against exact values, averaged over the problem's policies. It ")
                .append("is measured before the first step and after every ")
                .append(ranking.study().every())
                .append(
                        " steps; <em>auc</em> is the mean of all these points, <em>final</em> that of the points in the last hundredth of the ")
                .append(
                        "run. Intervals are 95&nbsp;% bootstrap intervals (percentiles of 10,000 resamples of the runs). The best setting is ")
                .append(
                        "chosen by its error in the study, which flatters it; <em>fresh seeds</em> is the same setting on as many new runs. ")
                .append(
                        "A setting with a diverged run has no auc and cannot be best. All algorithms learn from the same experience in the ")
                .append("same run, so that comparisons are paired.</p>\n");
    }

    private void provenance(String source, List<Provenance> sessions, String version) {
        html.append("<h2>Provenance</h2>\n<p>Seed ")
                .append(ranking.study().seed())
                .append("; report by emphatic ")
                .append(escaped(version))
                .append(".</p>\n");
        if (!sessions.isEmpty()) {
            html.append("<div class=\"wide\"><table><tr><th>started</th><th>version</th><th>settings</th><th>time</th>")
                    .append("<th>setting-steps a second</th><th>threads</th><th>machine</th><th>Java</th></tr>\n");
            for (Provenance session : sessions) {
                row(
                        escaped(session.started()),
                        escaped(session.version()),
                        String.format(Locale.ROOT, "%,d", session.settings()),
                        String.format(Locale.ROOT, "%.1f s", session.seconds()),
                        String.format(Locale.ROOT, "%.3g", session.settingSteps() / Math.max(1e-3, session.seconds())),
                        Integer.toString(session.threads()),
                        escaped(session.machine()),
                        escaped(session.java()));
            }
            html.append("</table></div>\n");
        }
        html.append("<p>The study file:</p>\n<pre>").append(escaped(source)).append("</pre>\n");
    }
}
