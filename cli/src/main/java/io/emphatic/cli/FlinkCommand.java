package io.emphatic.cli;

import io.emphatic.logs.scaleout.ScaleOut;
import java.util.ServiceLoader;
import picocli.CommandLine.Command;

/** {@code emphatic flink learn|evaluate …}. */
@Command(
        name = "flink",
        description = "Learns from many streams, or evaluates policies on them, on Apache Flink: checkpoints, several"
                + " machines, Kafka.",
        subcommands = {
            FlinkLearnCommand.class,
            FlinkEvaluateCommand.class,
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "learn|evaluate",
        commandListHeading = "%nWhat Flink can do:%n",
        footer = {
            "%nExample: emphatic flink learn spec.yaml",
            "docs/flink.md walks through an example and has the settings for production."
        })
final class FlinkCommand {
    /** The engine is on the class path only where it is wanted: it is larger than all the rest. */
    static ScaleOut engine() {
        return ServiceLoader.load(ScaleOut.class)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Flink is not on the class path"
                        + "\nRun this as `./emphatic flink …`, which builds and finds it."));
    }
}
