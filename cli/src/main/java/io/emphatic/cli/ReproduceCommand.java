package io.emphatic.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
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
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to reproduce: "
                        + String.join(" or ", spec.subcommands().keySet()));
    }
}
