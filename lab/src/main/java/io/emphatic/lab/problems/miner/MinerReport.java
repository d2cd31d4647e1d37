package io.emphatic.lab.problems.miner;

import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.page.Page;
import io.emphatic.documents.page.Parts;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.problems.miner.MinerResult.MeanLearning;
import io.emphatic.lab.problems.miner.MinerResult.PolicyResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the Miner experiment gave, in words and numbers: for the terminal, and for a page that needs nothing else, whose
 * words are in {@code page.jte}.
 */
public final class MinerReport {
    private static final int WIDTH = 100;

    final MinerResult result;
    final MinerSetting setting;

    /** @param result of the runs and the exact solutions */
    public MinerReport(MinerResult result) {
        this.result = result;
        this.setting = result.setting();
    }

    /** Writes the figure, and a page with it, into a directory, which is made if need be; the files. */
    public List<Path> write(String version, Path directory) throws IOException {
        boolean papers = papersMap() && setting.hasAlgorithmOfPaper();
        String lead = "Three policies judged at once from data of a fourth: "
                + (papers ? "Figure 2" : "after Figure 2")
                + " of Mahmood, Yu, White & Sutton (2015), Emphatic temporal-difference learning"
                + (papers ? ", from scratch." : ", with another map or learner.");
        Page page =
                new Page("How much gold before a trap?", lead, Parts.of(MinerReport.class, "page.jte", this), version);
        List<Path> files = WholeFile.write(directory, figure().files("figure-2"));
        files.add(WholeFile.write(directory.resolve("index.html"), page.html()));
        return files;
    }

    Figure figure() {
        return new MinerFigure(result).figure();
    }

    boolean papersMap() {
        return setting.map().toString().equals(MinerMap.PAPER.toString());
    }

    boolean speaksOfRadius() {
        return result.predictions().stream()
                .anyMatch(prediction -> prediction.verdict().orElseThrow().contains("radius"));
    }

    String command() {
        List<String> words = new ArrayList<>(List.of("emphatic reproduce miner --algorithm " + setting.algorithm()));
        if (setting.has("step_size")) {
            words.add("--step-size " + setting.stepSize());
        }
        if (setting.has("clip")) {
            words.add(setting.clips() ? "--clip " + setting.clip() : "--no-clip");
        }
        setting.others().forEach((name, value) -> words.add("--set " + name + "=" + value));
        words.add("--runs " + setting.runs() + " --entrapments " + setting.entrapments() + " --seed " + setting.seed());
        return String.join(" ", words) + (papersMap() ? "" : " --map FILE");
    }

    /** Prints the experiment as a table, and sentences about it. */
    public void print(PrintWriter out) {
        out.println("The Miner problem: " + learner() + ", " + Numbers.count(setting.runs(), "run") + " of "
                + Numbers.count(setting.entrapments(), "entrapment") + ", " + Numbers.count(result.steps(), "step")
                + " in " + Numbers.fixed(result.seconds(), 1) + " s");
        out.println();
        TextTable.of(table()).print(out);
        out.println();
        out.println("± is two standard errors.");
        sentences().forEach(sentence -> out.println(wrapped(sentence)));
    }

    private static String wrapped(String text) {
        return text.replaceAll("(.{1," + WIDTH + "})(?: +|$)", "$1\n").stripTrailing();
    }

    /** The learner and its setting: {@code etd with α = 0.001, increments clipped to ±0.5}. */
    String learner() {
        List<String> parts = new ArrayList<>();
        if (setting.has("step_size")) {
            parts.add("α = " + Numbers.exact(setting.stepSize()));
        }
        if (setting.has("clip")) {
            parts.add(setting.clips() ? "increments clipped to ±" + Numbers.exact(setting.clip()) : "no clipping");
        }
        setting.others().forEach((name, value) -> parts.add(name + " = " + Numbers.exact(value)));
        return setting.algorithm() + (parts.isEmpty() ? "" : " with " + String.join(", ", parts));
    }

    List<List<String>> table() {
        List<List<String>> rows = new ArrayList<>();
        boolean ofEtd = setting.approachesEtdFixedPoint();
        String fixedPoint = (ofEtd ? "ETD" : setting.algorithm()) + "'s fixed point";
        rows.add(List.of("policy", "true value at S", "Monte Carlo", fixedPoint, "estimate at the end"));
        for (PolicyResult prediction : result.predictions()) {
            rows.add(List.of(
                    prediction.policy(),
                    text(prediction.trueValue()),
                    text(prediction.monteCarlo()),
                    text(ofEtd ? prediction.fixedPoint() : prediction.own()),
                    estimate(prediction.learned())));
        }
        return rows;
    }

    private static String text(double value) {
        return Numbers.decimals(value, 3);
    }

    private static String text(Estimate estimate) {
        String mean = text(estimate.mean());
        return Double.isNaN(estimate.stderr()) ? mean : mean + " ± " + text(2 * estimate.stderr());
    }

    private String estimate(MeanLearning learning) {
        return learning.diverged() == 0
                ? text(learning.last())
                : "diverged in " + learning.diverged() + " of " + Numbers.count(setting.runs(), "run");
    }

    /** What one sees, a sentence or two each: none says more than this result shows. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        simulation().ifPresent(sentences::add);
        sentences.add(order());
        if (setting.approachesEtdFixedPoint()) {
            sentences.add(
                    "The features tell the block and not the cell, so ETD's fixed point is the true value averaged"
                            + " over the visits to Block A, not the value at S alone.");
        }
        if (setting.clips()) {
            withoutClipping().ifPresent(sentences::add);
        }
        if (setting.approachesEtdFixedPoint()) {
            followOn().ifPresent(sentences::add);
        }
        return sentences;
    }

    /** Where Monte Carlo ran out of steps before it was precise. */
    private Optional<String> simulation() {
        return naming(p -> !MonteCarlo.isEnough(p.monteCarlo()))
                .map(policies -> "The simulation was not enough for " + policies
                        + ": it stopped before the standard error was 1 % of the mean."
                        + " The true value is exact nevertheless.");
    }

    private String order() {
        if (result.predictions().stream().anyMatch(p -> p.learned().diverged() > 0)) {
            return "Some runs diverged, so the order of the policies is unknown.";
        }
        String truth = result.order(PolicyResult::trueValue);
        if (result.orderPreserved() && !result.orderCertain()) {
            return "The estimates are in the order of their true values, " + truth + ", but "
                    + (setting.runs() == 1
                            ? "a single run does not tell how much of that is chance."
                            : String.join(", ", result.uncertainPairs())
                                    + " are not distinguishable: they differ by less than two standard errors.");
        }
        return result.orderPreserved()
                ? "The estimates put the policies in the order of their true values: " + truth + "."
                : "The estimates do not put the policies in the order of their true values, " + truth + ": they say "
                        + result.order(p -> p.learned().last().mean()) + "."
                        + (setting.runs() == 1 || result.uncertainPairs().isEmpty()
                                ? ""
                                : " Of these, " + String.join(", ", result.uncertainPairs())
                                        + " differ by less than two standard errors.");
    }

    private Optional<String> withoutClipping() {
        if (setting.runs() < 2) {
            return Optional.empty();
        }
        String with = each(p -> true, p -> spread(p.learned()));
        String without = each(p -> true, p -> spread(p.unclipped().orElseThrow()));
        return Optional.of("Without clipping, the standard deviation over the same runs at their end is " + without
                + (with.equals(without) ? ", as it is with clipping." : " instead of " + with + "."));
    }

    private String spread(MeanLearning learning) {
        return learning.diverged() > 0
                ? "undefined, as runs diverged,"
                : text(learning.last().stderr() * Math.sqrt(setting.runs()));
    }

    private Optional<String> followOn() {
        return naming(p -> p.followOnRadius() >= 1)
                .map(policies -> "ETD's follow-on trace has infinite variance for " + policies
                        + ", so that now and then it is enormous: the radius that would have to be below 1 is "
                        + each(p -> p.followOnRadius() >= 1, p -> text(p.followOnRadius())) + ".");
    }

    /** The policies of which something holds, {@code uniform, headfirst and cautious}; empty if there are none. */
    private Optional<String> naming(Predicate<PolicyResult> holds) {
        List<String> names = result.predictions().stream()
                .filter(holds)
                .map(PolicyResult::policy)
                .toList();
        int last = names.size() - 1;
        return last < 1
                ? names.stream().findFirst()
                : Optional.of(String.join(", ", names.subList(0, last)) + " and " + names.get(last));
    }

    /** Something of the predictions: {@code 0.352 (uniform), 0.968 (headfirst), 2.429 (cautious)}. */
    private String each(Predicate<PolicyResult> which, Function<PolicyResult, String> what) {
        return result.predictions().stream()
                .filter(which)
                .map(p -> what.apply(p) + " (" + p.policy() + ")")
                .collect(Collectors.joining(", "));
    }
}
