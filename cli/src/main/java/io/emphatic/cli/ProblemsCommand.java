package io.emphatic.cli;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Problem;
import io.emphatic.lab.Question;
import io.emphatic.lab.mdpfile.MdpYaml;
import io.emphatic.lab.problems.Problems;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic problems [NAME [NAME=VALUE]…] [--yaml] [--json]}. */
@Command(
        name = "problems",
        description = "Lists the problems that come with the product; one with its dynamics.",
        footer = {
            "%nExample: emphatic problems miner --yaml",
            "docs/theory.md describes the file. With --json: name, summary, documentation, states, actions, features and"
                    + " targets of each."
        })
final class ProblemsCommand extends Verb {
    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "Only this one, in full.")
    private String name;

    @Option(names = "--yaml", description = "The one named, as a file that `explain` and `study` read: to start from.")
    private boolean yaml;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "NAME=VALUE", description = "Its parameter, as states=50.")
    private Map<String, String> given = Map.of();

    @Override
    public Integer call() {
        List<Problem> shown = name == null ? Problems.all() : List.of(typed(this::problem));
        return print(() -> shown.stream().map(ProblemsCommand::document).toList(), out -> {
            if (name == null) {
                printAll(out);
            } else {
                printOne(shown.get(0), out);
            }
        });
    }

    private Problem problem() {
        Problem problem = Problems.named(name);
        return given.isEmpty() ? problem : problem.with(numbers(given));
    }

    private void printAll(PrintWriter out) {
        if (yaml) {
            throw usage("--yaml writes one problem: say which");
        }
        TextTable table = new TextTable("ll");
        Problems.all().forEach(problem -> table.add(problem.name(), problem.summary()));
        table.print(out);
        out.println();
        out.println("`emphatic problems NAME` tells more about one, `emphatic explain NAME` what to expect on it.");
    }

    private void printOne(Problem problem, PrintWriter out) {
        if (yaml) {
            printYaml(problem, out);
            return;
        }
        out.println(problem.name() + " – " + problem.summary());
        out.println();
        out.println(problem.documentation());
    }

    /** What `explain` and `study` see of it; the documentation becomes comments. */
    private static void printYaml(Problem problem, PrintWriter out) {
        problem.mdp(); // refuses what is only simulated
        out.println("# " + problem.name() + ": " + problem.summary());
        problem.documentation().lines().forEach(line -> out.println("# " + line));
        out.print(MdpYaml.of((FiniteProblem) problem));
    }

    private static JsonObject document(Problem problem) {
        JsonObject document = new JsonObject()
                .with("name", problem.name())
                .with("summary", problem.summary())
                .with("documentation", problem.documentation());
        if (!(problem instanceof FiniteProblem)) {
            return document.with("features", problem.initialWeights().length);
        }
        Mdp mdp = problem.mdp();
        return document.with("states", mdp.states().size())
                .with("actions", mdp.actions())
                .with("features", mdp.featureNames())
                .withAll("targets", mdp.questions(), Question::name);
    }
}
