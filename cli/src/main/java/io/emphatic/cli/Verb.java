package io.emphatic.cli;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.source.Node;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
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
            description = "Print one JSON document instead.",
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

    /** What was typed, without defaults. */
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

    /** Names the files that were written to a directory. */
    static void printWritten(List<String> files, Path directory, PrintWriter out) {
        out.println();
        files.forEach(file -> out.println("Wrote " + directory.resolve(file)));
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

    /** What was typed as NAME=VALUE, where values are numbers. */
    final Map<String, Double> numbers(Map<String, String> given) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        given.forEach((name, value) -> numbers.put(
                name, Node.numberOrInfinity(value).orElseThrow(() -> usage(name + " is not a number: " + value))));
        return numbers;
    }
}
