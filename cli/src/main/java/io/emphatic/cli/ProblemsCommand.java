package io.emphatic.cli;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Problem;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.Problems;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code emphatic problems [NAME] [--json]}. */
@Command(name = "problems", description = "Lists the problems that come with the product; one with its dynamics.")
final class ProblemsCommand extends ListingVerb<Problem> {
    ProblemsCommand() {
        super(Problems::all, Problems::named);
    }

    @Override
    void printAll(PrintWriter out) {
        TextTable table = new TextTable("ll");
        Problems.all().forEach(problem -> table.add(problem.name(), problem.summary()));
        table.print(out);
        out.println();
        out.println("`emphatic problems NAME` tells more about one, `emphatic explain NAME` what to expect on it.");
    }

    @Override
    void printOne(Problem problem, PrintWriter out) {
        out.println(problem.name() + " – " + problem.summary());
        out.println();
        out.println(problem.documentation());
    }

    @Override
    JsonObject document(Problem problem) {
        Mdp mdp = problem.mdp();
        return new JsonObject()
                .with("name", problem.name())
                .with("summary", problem.summary())
                .with("documentation", problem.documentation())
                .with("states", mdp.states().size())
                .with("actions", mdp.actions())
                .with("features", mdp.featureNames())
                .withAll("targets", mdp.questions(), Question::name);
    }
}
