package io.emphatic.cli;

import io.emphatic.Algorithms;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.Json;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.problems.miner.MinerMap;
import io.emphatic.lab.problems.miner.MinerPage;
import io.emphatic.lab.problems.miner.MinerReport;
import io.emphatic.lab.problems.miner.MinerReproduction;
import io.emphatic.lab.problems.miner.MinerResult;
import io.emphatic.lab.problems.miner.MinerResult.MeanLearning;
import io.emphatic.lab.problems.miner.MinerResult.PolicyResult;
import io.emphatic.lab.problems.miner.MinerSetting;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** {@code emphatic reproduce miner}: Figure 2 of the paper. */
@Command(
        name = "miner",
        description =
                "Figure 2: three off-policy predictions learned at once from one behaviour, against their true values.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        footer = {"", "docs/miner.md tells of the problem, and of what one sees."})
final class ReproduceMinerCommand extends Verb {
    @Option(names = "--runs", paramLabel = "N", description = "Independent runs to average.")
    private int runs = MinerSetting.PAPER.runs();

    @Option(names = "--entrapments", paramLabel = "N", description = "A run ends after so many.")
    private int entrapments = MinerSetting.PAPER.entrapments();

    @Option(names = "--seed", paramLabel = "N", description = "Of all chance: the same seed gives the same result.")
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

    @Option(names = "--threads", paramLabel = "N", description = "Threads to use (default: one for each core).")
    private Integer threads;

    @Option(names = "--out", paramLabel = "DIR", description = "Where figures and page go.")
    private Path out = Path.of("results", "miner");

    @Override
    public Integer call() throws IOException {
        MinerSetting setting = setting();
        int workers = threads();
        WholeFile.requireWritable(out);
        MinerResult result;
        try (TerminalProgress progress = TerminalProgress.of("Learning", MinerReproduction.ticks(setting))) {
            result = MinerReproduction.run(setting, workers, progress::tick);
        }
        MinerPage.write(result, Emphatic.version(), out);
        PrintWriter print = out();
        if (json()) {
            Json.print(document(result), print);
            return Emphatic.DONE;
        }
        new MinerReport(result).print(print);
        print.println();
        for (String file : MinerPage.FILES) {
            print.println("Wrote " + out.resolve(file));
        }
        return Emphatic.DONE;
    }

    /** What was typed wrongly is wrong usage; what is wrong in the map's file is not. */
    private MinerSetting setting() throws IOException {
        if (noClip && isGiven("--clip")) {
            throw usage("--clip and --no-clip exclude each other");
        }
        MinerMap where = map == null ? MinerMap.PAPER : read(map);
        return typed(() -> {
            Algorithms.named(algorithm);
            return new MinerSetting(
                    where, algorithm, stepSize, noClip ? Double.POSITIVE_INFINITY : clip, runs, entrapments, seed);
        });
    }

    private int threads() {
        if (threads != null && threads < 1) {
            throw usage("the number of threads is not positive: " + threads);
        }
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }

    private static MinerMap read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("the map is a directory, not a file: " + file);
        }
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no map file " + file, e);
        } catch (CharacterCodingException e) {
            throw new IOException("the map file is not text in UTF-8: " + file, e);
        }
        try {
            return MinerMap.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> document(MinerResult result) {
        MinerSetting setting = result.setting();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("problem", "miner");
        document.put("algorithm", setting.algorithm());
        document.put("runs", setting.runs());
        document.put("entrapments", setting.entrapments());
        document.put("seed", setting.seed());
        document.put("seconds", result.seconds());
        document.put("steps", result.steps());
        document.put("order_preserved", result.orderPreserved());
        document.put(
                "predictions",
                result.predictions().stream()
                        .map(ReproduceMinerCommand::document)
                        .toList());
        return document;
    }

    private static Map<String, Object> document(PolicyResult prediction) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("policy", prediction.policy());
        document.put("true_value", prediction.trueValue());
        document.put("monte_carlo", document(prediction.monteCarlo()));
        document.put("fixed_point", prediction.fixedPoint());
        put(prediction.learned(), document);
        prediction.unclipped().ifPresent(learning -> {
            Map<String, Object> unclipped = new LinkedHashMap<>();
            put(learning, unclipped);
            document.put("unclipped", unclipped);
        });
        return document;
    }

    private static void put(MeanLearning learning, Map<String, Object> document) {
        document.put("final", document(learning.last()));
        document.put("diverged", learning.diverged());
        document.put("curve", learning.curve());
    }

    private static Map<String, Object> document(Estimate estimate) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("mean", estimate.mean());
        document.put("stderr", estimate.stderr());
        return document;
    }
}
