package io.emphatic.cli;

import io.emphatic.Algorithms;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.lab.problems.miner.MinerMap;
import io.emphatic.lab.problems.miner.MinerReport;
import io.emphatic.lab.problems.miner.MinerReproduction;
import io.emphatic.lab.problems.miner.MinerResult;
import io.emphatic.lab.problems.miner.MinerResult.MeanLearning;
import io.emphatic.lab.problems.miner.MinerResult.PolicyResult;
import io.emphatic.lab.problems.miner.MinerSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** {@code emphatic reproduce miner}: Figure 2 of the paper. */
@Command(
        name = "miner",
        description =
                "Figure 2: three off-policy predictions learned at once from one behaviour, against their true values.",
        showDefaultValues = true,
        footer = {
            "%nExample: emphatic reproduce miner --algorithm td --out results/miner-td",
            "docs/miner.md describes the problem, how to read the figure, and the fields of --json."
        })
final class ReproduceMinerCommand extends Verb {
    @Option(names = "--runs", paramLabel = "N", description = "Independent runs to average.")
    private int runs = MinerSetting.PAPER.runs();

    @Option(names = "--entrapments", paramLabel = "N", description = "Number of entrapments per run.")
    private int entrapments = MinerSetting.PAPER.entrapments();

    @Option(names = "--seed", paramLabel = "N", description = "Random seed; the same seed gives the same result.")
    private long seed = MinerSetting.PAPER.seed();

    @Option(names = "--step-size", paramLabel = "α", description = "For a learner that has one.")
    private double stepSize = MinerSetting.PAPER.stepSize();

    @Option(names = "--clip", paramLabel = "C", description = "Clip increments to ±C, if the learner can.")
    private double clip = MinerSetting.PAPER.clip();

    @Option(names = "--no-clip", description = "Do not clip.", showDefaultValue = Visibility.NEVER)
    private boolean noClip;

    @Option(names = "--map", paramLabel = "FILE", description = "Another map: rows of S, G, A, B, C, D and # (wall).")
    private Path map;

    @Option(names = "--algorithm", paramLabel = "NAME", description = "Any learner that `emphatic algorithms` lists.")
    private String algorithm = MinerSetting.PAPER.algorithm();

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Any other parameter of the learner, as beta or eta; overshoot takes the place of the clip.",
            showDefaultValue = Visibility.NEVER)
    private Map<String, Double> others = Map.of();

    @Option(
            names = "--curves",
            paramLabel = "mean|runs",
            description =
                    "With --json: runs adds the curve of every run, the learner's own fixed point, and whether the"
                            + " order is certain.")
    private Curves curves = Curves.MEAN;

    private enum Curves {
        MEAN,
        RUNS
    }

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads to use (default: one for each core).",
            showDefaultValue = Visibility.NEVER)
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--out", paramLabel = "DIR", description = "Where figures and page go.")
    private Path out = Path.of("results", "miner");

    @Override
    public Integer call() throws IOException {
        MinerSetting setting = setting();
        if (threads < 1) {
            throw usage("the number of threads is not positive: " + threads);
        }
        WholeFile.requireWritable(out);
        MinerResult result;
        try (TerminalProgress progress = TerminalProgress.of("Learning", MinerReproduction.ticks(setting))) {
            result = MinerReproduction.run(setting, threads, progress::step);
        }
        MinerReport report = new MinerReport(result);
        List<Path> files = report.write(Emphatic.version(), out);
        return print(() -> document(result), text -> {
            report.print(text);
            printWritten(files, text);
        });
    }

    /** What was typed wrongly is wrong usage; what is wrong in the map's file is not. */
    private MinerSetting setting() throws IOException {
        if (noClip && parsed().hasMatchedOption("--clip")) {
            throw usage("--clip and --no-clip exclude each other");
        }
        List.of("step_size", "clip").stream()
                .filter(others::containsKey)
                .findFirst()
                .ifPresent(name -> {
                    throw usage("--set " + name + ": there is --" + name.replace('_', '-'));
                });
        boolean bounds = others.containsKey("overshoot") && !parsed().hasMatchedOption("--clip"); // instead of the clip
        MinerMap where = map == null ? MinerMap.PAPER : read(map);
        return typed(() -> {
            Algorithms.named(algorithm);
            return new MinerSetting(
                    where,
                    algorithm,
                    stepSize,
                    noClip || bounds ? Double.POSITIVE_INFINITY : clip,
                    runs,
                    entrapments,
                    seed,
                    others);
        });
    }

    private static MinerMap read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("the map is a directory, not a file: " + file);
        }
        try {
            return MinerMap.parse(SourceReader.text(file));
        } catch (NoSuchFileException e) {
            throw new IOException("there is no map file " + file, e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private JsonObject document(MinerResult result) {
        JsonObject document = new JsonObject()
                .with("problem", "miner")
                .withRecord(result.setting(), "map", "step_size", "clip", "others")
                .withRecord(result, "setting", "predictions")
                .with("order_preserved", result.orderPreserved());
        if (curves == Curves.RUNS) {
            document.with("order_certain", result.orderCertain());
        }
        return document.withAll("predictions", result.predictions(), this::document);
    }

    private JsonObject document(PolicyResult prediction) {
        JsonObject document = new JsonObject()
                .with("policy", prediction.policy())
                .with("true_value", prediction.trueValue())
                .with("monte_carlo", prediction.monteCarlo())
                .with("fixed_point", prediction.fixedPoint());
        if (curves == Curves.RUNS) {
            document.with("own_fixed_point", prediction.own());
        }
        add(prediction.learned(), document);
        prediction.unclipped().ifPresent(learning -> document.with("unclipped", add(learning, new JsonObject())));
        return document;
    }

    private JsonObject add(MeanLearning learning, JsonObject document) {
        document.with("final", learning.last())
                .with("diverged", learning.diverged())
                .with("curve", learning.curve());
        return curves == Curves.RUNS ? document.with("runs", learning.runs()) : document;
    }
}
