package io.emphatic.cli;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Family;
import io.emphatic.Parameter;
import io.emphatic.documents.text.TextTable;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code emphatic algorithms [NAME] [--json]}. */
@Command(
        name = "algorithms",
        description = "Lists every learner by family, with cost and parameters; one with its equations.",
        mixinStandardHelpOptions = true)
final class AlgorithmsCommand extends ListingVerb<Algorithm> {
    @Override
    List<Algorithm> all() {
        return Algorithms.all();
    }

    @Override
    Algorithm named(String typed) {
        return Algorithms.named(typed);
    }

    @Override
    Map<String, Object> document(Algorithm algorithm) {
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

    @Override
    void printAll() {
        PrintWriter out = out();
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

    @Override
    void printOne(Algorithm algorithm) {
        PrintWriter out = out();
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
