package io.emphatic.cli;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithms;
import io.emphatic.Parameter;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code emphatic algorithms [NAME] [--json]}. */
@Command(
        name = "algorithms",
        description = "Lists every learner by family, with cost and parameters; one with its equations.",
        footer = {
            "%nExample: emphatic algorithms etd",
            "docs/ALGORITHMS.md has the equations. With --json: name, family, summary, cost and parameters of each."
        })
final class AlgorithmsCommand extends Verb {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Only this one, in full.")
    private String name;

    @Override
    public Integer call() {
        List<Algorithm> shown = name == null ? Algorithms.all() : List.of(typed(() -> Algorithms.named(name)));
        return print(() -> shown.stream().map(AlgorithmsCommand::document).toList(), out -> {
            if (name == null) {
                printAll(out);
            } else {
                printOne(shown.get(0), out);
            }
        });
    }

    private static JsonObject document(Algorithm algorithm) {
        return new JsonObject()
                .with("name", algorithm.name())
                .with("family", algorithm.family().title())
                .with("summary", algorithm.summary())
                .with("cost", algorithm.cost())
                .withAll("parameters", algorithm.parameters(), AlgorithmsCommand::document);
    }

    private static JsonObject document(Parameter parameter) {
        double value = parameter.defaultValue();
        return new JsonObject()
                .with("name", parameter.name())
                .with("default", parameter.range().whole() ? (Object) (long) value : (Object) value)
                .with("range", range(parameter))
                .with("summary", parameter.summary());
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

    private static String range(Parameter p) {
        return p.range() + (p.canBeAuto() ? " or " + Parameter.AUTO_WORD : "");
    }

    private static String text(Parameter p) {
        return String.format("%-31s %s", p.name() + " = " + p.defaultText() + " in " + range(p), p.summary());
    }

    private static void printOne(Algorithm algorithm, PrintWriter out) {
        out.println(algorithm.name() + " – " + algorithm.summary());
        out.println(
                algorithm.source() + "; " + algorithm.family().title() + " family, " + algorithm.cost() + " per step");
        out.println();
        algorithm.equations().lines().forEach(line -> out.println("    " + line));
        if (algorithm.family() != Family.LEAST_SQUARES) {
            out.println("    with δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ");
        }
        out.println();
        TextTable table = new TextTable("llll").add("parameter", "default", "range", "");
        for (Parameter p : algorithm.parameters()) {
            table.add(p.name(), p.defaultText(), range(p), p.summary());
        }
        table.print("", out);
    }
}
