package io.emphatic.cli;

import io.emphatic.Names;
import io.emphatic.logs.scaleout.ScaleOut;
import java.util.ServiceLoader;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
        footer = {"", "docs/flink.md walks through an example and has the settings for production."})
final class FlinkCommand implements Runnable {
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
                        ? "say what Flink is to do: " + String.join(" or ", known)
                        : "Flink cannot " + unknown + Names.didYouMean(unknown, known) + "\nThere are: "
                                + String.join(", ", known));
    }

    /** The engine is on the class path only where it is wanted: it is larger than all the rest. */
    static ScaleOut engine() {
        return ServiceLoader.load(ScaleOut.class)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Flink is not on the class path"
                        + "\nRun this as `./emphatic flink …`, which builds and finds it."));
    }
}
