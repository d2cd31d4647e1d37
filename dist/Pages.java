package io.emphatic.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes the completion and the manual pages of a package, from the commands: {@code Pages DIRECTORY}. */
final class Pages {
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        CommandLine emphatic = Emphatic.commandLine();
        write(directory, "emphatic", emphatic);
        for (Map.Entry<String, CommandLine> verb : emphatic.getSubcommands().entrySet()) {
            write(directory, "emphatic-" + verb.getKey(), verb.getValue());
        }
        String completion = AutoComplete.bash("emphatic", emphatic);
        Files.writeString(directory.resolve("emphatic.bash"), completion.replaceFirst("(?m)^# Generated .*\n|^# .*Date.*\n", ""));
    }

    /** Roff of what {@code --help} prints. */
    private static void write(Path directory, String name, CommandLine command) throws IOException {
        command.setUsageHelpWidth(78);
        String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
        String purpose = String.join(" ", command.getCommandSpec().usageMessage().description());
        Files.writeString(
                directory.resolve(name + ".1"),
                ".TH " + name.toUpperCase(java.util.Locale.ROOT) + " 1 \"\" \"Emphatic " + Emphatic.version() + "\"\n"
                        + ".SH NAME\n" + name + " \\- " + roff(purpose) + "\n.SH DESCRIPTION\n.nf\n" + roff(help) + ".fi\n");
    }

    private static String roff(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
    }
}
