package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** {@code docs/commands.md} is generated from the commands themselves: each with what its {@code --help} says. */
class CommandsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "commands.md");

    @Test
    void thePageOfAllCommandsIsWhatTheirHelpSays() throws IOException {
        StringBuilder page = new StringBuilder("""
                # All commands and options

                Generated from the commands by `CommandsPageTest`: do not edit. [Which command](choosing.md) to take, and what
                its numbers mean, is on the other pages of the manual. Exit code 0 is done, 1 failed, 2 wrong usage.
                """);
        add(page, Emphatic.commandLine());
        Path fresh = Files.writeString(Path.of("target", "commands.md"), page);
        assertThat(Files.readString(PAGE))
                .as("docs/commands.md is out of date. Refresh it: cp cli/target/commands.md docs/commands.md")
                .isEqualTo(Files.readString(fresh));
    }

    private static void add(StringBuilder page, CommandLine command) {
        String usage = command.setUsageHelpWidth(110).getUsageMessage(Ansi.OFF);
        page.append("\n## ")
                .append(command.getCommandSpec().qualifiedName())
                .append("\n\n```text\n")
                .append(usage.lines().map(String::stripTrailing).reduce("", (all, line) -> all + line + "\n"))
                .append("```\n");
        command.getSubcommands().values().forEach(inner -> add(page, inner));
    }
}
