package io.emphatic.lab.internal.report;

import io.emphatic.documents.page.Page;
import io.emphatic.documents.page.Parts;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.Provenance;
import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.RankedAlgorithm.Winner;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Study;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

record StudyPage(Ranking ranking, List<String> cautions, String source, List<Provenance> sessions) {
    String html(String version) {
        Study study = ranking.study();
        String lead = Numbers.count(study.settings().size(), "setting") + " of "
                + Numbers.count(study.grids().size(), "algorithm") + " × " + Numbers.count(study.runs(), "run") + " × "
                + Numbers.count(study.steps(), "step") + ". "
                + study.problem().summary().substring(0, 1).toUpperCase(Locale.ROOT)
                + study.problem().summary().substring(1) + ".";
        return new Page(
                        "Study of " + study.problem().name(),
                        lead,
                        Parts.of(StudyPage.class, "page.jte", this),
                        version)
                .html();
    }

    List<String> names() {
        return ranking.algorithms().stream().map(RankedAlgorithm::algorithm).toList();
    }

    /** The methods as a paragraph, and the sources of the algorithms: what a paper needs, as text. */
    String methods() throws IOException {
        try (InputStream in = StudyPage.class.getResourceAsStream("sources.bib")) {
            String sources = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(entry -> names().stream().anyMatch(name -> entry.matches(".*[{ ]" + name + "[,}].*")))
                    .map(entry -> entry.replaceFirst(", keywords = .*", "}"))
                    .collect(Collectors.joining("\n"));
            return Parts.text(StudyPage.class, "methods.jte", this).strip() + "\n\n```bibtex\n" + sources + "\n```\n";
        }
    }

    /** Each beside its paired difference from the one above. */
    List<List<String>> byMeanError() {
        List<List<String>> rows = heading("algorithm|best setting|mean error in the study|mean error on fresh seeds"
                + "|final, fresh seeds|behind the one above, paired|settings|diverged");
        RankedAlgorithm above = null;
        for (RankedAlgorithm ranked : ranking.algorithms()) {
            Optional<Interval> behind = above == null ? Optional.empty() : ranking.compare(ranked, above);
            Optional<Winner> best = ranked.byAuc();
            rows.add(List.of(
                    rows.size() + " " + ranked.algorithm(),
                    best.map(winner -> Words.setting(winner.result().setting()))
                            .orElse("every setting diverged in some run"),
                    cell(best.map(Winner::auc), Words::interval),
                    cell(best.map(Winner::rerunAuc), Words::interval),
                    cell(best.map(Winner::rerunLast), Words::interval),
                    cell(behind, Words::difference),
                    Numbers.count(ranked.results().size()),
                    Numbers.count(ranked.diverged())));
            above = ranked;
        }
        return rows;
    }

    private static List<List<String>> heading(String cells) {
        return new ArrayList<>(List.of(List.of(cells.split("\\|"))));
    }

    /** On one line, however narrow the column is. */
    private static String cell(Optional<Interval> interval, Function<Interval, String> words) {
        return interval.map(words).orElse("–").replace(' ', '\u00a0');
    }

    List<List<String>> byFinalError() {
        List<List<String>> rows =
                heading("algorithm|best setting|final in the study|final on fresh seeds|mean error on fresh seeds");
        ranking.algorithms().stream()
                .filter(ranked -> ranked.byFinal().isPresent())
                .sorted(Comparator.comparingDouble(
                        ranked -> ranked.byFinal().orElseThrow().last().mean()))
                .forEach(ranked -> {
                    Winner winner = ranked.byFinal().orElseThrow();
                    rows.add(List.of(
                            ranked.algorithm(),
                            Words.setting(winner.result().setting()),
                            cell(Optional.of(winner.last()), Words::interval),
                            cell(Optional.of(winner.rerunLast()), Words::interval),
                            cell(Optional.of(winner.rerunAuc()), Words::interval)));
                });
        return rows;
    }

    /** A cell of the paired comparisons, row minus column; {@code kind} is the class of its style. */
    record PairedDifference(String kind, String difference, String interval) {}

    PairedDifference pair(RankedAlgorithm row, RankedAlgorithm column) {
        if (row == column) {
            return new PairedDifference("", "", "");
        }
        Optional<Interval> difference = ranking.compare(row, column);
        if (difference.isEmpty() || Double.isNaN(difference.get().mean())) {
            return new PairedDifference("same", "–", "");
        }
        Interval interval = difference.get();
        return new PairedDifference(
                interval.sign() < 0 ? "better" : interval.sign() > 0 ? "worse" : "same",
                (interval.mean() < 0 ? "−" : "+") + Numbers.fixed(Math.abs(interval.mean()), 3),
                Words.difference(interval));
    }

    List<List<String>> sessionTable() {
        List<List<String>> rows =
                heading("started|version|settings|time|setting-steps per second|threads|machine|Java");
        for (Provenance session : sessions) {
            rows.add(List.of(
                    session.started(),
                    session.version(),
                    Numbers.count(session.settings()),
                    Numbers.fixed(session.seconds(), 1) + " s",
                    Numbers.largeCount(session.settingSteps() / Math.max(1e-3, session.seconds())),
                    Integer.toString(session.threads()),
                    session.machine(),
                    session.java()));
        }
        return rows;
    }
}
