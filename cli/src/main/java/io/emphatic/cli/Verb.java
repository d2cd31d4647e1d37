package io.emphatic.cli;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.source.Node;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.file.ProgressListener;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** What every command that does something has: {@code --json}, its outputs, and a way to refuse what was typed. */
@Command(mixinStandardHelpOptions = true)
abstract class Verb implements Callable<Integer> {
    @Option(
            names = "--json",
            order = Integer.MAX_VALUE,
            description = "Print one JSON document instead; the end of this help says where its fields are described.",
            showDefaultValue = Visibility.NEVER)
    private boolean json;

    @Spec
    private CommandSpec spec;

    final boolean json() {
        return json;
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    final ParseResult parsed() {
        return spec.commandLine().getParseResult();
    }

    /** Prints a document with {@code --json}, and otherwise what people read; returns {@link Emphatic#DONE}. */
    final int print(Supplier<Object> document, Consumer<PrintWriter> text) {
        if (json) {
            Json.print(document.get(), out());
        } else {
            text.accept(out());
        }
        return Emphatic.DONE;
    }

    /** Says where an output is: {@code The model is in best.json}; nothing for one that was not wanted, null. */
    static void printPlace(String what, Path file, PrintWriter out) {
        if (file != null) {
            out.println();
            out.println("The " + what + " in " + file);
        }
    }

    static void printWritten(List<Path> files, PrintWriter out) {
        out.println();
        files.forEach(file -> out.println("Wrote " + file));
        if (files.stream().noneMatch(file -> file.toString().endsWith(".png"))) {
            out.println("No PNG and PDF: this Java has no fonts (Debian: apt install fontconfig fonts-dejavu-core).");
        }
    }

    final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Builds something of what was typed: what its constructor refuses is wrong usage. */
    final <T> T typed(Supplier<T> build) {
        try {
            return build.get();
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    final String value(String flag) {
        return parsed().matchedOptionValue(flag, null);
    }

    final Optional<String> given(Collection<String> flags) {
        return parsed().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(flags::contains)
                .findFirst();
    }

    interface ShownPass<T> {
        T run(ProgressListener progress) throws IOException;
    }

    /** Runs a pass with a bar on a terminal; piped output stays clean. */
    final <T> T withBar(ShownPass<T> pass) throws IOException {
        if (json) {
            return pass.run(ProgressListener.NONE);
        }
        try (TerminalProgress bar = TerminalProgress.ofRows(spec.name())) {
            return pass.run(bar::stepTo);
        }
    }

    /** What was found in a log, where the document with {@code --json} does not begin with it. */
    final void printFindings(List<Finding> findings) {
        if (json) {
            findings.forEach(finding -> err().println(finding.text()));
        }
    }

    /** What was typed as NAME=VALUE, where values are numbers. */
    final Map<String, Double> numbers(Map<String, String> given) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        given.forEach((name, value) -> numbers.put(
                name, Node.numberOrInfinity(value).orElseThrow(() -> usage(name + " is not a number: " + value))));
        return numbers;
    }

    /** A command that reads a log and can write the predictions of each row to a file. */
    abstract static class LogVerb extends Verb {
        @Option(
                names = "--predictions",
                paramLabel = "FILE",
                order = Integer.MAX_VALUE - 1,
                description = "Where each row's predictions go: .csv or .parquet.")
        private Path predictions;

        /** Null if they are not wanted. */
        final Path predictions() {
            return typed(() -> {
                Outputs.requireTable(predictions);
                return predictions;
            });
        }
    }
}
