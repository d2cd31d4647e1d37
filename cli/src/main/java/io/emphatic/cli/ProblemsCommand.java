package io.emphatic.cli;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.problems.Problem;
import io.emphatic.lab.problems.Problems;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code emphatic problems [NAME] [--json]}. */
@Command(
        name = "problems",
        description = "Lists the problems that come with the product; one with its dynamics.",
        mixinStandardHelpOptions = true)
final class ProblemsCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Only this one, with its dynamics.")
    private String name;

    @Option(names = "--json", description = "Print one JSON document instead.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<Problem> shown = name == null ? Problems.all() : List.of(named());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Json.print(shown.stream().map(ProblemsCommand::document).toList(), out);
        } else if (name == null) {
            TextTable table = new TextTable("ll");
            shown.forEach(problem -> table.add(problem.name(), problem.summary()));
            table.print(out);
            out.println();
            out.println("`emphatic problems NAME` tells more about one, `emphatic explain NAME` what to expect on it.");
        } else {
            out.println(shown.get(0).name() + " – " + shown.get(0).summary());
            out.println();
            out.println(shown.get(0).documentation());
        }
        return Emphatic.DONE;
    }

    private Problem named() {
        try {
            return Problems.named(name);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private static Map<String, Object> document(Problem problem) {
        var mdp = problem.mdp();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", problem.name());
        document.put("summary", problem.summary());
        document.put("documentation", problem.documentation());
        document.put("states", mdp.states().size());
        document.put("actions", mdp.actions());
        document.put("features", mdp.featureNames());
        document.put(
                "targets",
                mdp.questions().stream().map(question -> question.name()).toList());
        return document;
    }
}
