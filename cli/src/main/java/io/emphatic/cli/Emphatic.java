package io.emphatic.cli;

import io.emphatic.experience.Names;
import io.emphatic.logs.spec.SpecReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code ./emphatic VERB …}: exit code 0 done, 1 failed, 2 wrong usage; 3 and 4 are decisions of {@code gate}. */
@Command(
        name = "emphatic",
        description = "Learns long-term predictions from experience that some other policy generated.",
        mixinStandardHelpOptions = true,
        versionProvider = Emphatic.Version.class,
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%nVerbs:%n",
        footer = "%n`./emphatic VERB --help` tells more about one.")
public final class Emphatic implements Runnable {
    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

    private static final List<Class<?>> VERBS = List.of(
            AlgorithmsCommand.class,
            LearnCommand.class,
            PredictCommand.class,
            EvaluateCommand.class,
            GateCommand.class,
            TuneCommand.class,
            ServeCommand.class,
            ReplayCommand.class,
            FlinkCommand.class,
            ExplainCommand.class,
            ProblemsCommand.class,
            ReproduceCommand.class,
            StudyCommand.class,
            ReportCommand.class);

    @Option(
            names = OutsideClasses.OPTION,
            paramLabel = "JARS",
            scope = ScopeType.INHERIT,
            description = "Jars or directories with algorithms and problems of your own (docs/java.md).")
    private String classPath;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        // Figures go to files: no display is wanted, even where there is one.
        System.setProperty("java.awt.headless", "true");
        StandardOutput standard = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter out = new PrintWriter(standard, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = run(out, err, arguments);
        if (out.checkError() && code == 0) {
            code = FAILED;
            // a reader that closed the pipe, as head does, needs no message
            if (!String.valueOf(standard.failure).contains("Broken pipe")) {
                err.println("the output could not be written: " + standard.failure.getMessage());
            }
        }
        System.exit(code);
    }

    /** Remembers why it could not be written to, which a {@link PrintWriter} does not. */
    private static final class StandardOutput extends FilterOutputStream {
        private IOException failure;

        StandardOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }

    /** Whether {@value OutsideClasses#OPTION} was given, to a verb or before it. */
    static boolean hasOutsideClasses(CommandSpec verb) {
        return ((Emphatic) verb.root().userObject()).classPath != null;
    }

    /** Everything but the process: tests call this. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        try {
            OutsideClasses.find(arguments);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            err.flush();
            return WRONG_USAGE;
        }
        CommandLine commandLine = commandLine(arguments)
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setUnmatchedOptionsArePositionalParams(false)
                .setParameterExceptionHandler(Emphatic::wrongUsage)
                .setExecutionExceptionHandler(Emphatic::failed);
        commandLine.getSubcommands().values().forEach(verb -> verb.getCommandSpec()
                .versionProvider(new Version()));
        int code = execute(commandLine, err, arguments);
        out.flush();
        err.flush();
        return code;
    }

    private static Optional<Class<?>> verb(String... arguments) {
        return VERBS.stream()
                .filter(verb -> arguments.length > 0 && name(verb).equals(arguments[0]))
                .findFirst();
    }

    private static String name(Class<?> verb) {
        return verb.getAnnotation(Command.class).name();
    }

    /** With the verb that is given first, or else all: to describe all verbs takes half of the time of a start. */
    static CommandLine commandLine(String... arguments) {
        CommandLine commandLine = new CommandLine(new Emphatic());
        verb(arguments).ifPresentOrElse(commandLine::addSubcommand, () -> VERBS.forEach(commandLine::addSubcommand));
        HelpGroups.useIn(commandLine);
        return commandLine;
    }

    private static int execute(CommandLine commandLine, PrintWriter err, String... arguments) {
        try {
            return commandLine.execute(arguments);
        } catch (OutOfMemoryError e) {
            err.println("there is not enough memory for this: Java may use "
                    + Runtime.getRuntime().maxMemory() / (1 << 20)
                    + " MB\nGive it more with -Xmx4g in JAVA_TOOL_OPTIONS, or let results go to a file.");
            return FAILED;
        }
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** One line on what is wrong, the nearest right name, and where help is; no page of usage. */
    private static int wrongUsage(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        // an option that does not exist is why something seems to be missing, and picocli tells of the latter only
        command.getUnmatchedArguments().stream()
                .filter(argument -> e instanceof CommandLine.MissingParameterException && argument.startsWith("-"))
                .forEach(argument -> err.println("Unknown option: '" + argument + "'"));
        // picocli names numbers as Java does
        err.println(message(e)
                .replaceAll("is not an? (int|long)$", "is not a whole number, or too large")
                .replaceAll("is not a double$", "is not a number"));
        if (e instanceof CommandLine.UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            Set<String> verbs = command.getSubcommands().keySet();
            Names.nearest(unmatched.getUnmatched().get(0), verbs)
                    .ifPresent(name -> err.println("Did you mean " + name + "?"));
        } else {
            CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
        }
        err.println("`" + command.getCommandSpec().qualifiedName() + " --help` shows what is possible.");
        return WRONG_USAGE;
    }

    /** A stack trace is for defects of this program, not for what users typed or files that are missing. */
    private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        if (e instanceof IllegalArgumentException
                || e instanceof ArithmeticException
                || e instanceof IOException
                || e instanceof UncheckedIOException) {
            command.getErr().println(withLine(message(e), parsed.originalArgs()));
        } else {
            e.printStackTrace(command.getErr());
        }
        return FAILED;
    }

    /** With the line of the spec that a message is about, if it names none. */
    private static String withLine(String message, List<String> arguments) {
        return arguments.stream()
                .filter(argument -> argument.matches("(?i).*\\.ya?ml") && !message.matches("(?s).*\\bline \\d+ of .*"))
                .findFirst()
                .map(spec -> SpecReader.withLine(Path.of(spec), message))
                .orElse(message);
    }

    /** The exceptions of the file system say nothing but the file's name. */
    private static String message(Exception e) {
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + ": there is no such file";
        }
        if (e instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        boolean isUnknown = message.contains("there is no algorithm ") || message.contains("there is no problem ");
        return isUnknown
                ? message + "\nOne from outside comes with " + OutsideClasses.OPTION + " JARS (docs/java.md)."
                : message;
    }

    static String version() throws IOException {
        return properties().getProperty("version");
    }

    /** The version with the revision of the source, where the build knew it. */
    static String build() throws IOException {
        String revision = properties().getProperty("revision");
        return revision.isEmpty() ? version() : version() + " (" + revision + ")";
    }

    private static Properties properties() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Emphatic.class.getResourceAsStream("/emphatic.properties")) {
            properties.load(in);
        }
        return properties;
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            return new String[] {"emphatic " + version()};
        }
    }

    /** The options of a command in groups: what it does, what it writes, and what is the same everywhere. */
    private static final class HelpGroups {
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
}
