package io.emphatic.cli;

import picocli.CommandLine.Command;

/** {@code emphatic reproduce miner|two-state …}. */
@Command(
        name = "reproduce",
        description = "Makes a figure of the paper from nothing.",
        subcommands = {
            ReproduceMinerCommand.class,
            ReproduceTwoStateCommand.class,
        },
        synopsisSubcommandLabel = "miner|two-state",
        commandListHeading = "%nWhat can be reproduced:%n")
final class ReproduceCommand extends VerbGroup {}
