package io.emphatic.cli;

import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.problems.TwoStateReproduction;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code emphatic reproduce miner|two-state …}. */
@Command(
        name = "reproduce",
        description = "Makes a figure of the paper from scratch.",
        subcommands = {
            ReproduceMinerCommand.class,
            ReproduceCommand.ReproduceTwoStateCommand.class,
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "miner|two-state",
        commandListHeading = "%nWhat can be reproduced:%n",
        footer = "%nExample: emphatic reproduce miner")
final class ReproduceCommand {
    /** {@code emphatic reproduce two-state}: §2 of the paper. */
    @Command(
            name = "two-state",
            description = "§2: updates weighted by interest run away on two states, emphatic ones do not.",
            showDefaultValues = true,
            footer = {
                "%nExample: emphatic reproduce two-state --passes 50 --json",
                "docs/theory.md explains it. With --json: interest_td and etd, θ after each pass."
            })
    static final class ReproduceTwoStateCommand extends Verb {
        @Option(names = "--passes", paramLabel = "N", description = "Passes through the two states.")
        private int passes = 20;

        @Option(names = "--out", paramLabel = "DIR", description = "Where the figure goes.")
        private Path out = Path.of("results", "two-state");

        @Override
        public Integer call() throws IOException {
            TwoStateReproduction result = typed(() -> TwoStateReproduction.run(passes));
            List<Path> files = result.write(out);
            return print(() -> result, text -> print(result, files, text));
        }

        private static void print(TwoStateReproduction result, List<Path> files, PrintWriter text) {
            int last = result.etd().length - 1;
            text.println("Weighted by interest alone, θ runs away from the solution, 0: from 10 to "
                    + Numbers.significant(result.interestTd()[last]) + " in " + last + (last == 1 ? " pass" : " passes")
                    + ". With emphasis it goes there: " + Numbers.significant(result.etd()[last]) + ".");
            text.println();
            text.println("θ after each pass through the two states (α = 0.1, γ = 1, rewards 0)");
            text.println();
            TextTable table = new TextTable("lrr").add("pass", "interest-weighted", "emphatic TD(0)");
            for (int pass = 0; pass < result.etd().length; pass++) {
                String interestTd = Numbers.significant(result.interestTd()[pass], 6);
                table.add(Integer.toString(pass), interestTd, Numbers.significant(result.etd()[pass], 6));
            }
            table.print(text);
            printWritten(files, text);
        }
    }
}
