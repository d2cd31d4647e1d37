package io.emphatic.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The options of a command in groups: what it does, what it writes, and what is the same everywhere. */
final class HelpGroups {
    private static final Set<String> OUTPUT =
            names("all all-states html json model models out predictions report variance yaml");
    private static final Set<String> LOG =
            names("action csv-delimiter csv-null csv-quote order stream terminated truncated");
    private static final Set<String> SAVING = names("checkpoint every-rows every-seconds resume");
    private static final Set<String> GENERAL = names("class-path help memory temp-dir threads version");

    private HelpGroups() {}

    private static Set<String> names(String options) {
        return Stream.of(options.split(" ")).map(name -> "--" + name).collect(Collectors.toSet());
    }

    static void useIn(CommandLine command) {
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpGroups::list);
        command.getSubcommands().values().forEach(HelpGroups::useIn);
    }

    private static String list(Help help) {
        List<OptionSpec> options = help.commandSpec().options();
        Map<String, Predicate<String>> groups = new LinkedHashMap<>();
        groups.put("", name -> Stream.of(LOG, SAVING, OUTPUT, GENERAL).noneMatch(group -> group.contains(name)));
        groups.put("\nThe log:\n", LOG::contains);
        groups.put("\nSaving and resuming:\n", SAVING::contains);
        groups.put("\nOutput:\n", OUTPUT::contains);
        groups.put("\nGeneral:\n", GENERAL::contains);
        StringBuilder text = new StringBuilder();
        groups.forEach((heading, member) -> {
            List<OptionSpec> own = options.stream()
                    .filter(option -> !option.hidden() && member.test(option.longestName()))
                    .toList();
            // one layout for all, so that descriptions begin in the same column
            Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
            layout.addAllOptions(own, help.parameterLabelRenderer());
            text.append(own.isEmpty() ? "" : heading).append(own.isEmpty() ? "" : layout.toString());
        });
        return text.toString();
    }
}
