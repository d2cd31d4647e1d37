package io.emphatic.cli;

import io.emphatic.lab.problems.twostate.TwoStateReproduction;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code emphatic reproduce two-state}: §2 of the paper. */
@Command(
        name = "two-state",
        description = "§2: updates weighted by interest run away on two states, emphatic ones do not.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true)
final class ReproduceTwoStateCommand implements Callable<Integer> {
    @Option(names = "--passes", paramLabel = "N", description = "Passes through the two states.")
    private int passes = 20;

    @Option(names = "--out", paramLabel = "DIR", description = "Where the figure goes.")
    private Path out = Path.of("results", "two-state");

    @Option(names = "--json", description = "Print one JSON document instead.", showDefaultValue = Visibility.NEVER)
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        TwoStateReproduction result = run();
        result.write(out);
        PrintWriter print = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("interest_td", result.interestTd());
            document.put("etd", result.etd());
            Json.print(document, print);
            return Emphatic.DONE;
        }
        print.println("θ after each pass through the two states (α = 0.1, γ = 1, rewards 0)");
        print.println();
        print.printf("  %-6s %18s %18s%n", "pass", "interest-weighted", "emphatic TD(0)");
        for (int pass = 0; pass < result.etd().length; pass++) {
            print.printf(Locale.ROOT, "  %-6d %18.6g %18.6g%n", pass, result.interestTd()[pass], result.etd()[pass]);
        }
        print.println();
        for (String file : TwoStateReproduction.FILES) {
            print.println("Wrote " + out.resolve(file));
        }
        return Emphatic.DONE;
    }

    private TwoStateReproduction run() {
        try {
            return TwoStateReproduction.run(passes);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
