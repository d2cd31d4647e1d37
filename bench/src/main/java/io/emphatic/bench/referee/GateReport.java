package io.emphatic.bench.referee;

import static io.emphatic.bench.referee.LogKinds.USUAL_POLICIES;
import static io.emphatic.bench.referee.LogKinds.bandit;
import static io.emphatic.bench.referee.LogKinds.chain;
import static io.emphatic.bench.referee.RandomWorld.Earnings.DENSE;
import static io.emphatic.bench.referee.RandomWorld.View.PLACE;

import io.emphatic.bench.referee.LogKind.Sight;
import io.emphatic.bench.referee.Recorders.Kept;
import io.emphatic.bench.referee.Recorders.Off;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.Json;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.evaluation.result.GateResult.Decision;
import io.emphatic.evaluation.result.Trust;
import io.emphatic.lab.Threads;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How often the gate decides right, in Markdown. */
final class GateReport {
    private final List<Family> families = new ArrayList<>();
    private final int logs;
    private final int threads;
    private final Path trials;

    private record Drawn(LogKind kind, int number) {}

    /** @param logs of each family, at least */
    GateReport(String word, int logs, int threads, Path trials) {
        this.logs = logs;
        this.threads = threads;
        this.trials = trials;
        List<Family> all = new ArrayList<>(LogKinds.families());
        all.add(new Family("rankings", false, true, true, rankings()));
        all.add(new Family("kept rows", false, true, true, keptRows()));
        for (double off : new double[] {1.1, 1.3}) {
            all.add(new Family("probabilities off by " + off, false, false, true, offBy(off)));
        }
        all.stream()
                .filter(family -> family.name().contains(word))
                .filter(family -> !family.name().equals("changing loggers")) // what ran is one policy
                .forEach(families::add);
    }

    private static List<LogKind> rankings() {
        return List.of(
                LogKind.of("pages", new RankingWorld(), Sight.NONE),
                LogKind.of("pages, position as feature", new RankingWorld(), Sight.OWN)
                        .map());
    }

    private static List<LogKind> keptRows() {
        return List.of(
                bandit("kept", 5, 3, DENSE, USUAL_POLICIES, Sight.TABULAR).map().by(Kept::new),
                bandit("kept, no features", 5, 3, DENSE, USUAL_POLICIES, Sight.NONE)
                        .by(Kept::new),
                chain("kept episodes", 5, DENSE, PLACE, USUAL_POLICIES, Sight.TABULAR)
                        .by(Kept::new));
    }

    private static List<LogKind> offBy(double factor) {
        return List.of(
                bandit("off by " + factor, 5, 3, DENSE, USUAL_POLICIES, Sight.TABULAR)
                        .map()
                        .by(() -> new Off(factor)),
                bandit("off by " + factor + ", no features", 5, 3, DENSE, USUAL_POLICIES, Sight.NONE)
                        .by(() -> new Off(factor)));
    }

    void print(PrintWriter out) throws IOException {
        Map<Family, List<GateTrial>> judged = new LinkedHashMap<>();
        families.forEach(family -> judged.put(family, run(family, 1)));
        TextTable table = new TextTable("lrrrrrrrrrr")
                .add(
                        "%",
                        "logs",
                        "not better",
                        "pass if not",
                        "pass at the margin",
                        "worst kind",
                        "believed",
                        "pass if better",
                        "t-test",
                        "certified and worse",
                        "share of gain");
        for (boolean choosing : new boolean[] {false, true}) {
            String half = choosing ? "choosing half" : "held out and new";
            add(table, "**" + half + ", right inputs**", of(judged, f -> f.choosing() == choosing && f.rightInputs()));
            judged.forEach((family, all) -> {
                if (family.choosing() == choosing) {
                    add(table, family.marked(), all);
                }
            });
        }
        table.printMarkdown(out);
        out.println();
        verdicts(of(judged, Family::rightInputs), out);
        out.println();
        declared(judged, out);
        out.flush();
        if (trials != null) {
            WholeFile.write(
                    trials,
                    of(judged, family -> true).stream().map(Json::line).collect(Collectors.joining("\n", "", "\n")));
        }
    }

    private List<GateTrial> run(Family family, double probabilityError) {
        List<Drawn> drawn = new ArrayList<>();
        int each = (logs + family.kinds().size() - 1) / family.kinds().size();
        family.kinds().forEach(kind -> IntStream.range(0, each).forEach(k -> drawn.add(new Drawn(kind, k))));
        try (Threads pool = new Threads(threads)) {
            return pool.map(
                    IntStream.range(0, drawn.size()),
                    k -> GateTrial.of(drawn.get(k).kind, drawn.get(k).number, probabilityError));
        }
    }

    private static List<GateTrial> of(Map<Family, List<GateTrial>> judged, Predicate<Family> which) {
        return judged.entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }

    private static void add(TextTable table, String name, List<GateTrial> all) {
        Predicate<GateTrial> better = GateTrial::isBetter;
        double worst = all.stream()
                .map(GateTrial::kind)
                .distinct()
                .mapToDouble(kind -> share(
                        all.stream().filter(trial -> trial.kind().equals(kind)).toList(),
                        trial -> true,
                        GateTrial::passesAtTruth))
                .max()
                .orElse(Double.NaN);
        double possible = sum(all, trial -> trial.bestGain() / trial.spread());
        table.add(
                name,
                Numbers.count(all.size()),
                percent(share(all, trial -> true, better.negate())),
                percent(share(all, better.negate(), GateTrial::passes)),
                percent(share(all, trial -> true, GateTrial::passesAtTruth)),
                percent(worst),
                percent(share(all, trial -> true, trial -> trial.decision() != Decision.NOT_TO_BE_BELIEVED)),
                percent(share(all, better, GateTrial::passes)),
                percent(all.stream()
                        .filter(better)
                        .mapToDouble(GateTrial::tested)
                        .average()
                        .orElse(Double.NaN)),
                percent(share(all, trial -> true, GateTrial::certifiesLoss)),
                percent(sum(all, trial -> trial.certifiedGain() / trial.spread()) / possible));
    }

    private static double sum(List<GateTrial> all, ToDoubleFunction<GateTrial> of) {
        return all.stream().filter(trial -> trial.spread() > 0).mapToDouble(of).sum();
    }

    private static void verdicts(List<GateTrial> all, PrintWriter out) {
        TextTable table = new TextTable("lrrrr")
                .add("right inputs, %", "logs", "pass if not better", "pass at the margin", "pass if better");
        for (Trust verdict : Trust.values()) {
            List<GateTrial> some =
                    all.stream().filter(trial -> trial.verdict() == verdict).toList();
            table.add(
                    verdict.words(),
                    Numbers.count(some.size()),
                    percent(share(some, trial -> !trial.isBetter(), GateTrial::passes)),
                    percent(share(some, trial -> true, GateTrial::passesAtTruth)),
                    percent(share(some, GateTrial::isBetter, GateTrial::passes)));
        }
        table.printMarkdown(out);
    }

    /** With and without a declared error of the probabilities. */
    private void declared(Map<Family, List<GateTrial>> judged, PrintWriter out) {
        TextTable table = new TextTable("llrrrr")
                .add(
                        "probabilities, %",
                        "declared", "covered", "covered if believed", "pass if not better", "pass at the margin");
        for (Map.Entry<Family, List<GateTrial>> entry : judged.entrySet()) {
            if (entry.getKey().name().startsWith("probabilities off by ")) {
                double off = Double.parseDouble(entry.getKey().name().replaceAll(".* ", ""));
                declared(table, "off by " + off, "1", entry.getValue());
                declared(table, "off by " + off, Numbers.plain(off), run(entry.getKey(), off));
            }
        }
        table.printMarkdown(out);
    }

    private static void declared(TextTable table, String off, String declared, List<GateTrial> all) {
        table.add(
                off,
                declared,
                percent(share(all, trial -> true, GateTrial::covers)),
                percent(share(all, trial -> trial.decision() != Decision.NOT_TO_BE_BELIEVED, GateTrial::covers)),
                percent(share(all, trial -> !trial.isBetter(), GateTrial::passes)),
                percent(share(all, trial -> true, GateTrial::passesAtTruth)));
    }

    private static double share(List<GateTrial> all, Predicate<GateTrial> asked, Predicate<GateTrial> found) {
        long whole = all.stream().filter(asked).count();
        return whole == 0
                ? Double.NaN
                : (double) all.stream().filter(asked.and(found)).count() / whole;
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "–" : Numbers.fixed(100 * share, 1);
    }
}
