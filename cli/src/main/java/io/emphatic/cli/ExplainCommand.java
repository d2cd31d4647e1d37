package io.emphatic.cli;

import io.emphatic.Names;
import io.emphatic.documents.json.Json;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.explanation.Explanation;
import io.emphatic.lab.explanation.ExplanationPage;
import io.emphatic.lab.explanation.ExplanationText;
import io.emphatic.lab.mdpfile.MdpFile;
import io.emphatic.lab.problems.Problem;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.theory.FollowOn;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic explain PROBLEM|FILE [--beta β] [--all-states] [--html FILE] [--json]}. */
@Command(
        name = "explain",
        description =
                "Tells what each algorithm would converge to on a problem, whether it would, and how far off it would be.",
        mixinStandardHelpOptions = true,
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
        PrintWriter out = out();
        if (html != null) {
            ExplanationPage.write(explanation, Emphatic.version(), html);
        }
        if (json()) {
            Json.print(document(explanation), out);
            return Emphatic.DONE;
        }
        ExplanationText.print(explanation, allStates, out);
        if (html != null) {
            out.println();
            out.println("The page is in " + html);
        }
        return Emphatic.DONE;
    }

    /** A built-in problem if there is one of that name, otherwise the file. */
    private Explanation explain(double etdBeta) throws IOException {
        if (Problems.names().contains(problem)) {
            Problem builtIn = Problems.named(problem);
            return explain(builtIn.mdp(), builtIn.initialWeights(), etdBeta);
        }
        Path file = Path.of(problem);
        if (!Files.exists(file)) {
            throw usage("there is no problem and no file " + problem + Names.didYouMean(problem, Problems.names())
                    + "\nProblems: " + String.join(", ", Problems.names()));
        }
        Mdp mdp = MdpFile.read(file);
        return explain(mdp, new double[mdp.featureNames().size()], etdBeta);
    }

    private static Explanation explain(Mdp mdp, double[] initialWeights, double etdBeta) {
        if (mdp.states().size() < MANY_STATES) {
            return Explanation.of(mdp, initialWeights, etdBeta);
        }
        try (TerminalProgress progress = TerminalProgress.of("explain", Explanation.stepsFor(mdp))) {
            return Explanation.of(mdp, initialWeights, etdBeta, progress::tick);
        }
    }

    private static Map<String, Object> document(Explanation explanation) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("problem", explanation.mdp().name());
        document.put("states", explanation.mdp().states());
        document.put("assumptions", explanation.assumptions());
        document.put("stationary", explanation.stationary());
        document.put(
                "targets",
                explanation.targets().stream().map(ExplainCommand::document).toList());
        return document;
    }

    private static Map<String, Object> document(Explanation.PolicyExplanation target) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", target.name());
        document.put("value", target.theory().value());
        document.put("value_at_start", target.theory().valueAtStart());
        document.put("emphasis", target.theory().emphasis());
        document.put("follow_on", document(target.theory().followOn()));
        document.put(
                "algorithms",
                target.solutions().stream()
                        .map(solution -> document(target, solution))
                        .toList());
        return document;
    }

    private static Map<String, Object> document(FollowOn followOn) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("spectral_radius", followOn.spectralRadius());
        document.put("finite_variance", followOn.finiteVariance());
        document.put("largest_scale", followOn.largestScale());
        document.put("largest_beta", followOn.largestBeta());
        return document;
    }

    private static Map<String, Object> document(Explanation.PolicyExplanation target, Solution solution) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", solution.name());
        document.put("A", solution.defined() ? solution.a() : null);
        document.put("b", solution.defined() ? solution.b() : null);
        document.put("rank", solution.defined() ? solution.rank() : null);
        document.put("fixed_point", solution.hasFixedPoint() ? solution.fixedPoint() : null);
        document.put("min_symmetric_eigenvalue", solution.minSymmetricEigenvalue());
        document.put("min_real_eigenvalue", solution.minRealEigenvalue());
        document.put("converges", solution.converges());
        document.put("largest_step_size", solution.largestStepSize());
        document.put("rmse", solution.rmse());
        document.put("interest_rmse", solution.interestRmse());
        document.put("interest_weighted_error", solution.interestWeightedError());
        document.put("verdict", target.verdict(solution));
        return document;
    }
}
