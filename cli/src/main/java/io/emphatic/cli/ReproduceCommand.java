package io.emphatic.cli;

import io.emphatic.Names;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code emphatic reproduce miner|two-state …}. */
@Command(
        name = "reproduce",
        description = "Makes a figure of the paper from nothing.",
        subcommands = {
            ReproduceMinerCommand.class,
            ReproduceTwoStateCommand.class,
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "miner|two-state",
        commandListHeading = "%nWhat can be reproduced:%n")
final class ReproduceCommand implements Runnable {
    /** Whatever is no subcommand ends up here. */
    @Parameters(arity = "0..1", hidden = true)
    private String unknown;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        Set<String> known = spec.subcommands().keySet();
        throw new ParameterException(
                spec.commandLine(),
                unknown == null
                        ? "say what to reproduce: " + String.join(" or ", known)
                        : "there is no " + unknown + " to reproduce" + Names.didYouMean(unknown, known)
                                + "\nThere are: " + String.join(", ", known));
    }
}
