package io.emphatic.lab.problems.miner;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.page.Page;
import io.emphatic.documents.page.Parts;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Mdp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The figure files of the Miner experiment, and one page that needs nothing else; its words are in {@code page.jte}.
 */
public final class MinerPage {
    final MinerResult result;
    final MinerReport report;
    final MinerFigures figures;

    private MinerPage(MinerResult result) {
        this.result = result;
        this.report = new MinerReport(result);
        this.figures = new MinerFigures(result);
    }

    /** Writes the figure, and a page with it, into a directory, which is made if need be; the files. */
    public static List<Path> write(MinerResult result, String version, Path directory) throws IOException {
        MinerPage page = new MinerPage(result);
        List<Path> files = WholeFile.write(directory, page.figures.main().files("figure-2"));
        files.add(WholeFile.write(directory.resolve("index.html"), page.html(version)));
        return files;
    }

    private String html(String version) {
        boolean papers = papersMap() && setting().hasAlgorithmOfPaper();
        return new Page(
                        "How much gold before a trap?",
                        "Three policies judged at once from data of a fourth: "
                                + (papers ? "Figure 2" : "after Figure 2")
                                + " of Mahmood, Yu, White & Sutton (2015), Emphatic temporal-difference learning"
                                + (papers ? ", from scratch." : ", with another map or learner."),
                        Parts.of(MinerPage.class, "page.jte", this),
                        version)
                .html();
    }

    MinerSetting setting() {
        return result.setting();
    }

    String caption() {
        return "The Block A weight of " + report.learner() + ": "
                + (setting().runs() == 1
                        ? "one run."
                        : "mean of " + setting().runs() + " runs, with a band of two standard errors.")
                + " Dotted: the true value at S."
                + (setting().approachesEtdFixedPoint() ? " Dashed: ETD's fixed point." : "");
    }

    /** Whether {@code explain} has an answer for this learner. */
    boolean hasTheory() {
        return result.predictions().stream()
                .allMatch(prediction -> prediction.verdict().isPresent());
    }

    boolean speaksOfRadius() {
        return result.predictions().stream()
                .anyMatch(prediction -> prediction.verdict().orElseThrow().contains("radius"));
    }

    List<List<String>> settings() {
        return List.of(
                List.of("setting", ""),
                List.of("learner", report.learner()),
                List.of("runs", Integer.toString(setting().runs())),
                List.of("entrapments per run", Numbers.count(setting().entrapments())),
                List.of("time steps, all runs", Numbers.count(result.steps())),
                List.of("seed", Long.toString(setting().seed())),
                List.of("command", command()));
    }

    boolean papersMap() {
        return setting().map().toString().equals(MinerMap.PAPER.toString());
    }

    private String command() {
        MinerSetting setting = setting();
        List<String> words = new ArrayList<>(List.of("emphatic reproduce miner --algorithm " + setting.algorithm()));
        if (setting.has("step_size")) {
            words.add("--step-size " + setting.stepSize());
        }
        if (setting.has("clip")) {
            words.add(setting.clips() ? "--clip " + setting.clip() : "--no-clip");
        }
        setting.others().forEach((name, value) -> words.add("--set " + name + "=" + value));
        words.add("--runs " + setting.runs());
        words.add("--entrapments " + setting.entrapments());
        words.add("--seed " + setting.seed());
        if (!papersMap()) {
            words.add("--map FILE");
        }
        return String.join(" ", words);
    }

    /** Behaviour and targets, by block: {@code up 0.4, else 0.2}. */
    List<List<String>> policies() {
        Mdp mdp = new Miner(setting().map()).mdp();
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
        double least = Arrays.stream(probabilities).min().orElseThrow();
        double most = Arrays.stream(probabilities).max().orElseThrow();
        int likeliest = IntStream.range(0, probabilities.length)
                .filter(a -> probabilities[a] == most)
                .findFirst()
                .orElseThrow();
        return most == least ? "all equal" : actions.get(likeliest) + " " + Numbers.exact(most) + ", the rest equal";
    }
}
