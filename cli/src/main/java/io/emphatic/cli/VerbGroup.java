package io.emphatic.cli;

import io.emphatic.Names;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A verb that only names what comes after it: {@code emphatic reproduce miner}. */
@Command(mixinStandardHelpOptions = true)
abstract class VerbGroup implements Runnable {
    /** Whatever is no subcommand ends up here. */
    @Parameters(arity = "0..1", hidden = true)
    private String unknown;

    @Spec
    private CommandSpec spec;

    @Override
    public final void run() {
        Set<String> known = spec.subcommands().keySet();
        throw new ParameterException(
                spec.commandLine(),
                unknown == null
                        ? "say which: " + String.join(" or ", known)
                        : spec.name() + " has no " + unknown + Names.didYouMean(unknown, known) + "\nThere are: "
                                + String.join(", ", known));
    }
}
