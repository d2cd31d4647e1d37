package io.emphatic.bench.referee;

import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the trials say of verdicts: the goals, and a row for each family, in both halves. */
final class RefereeReport {
    /** The size of small logs. */
    private static final int SMALL_LOG = 50;

    private static final double MOST_MISSED = 0.05;
    private static final double MOST_MISSED_IN_FAMILY = 0.08;
    private static final double MOST_REFUSED = 0.15;
    private static final double LEAST_TRUSTED = 0.5;

    /** Missed under care, for each missed under trust, at least. */
    private static final double CLEARLY = 1.5;

    private final Map<Family, List<Trial>> trials;

    /** Some trials under one heading. */
    private record Group(String name, List<Trial> trials) {
        Score score() {
            return Score.of(trials);
        }

        Score small() {
            return Score.of(trials.stream()
                    .filter(trial -> trial.episodes() == SMALL_LOG)
                    .toList());
        }
    }

    /** A column of the table of families. */
    private record Column(String heading, String name, ToDoubleFunction<Group> of) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("trusted", "trusted", group -> group.score().trusted()),
            new Column("missed if trusted", "missed_if_trusted", group -> group.score()
                    .missedIfTrusted()),
            new Column("… care", "missed_if_care", group -> group.score().missedIfCare()),
            new Column("… refused", "missed_if_refused", group -> group.score().missedIfRefused()),
            new Column(
                    "refused if good", "refused_if_good", group -> group.score().refusedIfGood()),
            new Column(
                    "N = 50: trusted", "small_trusted", group -> group.small().trusted()),
            new Column("missed if trusted", "small_missed_if_trusted", group -> group.small()
                    .missedIfTrusted()),
            new Column(
                    "ESS ≥ 10 %: trusted", "ess_trusted", group -> group.score().ruleTrusted()),
            new Column("missed if trusted", "ess_missed_if_trusted", group -> group.score()
                    .missedIfRule()));

    RefereeReport(Map<Family, List<Trial>> trials) {
        this.trials = new LinkedHashMap<>(trials);
    }

    private Group group(String name, Predicate<Family> which) {
        return new Group(
                name,
                trials.entrySet().stream()
                        .filter(entry -> which.test(entry.getKey()))
                        .flatMap(entry -> entry.getValue().stream())
                        .toList());
    }

    private List<Group> half(boolean choosing) {
        Predicate<Family> here = family -> family.choosing() == choosing;
        String half = choosing ? "choosing half" : "held-out half";
        Stream<Group> all = Stream.of(
                group(
                        "**" + half + ", right inputs, light tails**",
                        here.and(Family::rightInputs).and(Family::lightTails)),
                group("**" + half + ", right inputs**", here.and(Family::rightInputs)),
                group("**" + half + "**", here));
        Stream<Group> families =
                trials.keySet().stream().filter(here).map(family -> group(family.marked(), other -> other == family));
        return Stream.concat(all, families).toList();
    }

    /** Prints the page in Markdown. */
    void print(PrintWriter out) {
        TextTable goals = new TextTable("lrrrl").add("goal", "at", "held out", "choosing", "held out");
        goals(out, goals);
        List<String> headings = new ArrayList<>(List.of("%", "pairs"));
        COLUMNS.forEach(column -> headings.add(column.heading));
        headings.addAll(List.of("error of recommended", "of wis"));
        List<List<String>> rows = new ArrayList<>(List.of(headings));
        for (boolean choosing : new boolean[] {false, true}) {
            half(choosing).forEach(group -> rows.add(row(group)));
        }
        TextTable.of(rows).printMarkdown(out);
        out.println("\n† wrong inputs  ‡ heavy tails");
        out.flush();
    }

    private static List<String> row(Group group) {
        List<String> row = new ArrayList<>(List.of(group.name, Numbers.count(group.trials.size())));
        COLUMNS.forEach(column -> row.add(percent(column.of.applyAsDouble(group))));
        row.add(Numbers.significant(group.score().error(), 2));
        row.add(Numbers.significant(group.score().wisError(), 2));
        return row;
    }

    private void goals(PrintWriter out, TextTable table) {
        goal(table, "missed if trusted, right inputs", MOST_MISSED, true, half -> half.get(1)
                .score()
                .missedIfTrusted());
        goal(table, "the same in the worst family", MOST_MISSED_IN_FAMILY, true, this::worst);
        goal(table, "the same with 50 episodes", MOST_MISSED, true, half -> half.get(1)
                .small()
                .missedIfTrusted());
        goal(table, "refused if good, right inputs", MOST_REFUSED, true, half -> half.get(1)
                .score()
                .refusedIfGood());
        goal(table, "trusted, right inputs and light tails", LEAST_TRUSTED, false, half -> half.get(0)
                .score()
                .trusted());
        goal(
                table,
                "missed if care / missed if trusted",
                CLEARLY,
                false,
                half -> half.get(1).score().missedIfCare() / half.get(1).score().missedIfTrusted());
        goal(table, "missed if trusted / by the rule of ESS, right inputs", 1, true, half -> againstRule(half.get(1)));
        goal(table, "the same, all inputs", 1, true, half -> againstRule(half.get(2)));
        Score all = group("all", family -> true).score();
        goal(table, "error of recommended / of wis, both halves", 1, true, half -> all.error() / all.wisError());
        table.printMarkdown(out);
        out.println();
    }

    private static double againstRule(Group group) {
        return group.score().missedIfTrusted() / group.score().missedIfRule();
    }

    /** The share missed of those trusted in the family with right inputs where it is largest. */
    private double worst(List<Group> half) {
        List<String> right = trials.keySet().stream()
                .filter(Family::rightInputs)
                .map(Family::marked)
                .toList();
        return half.stream()
                .filter(group -> right.contains(group.name))
                .mapToDouble(group -> group.score().missedIfTrusted())
                .filter(share -> !Double.isNaN(share))
                .max()
                .orElse(Double.NaN);
    }

    private void goal(TextTable table, String name, double limit, boolean most, ToDoubleFunction<List<Group>> measure) {
        double heldOut = measure.applyAsDouble(half(false));
        double chosen = measure.applyAsDouble(half(true));
        boolean ratio = limit >= 1;
        table.add(
                name,
                (most ? "≤ " : "≥ ") + (ratio ? Numbers.plain(limit) : Numbers.plain(100 * limit) + " %"),
                ratio ? Numbers.fixed(heldOut, 2) : percent(heldOut),
                ratio ? Numbers.fixed(chosen, 2) : percent(chosen),
                Double.isNaN(heldOut) ? "–" : (most ? heldOut <= limit : heldOut >= limit) ? "met" : "not met");
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "–" : Numbers.fixed(100 * share, 1);
    }

    /** A line for each family, shares between 0 and 1, empty where there is nothing to share. */
    String csv() {
        StringBuilder text = new StringBuilder("family,half,right_inputs,light_tails,pairs");
        COLUMNS.forEach(column -> text.append(',').append(column.name));
        text.append(",recommended_error,wis_error\n");
        for (Map.Entry<Family, List<Trial>> entry : trials.entrySet()) {
            Family family = entry.getKey();
            Group group = new Group(family.name(), entry.getValue());
            text.append(String.join(
                    ",",
                    family.name(),
                    family.choosing() ? "choosing" : "held out",
                    String.valueOf(family.rightInputs()),
                    String.valueOf(family.lightTails()),
                    String.valueOf(entry.getValue().size())));
            COLUMNS.forEach(column -> text.append(',').append(number(column.of.applyAsDouble(group))));
            text.append(',').append(number(group.score().error()));
            text.append(',').append(number(group.score().wisError())).append('\n');
        }
        return text.toString();
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : Numbers.plain(Math.round(value * 1e6) / 1e6);
    }
}
