package io.emphatic.bench.referee;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;

/** How often the verdict of an off-policy evaluation is right, on logs whose truth is known: prints a page. */
public final class RefereeTables {
    private static final String USAGE = """
            usage: bench/referee [--gate] [--quick] [--families WORD] [--threads N] [--csv FILE] [--trials FILE]
              --gate            how often `emphatic gate` decides right, instead
              --quick           a few logs of each kind, for a look
              --families WORD   only families whose names contain it
              --choosing        only those of the choosing half
              --threads N       2 if absent; the outcome is the same
              --csv FILE        writes a line for each family, too
              --trials FILE     writes every verdict with the truth, as lines of JSON""";

    /** (log, target) pairs of each family. */
    private static final int PAIRS = 1_000;

    private static final int QUICK_PAIRS = 100;

    private int pairs = PAIRS;
    private int threads = 2;
    private String families = "";
    private boolean gate;
    private boolean choosing;
    private Path csv;
    private Path trials;

    private RefereeTables(Iterator<String> arguments) {
        while (arguments.hasNext()) {
            switch (arguments.next()) {
                case "--gate" -> gate = true;
                case "--choosing" -> choosing = true;
                case "--quick" -> pairs = QUICK_PAIRS;
                case "--families" -> families = arguments.next();
                case "--threads" -> threads = Integer.parseInt(arguments.next());
                case "--csv" -> csv = Path.of(arguments.next());
                case "--trials" -> trials = Path.of(arguments.next());
                default -> throw new NoSuchElementException();
            }
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
        if (tables.gate) {
            new GateReport(tables.families, tables.pairs / 2, tables.threads, tables.trials).print(out);
        } else {
            tables.print(out);
        }
    }

    private void print(PrintWriter out) throws IOException {
        List<Family> chosen = LogKinds.families().stream()
                .filter(family -> family.name().contains(families) && (family.choosing() || !choosing))
                .toList();
        RefereeRun run = new RefereeRun(chosen, pairs);
        AtomicInteger done = new AtomicInteger();
        boolean terminal = System.console() != null;
        Map<Family, List<Trial>> judged = run.run(threads, logs -> {
            int count = done.addAndGet(logs);
            if (terminal) {
                System.err.print("\r" + count + " of " + run.logs() + (count == run.logs() ? "\n" : ""));
            }
        });
        RefereeReport report = new RefereeReport(judged);
        report.print(out);
        if (csv != null) {
            WholeFile.write(csv, report.csv());
        }
        if (trials != null) {
            WholeFile.write(trials, lines(judged));
        }
    }

    private static String lines(Map<Family, List<Trial>> judged) {
        StringBuilder text = new StringBuilder();
        judged.forEach((family, all) -> all.forEach(trial -> text.append(
                        Json.line(new JsonObject().with("family", family.name()).with("trial", trial)))
                .append('\n')));
        return text.toString();
    }
}
