package io.emphatic.bench.referee;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.Json;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Estimate;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How often the verdict of an off-policy evaluation is right, on logs whose truth is known: prints the tables in
 * Markdown. An interrupted run continues, from the chunks in its directory.
 */
public final class RefereeTables {
    private static final String USAGE = """
            usage: bench/referee [--quick] [--modelfail] [--threads N] [--out DIR] [--json FILE]
              --quick       a few logs of each kind, for a look
              --modelfail   only the published error of wdr on ModelFail, and ours
              --threads N   1 if absent; the outcome is the same
              --out DIR     keeps the trials there and continues from what is there (bench/target/referee if absent)
              --json FILE   writes the numbers of the tables, too""";

    /** (log, target) pairs of each kind. */
    private static final int PAIRS = 150;

    private static final int QUICK_PAIRS = 10;

    /** As published, and enough to tell. */
    private static final int[] MODEL_FAIL_DRAWS = {142, 5_000};

    private boolean quick;
    private boolean modelFail;
    private int threads = 1;
    private Path directory;
    private Path json;

    private RefereeTables(Iterator<String> arguments) {
        while (arguments.hasNext()) {
            switch (arguments.next()) {
                case "--quick" -> quick = true;
                case "--modelfail" -> modelFail = true;
                case "--threads" -> threads = Integer.parseInt(arguments.next());
                case "--out" -> directory = Path.of(arguments.next());
                case "--json" -> json = Path.of(arguments.next());
                default -> throw new NoSuchElementException();
            }
        }
        if (directory == null) {
            directory = Path.of("bench", "target", quick ? "referee-quick" : "referee");
        }
    }

    public static void main(String[] arguments) throws IOException {
        RefereeTables tables;
        try {
            tables = new RefereeTables(List.of(arguments).iterator());
        } catch (NoSuchElementException | NumberFormatException e) {
            System.err.println(USAGE);
            System.exit(List.of(arguments).contains("--help") ? 0 : 2);
            return;
        }
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        if (!tables.modelFail) {
            tables.printTrials(out);
        }
        tables.printModelFail(out);
    }

    private void printTrials(PrintWriter out) throws IOException {
        RefereeRun run = new RefereeRun(directory, LogKinds.all(), quick ? QUICK_PAIRS : PAIRS);
        AtomicInteger done = new AtomicInteger();
        boolean terminal = System.console() != null;
        RefereeReport report = run.run(threads, chunks -> {
            int count = done.addAndGet(chunks);
            if (terminal) {
                System.err.print("\r" + count + " of " + run.chunks() + (count == run.chunks() ? "\n" : ""));
            }
        });
        report.print(out);
        if (json != null) {
            WholeFile.write(json, Json.text(report.json()) + "\n");
        }
    }

    private void printModelFail(PrintWriter out) {
        out.println("**Mean squared error of wdr on ModelFail, 1,000 episodes** (published: "
                + Numbers.significant(ModelFailError.PUBLISHED) + " over 142 draws)\n");
        for (int draws : quick ? new int[] {MODEL_FAIL_DRAWS[0]} : MODEL_FAIL_DRAWS) {
            for (boolean choiceAtEnd : new boolean[] {false, true}) {
                Estimate error = ModelFailError.of("wdr", choiceAtEnd, draws, threads);
                out.println("- " + (choiceAtEnd ? "two actions on both steps" : "two actions on the first step only")
                        + ", " + Numbers.count(draws, "draw") + ": " + Numbers.significant(error.mean()) + " ± "
                        + Numbers.significant(error.stderr(), 2));
            }
        }
    }
}
