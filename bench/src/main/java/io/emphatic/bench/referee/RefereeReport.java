package io.emphatic.bench.referee;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** What the trials say: of the verdict, of the estimators and their intervals; by half of the kinds, size and kind. */
public final class RefereeReport {
    private static final List<String> ESTIMATORS =
            List.of("is", "wis", "pdis", "cwpdis", "lstd", "elstd", "vdr", "wdr", "dm", "dr");

    private final List<String> names;
    private final List<List<Trial>> trials;

    /** Some trials under one heading. */
    private record Group(String name, List<Trial> trials) {}

    /** @param trials of each kind */
    RefereeReport(List<String> names, List<List<Trial>> trials) {
        this.names = List.copyOf(names);
        this.trials = List.copyOf(trials);
    }

    private List<Group> halves() {
        return List.of(
                new Group("held-out kinds", of(kind -> !LogKinds.choosing(kind))),
                new Group("choosing kinds", of(LogKinds::choosing)),
                new Group("all kinds", of(kind -> true)));
    }

    private List<Trial> of(IntPredicate kinds) {
        return IntStream.range(0, names.size())
                .filter(kinds)
                .mapToObj(trials::get)
                .flatMap(List::stream)
                .toList();
    }

    /** Held-out kinds by the number of episodes. */
    private List<Group> sizes() {
        List<Trial> heldOut = halves().get(0).trials;
        return heldOut.stream()
                .map(Trial::episodes)
                .distinct()
                .sorted()
                .map(n -> new Group(
                        Numbers.count(n) + " episodes",
                        heldOut.stream().filter(trial -> trial.episodes() == n).toList()))
                .toList();
    }

    private List<Group> kinds() {
        return IntStream.range(0, names.size())
                .mapToObj(kind -> new Group(names.get(kind) + (LogKinds.choosing(kind) ? "" : " *"), trials.get(kind)))
                .toList();
    }

    /** Prints all tables in Markdown. */
    public void print(PrintWriter out) {
        List<Group> groups = new ArrayList<>(halves());
        groups.addAll(sizes());
        table(
                out,
                "The verdict, and the rule \"effective sample size ≥ 10 % of N\" with the same estimates",
                verdict(groups));
        table(out, "Coverage of 95 % intervals, in percent", coverage(groups));
        table(
                out,
                "Root mean square of error / spread of the target's returns",
                errors(groups, EstimatorScore::relativeRmse));
        table(out, "Median of |error| / spread of the target's returns", errors(groups, EstimatorScore::relativeError));
        table(out, "The verdict by kind (* held out)", verdict(kinds()));
        table(out, "Coverage by kind, in percent", coverage(kinds()));
        table(out, "Root mean squared error by kind", errors(kinds(), EstimatorScore::rmse));
    }

    private static void table(PrintWriter out, String heading, List<List<String>> rows) {
        out.println("**" + heading + "**\n");
        TextTable.of(rows).printMarkdown(out);
        out.println();
        out.flush();
    }

    private static List<List<String>> verdict(List<Group> groups) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "%",
                "pairs",
                "trust",
                "do not trust",
                "missed if trusted",
                "… by ESS, trusting as often",
                "refused if good",
                "… by ESS, refusing as often",
                "ESS ≥ 10 %: trusts",
                "missed",
                "refused if good"));
        for (Group group : groups) {
            VerdictScore score = VerdictScore.of(group.trials);
            rows.add(List.of(
                    group.name,
                    Numbers.count(score.pairs()),
                    percent(score.trusted()),
                    percent(score.refused()),
                    percent(score.missedIfTrusted()),
                    percent(score.ruleAsTrusting()),
                    percent(score.refusedIfGood()),
                    percent(score.ruleAsRefusing()),
                    percent(score.rule().trusted()),
                    percent(score.rule().missedIfTrusted()),
                    percent(score.rule().refusedIfGood())));
        }
        return rows;
    }

    private static List<List<String>> coverage(List<Group> groups) {
        return rows(groups, List.of("recommended", "guaranteed"), (group, row) -> {
            row.add(percent(EstimatorScore.ofRecommended(group.trials).coverage()));
            row.add(percent(EstimatorScore.guaranteedCoverage(group.trials)));
            ESTIMATORS.forEach(name ->
                    row.add(percent(EstimatorScore.of(name, group.trials).coverage())));
        });
    }

    private static List<List<String>> errors(List<Group> groups, Function<EstimatorScore, Double> error) {
        return rows(groups, List.of("recommended"), (group, row) -> {
            row.add(Numbers.significant(error.apply(EstimatorScore.ofRecommended(group.trials)), 2));
            ESTIMATORS.forEach(
                    name -> row.add(Numbers.significant(error.apply(EstimatorScore.of(name, group.trials)), 2)));
        });
    }

    private interface Cells {
        void add(Group group, List<String> row);
    }

    private static List<List<String>> rows(List<Group> groups, List<String> first, Cells cells) {
        List<List<String>> rows = new ArrayList<>();
        List<String> headings = new ArrayList<>(List.of(""));
        headings.addAll(first);
        headings.addAll(ESTIMATORS);
        rows.add(headings);
        for (Group group : groups) {
            List<String> row = new ArrayList<>(List.of(group.name));
            cells.add(group, row);
            rows.add(row);
        }
        return rows;
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "–" : Numbers.fixed(100 * share, 1);
    }

    /** The same numbers for programs. */
    public JsonObject json() {
        return new JsonObject()
                .withAll("halves", halves(), RefereeReport::json)
                .withAll("sizes", sizes(), RefereeReport::json)
                .withAll("kinds", kinds(), RefereeReport::json);
    }

    private static JsonObject json(Group group) {
        return new JsonObject()
                .with("name", group.name)
                .with("verdict", VerdictScore.of(group.trials))
                .with("recommended", EstimatorScore.ofRecommended(group.trials))
                .with("guaranteed_coverage", EstimatorScore.guaranteedCoverage(group.trials))
                .withAll("estimators", ESTIMATORS, name -> EstimatorScore.of(name, group.trials));
    }
}
