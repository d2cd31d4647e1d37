package io.emphatic.cli;

import io.emphatic.Names;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Problem;
import io.emphatic.lab.explanation.Explanation;
import io.emphatic.lab.explanation.ExplanationPage;
import io.emphatic.lab.explanation.ExplanationText;
import io.emphatic.lab.mdpfile.MdpFile;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import io.emphatic.lab.theory.WeightedSolution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic explain PROBLEM|FILE [--beta β] [--all-states] [--html FILE] [--json]}. */
@Command(
        name = "explain",
        description =
                "Tells what each algorithm would converge to on a problem, whether it would, and how far off it would be.",
        footer = {
            "",
            "A file describes a finite MDP in YAML or JSON; docs/theory.md shows one.",
            "`emphatic problems` lists the problems that come with the product."
        })
final class ExplainCommand extends Verb {
    /** From here on it takes more than a second. */
    private static final int MANY_STATES = 300;

    @Parameters(arity = "1", paramLabel = "PROBLEM|FILE", description = "A built-in problem, or a YAML or JSON file.")
    private String problem;

    @Option(names = "--beta", paramLabel = "β", description = "The β of etd-beta, in [0, 1] (default: the registry's).")
    private Double beta;

    @Option(names = "--all-states", description = "Show every state, however many there are.")
    private boolean allStates;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write one self-contained page.")
    private Path html;

    @Override
    public Integer call() throws IOException {
        if (beta != null && !(beta >= 0 && beta <= 1)) {
            throw usage("--beta is not in the interval [0, 1]: " + beta);
        }
        Explanation explanation = explain(beta == null ? Theory.defaultBeta() : beta);
        if (html != null) {
            ExplanationPage.write(explanation, Emphatic.version(), html);
        }
        return print(() -> document(explanation), out -> {
            ExplanationText.print(explanation, allStates, out);
            printPlace("page is", html, out);
        });
    }

    /** A built-in problem if there is one of that name, otherwise the file. */
    private Explanation explain(double etdBeta) throws IOException {
        List<String> names = Problems.names();
        if (names.contains(problem)) {
            Problem builtIn = Problems.named(problem);
            return explain(builtIn.mdp(), builtIn.initialWeights(), etdBeta);
        }
        if (!Files.exists(Path.of(problem)) && problem.matches(".*[./\\\\].*")) {
            throw new IOException("there is no file " + problem);
        }
        if (!Files.exists(Path.of(problem))) {
            throw usage("there is no problem and no file " + problem + Names.didYouMean(problem, names) + "\nProblems: "
                    + String.join(", ", names));
        }
        Mdp mdp = MdpFile.read(Path.of(problem));
        return explain(mdp, new double[mdp.featureNames().size()], etdBeta);
    }

    private static Explanation explain(Mdp mdp, double[] initialWeights, double etdBeta) {
        if (mdp.states().size() < MANY_STATES) {
            return Explanation.of(mdp, initialWeights, etdBeta);
        }
        try (ProgressBar progress = TerminalProgress.of("explain", Explanation.stepsFor(mdp))) {
            return Explanation.of(mdp, initialWeights, etdBeta, progress::step);
        }
    }

    private static JsonObject document(Explanation explanation) {
        return new JsonObject()
                .with("problem", explanation.mdp().name())
                .with("states", explanation.mdp().states())
                .with("assumptions", explanation.assumptions())
                .with("stationary", explanation.stationary())
                .withAll("targets", explanation.targets(), ExplainCommand::document);
    }

    private static JsonObject document(Explanation.PolicyExplanation target) {
        return new JsonObject()
                .with("name", target.name())
                .with("value", target.theory().value())
                .with("value_at_start", target.theory().valueAtStart())
                .with("emphasis", target.theory().emphasis())
                .with("follow_on", target.theory().followOn())
                .withAll("algorithms", target.solutions(), solution -> document(target, solution))
                .withAll("weighted", target.weighted(), solution -> document(target, solution));
    }

    private static JsonObject document(Explanation.PolicyExplanation target, WeightedSolution solution) {
        return new JsonObject()
                .with("name", solution.name())
                .with("usage", solution.usage())
                .with("fixed_point", solution.hasFixedPoint() ? solution.fixedPoint() : null)
                .with("rate", solution.rate())
                .with("converges", solution.converges())
                .with("converges_forgetting", solution.convergesForgetting())
                .with("verdict", target.verdict(solution));
    }

    private static JsonObject document(Explanation.PolicyExplanation target, Solution solution) {
        return new JsonObject()
                .with("name", solution.name())
                .with("A", solution.defined() ? solution.a() : null)
                .with("b", solution.defined() ? solution.b() : null)
                .with("rank", solution.defined() ? solution.rank() : null)
                .with("fixed_point", solution.hasFixedPoint() ? solution.fixedPoint() : null)
                .with("min_symmetric_eigenvalue", solution.minSymmetricEigenvalue())
                .with("min_real_eigenvalue", solution.minRealEigenvalue())
                .with("converges", solution.converges())
                .with("largest_step_size", solution.largestStepSize())
                .with("rmse", solution.rmse())
                .with("interest_rmse", solution.interestRmse())
                .with("interest_weighted_error", solution.interestWeightedError())
                .with("verdict", target.verdict(solution));
    }
}
