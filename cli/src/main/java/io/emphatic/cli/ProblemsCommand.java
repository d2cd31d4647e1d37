package io.emphatic.cli;

import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.problems.Problem;
import io.emphatic.lab.problems.Problems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code emphatic problems [NAME] [--json]}. */
@Command(
        name = "problems",
        description = "Lists the problems that come with the product; one with its dynamics.",
        mixinStandardHelpOptions = true)
final class ProblemsCommand extends ListingVerb<Problem> {
    @Override
    List<Problem> all() {
        return Problems.all();
    }

    @Override
    Problem named(String typed) {
        return Problems.named(typed);
    }

    @Override
    void printAll() {
        TextTable table = new TextTable("ll");
        Problems.all().forEach(problem -> table.add(problem.name(), problem.summary()));
        table.print(out());
        out().println();
        out().println("`emphatic problems NAME` tells more about one, `emphatic explain NAME` what to expect on it.");
    }

    @Override
    void printOne(Problem problem) {
        out().println(problem.name() + " – " + problem.summary());
        out().println();
        out().println(problem.documentation());
    }

    @Override
    Map<String, Object> document(Problem problem) {
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
