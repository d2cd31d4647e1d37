package io.emphatic.cli;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Family;
import io.emphatic.Parameter;
import io.emphatic.documents.json.Json;
import io.emphatic.documents.text.TextTable;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code emphatic algorithms [NAME] [--json]}. */
@Command(
        name = "algorithms",
        description = "Lists every learner by family, with cost and parameters; one with its equations.",
        mixinStandardHelpOptions = true)
final class AlgorithmsCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Only this one, with its equations.")
    private String name;

    @Option(names = "--json", description = "Print one JSON document instead.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<Algorithm> shown = name == null ? Algorithms.all() : List.of(named());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Json.print(shown.stream().map(AlgorithmsCommand::document).toList(), out);
        } else if (name == null) {
            printAll(out);
        } else {
            printOne(shown.get(0), out);
        }
        return Emphatic.DONE;
    }

    private Algorithm named() {
        try {
            return Algorithms.named(name);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private static Map<String, Object> document(Algorithm algorithm) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", algorithm.name());
        document.put("family", algorithm.family().title());
        document.put("summary", algorithm.summary());
        document.put("cost", algorithm.cost());
        document.put(
                "parameters",
                algorithm.parameters().stream().map(AlgorithmsCommand::document).toList());
        return document;
    }

    private static Map<String, Object> document(Parameter parameter) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", parameter.name());
        boolean whole = parameter.range().whole();
        document.put("default", whole ? (Object) (long) parameter.defaultValue() : (Object) parameter.defaultValue());
        document.put("range", parameter.range().toString());
        document.put("summary", parameter.summary());
        return document;
    }

    private static void printAll(PrintWriter out) {
        for (Family family : Family.values()) {
            List<Algorithm> members = Algorithms.all().stream()
                    .filter(algorithm -> algorithm.family() == family)
                    .toList();
            List<Parameter> shared = members.get(0).parameters().stream()
                    .filter(p -> members.stream()
                            .allMatch(member -> member.parameters().contains(p)))
                    .toList();
            out.println(family.title().toUpperCase(Locale.ROOT) + " – " + family.summary());
            for (Algorithm member : members) {
                out.printf("  %-16s %-15s %s%n", member.name(), member.cost(), member.summary());
                member.parameters().stream()
                        .filter(p -> !shared.contains(p))
                        .forEach(p -> out.printf("  %-18s %s%n", "", text(p)));
            }
            out.println("  each of them has");
            shared.forEach(p -> out.printf("  %-18s %s%n", "", text(p)));
            out.println();
        }
        out.println(
                "A line says: parameter = default in range. λ, γ and interest come with each step; n is the number of");
        out.println("features. `emphatic algorithms NAME` shows one with its equations.");
    }

    private static String text(Parameter p) {
        return String.format("%-31s %s", p.name() + " = " + p.defaultText() + " in " + p.range(), p.summary());
    }

    private static void printOne(Algorithm algorithm, PrintWriter out) {
        out.println(algorithm.name() + " – " + algorithm.summary());
        out.println(
                algorithm.source() + "; " + algorithm.family().title() + " family, " + algorithm.cost() + " a step");
        out.println();
        algorithm.equations().lines().forEach(line -> out.println("    " + line));
        if (algorithm.family() != Family.LEAST_SQUARES) {
            out.println("    with δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ");
        }
        out.println();
        TextTable table = new TextTable("llll").add("parameter", "default", "range", "");
        for (Parameter p : algorithm.parameters()) {
            table.add(p.name(), p.defaultText(), p.range().toString(), p.summary());
        }
        table.print("", out);
    }
}
