package io.emphatic.cli;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.documents.text.Numbers;
import io.emphatic.experience.Names;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Problem;
import io.emphatic.lab.Question;
import io.emphatic.lab.internal.explanation.Explanation;
import io.emphatic.lab.internal.explanation.ExplanationPage;
import io.emphatic.lab.internal.explanation.ExplanationText;
import io.emphatic.lab.internal.explanation.ExplanationText.Detail;
import io.emphatic.lab.internal.explanation.TradeOff;
import io.emphatic.lab.mdpfile.MdpFile;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import io.emphatic.lab.theory.WeightedSolution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic explain PROBLEM|FILE [NAME=VALUE …] [--lambda λ] [--set NAME=VALUE] [--variance] … [--json]}. */
@Command(
        name = "explain",
        description =
                "Tells what each algorithm would converge to on a problem, whether it would, and how far off it would be.",
        footer = {
            "%nExamples: emphatic explain miner",
            "          emphatic explain random-mdp states=50 --lambda 0.5 --set beta=0.9 --html page.html",
            "A file describes a finite MDP in YAML or JSON; docs/theory.md shows one, and describes the fields of --json.",
            "`emphatic problems` lists the problems that come with the product."
        })
final class ExplainCommand extends Verb {
    private static final int MANY_STATES = 300; // from here on it takes more than a second

    @Parameters(
            index = "0",
            arity = "1",
            paramLabel = "PROBLEM|FILE",
            description = "A problem of `emphatic problems`, or a YAML or JSON file.")
    private String problem;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "NAME=VALUE",
            description = "A parameter of the problem, as states=50; of a file, a value to override.")
    private Map<String, String> given = Map.of();

    @Option(names = "--lambda", paramLabel = "λ", description = "λ in every state (default: the problem's).")
    private Double lambda;

    @Option(names = "--beta", paramLabel = "β", description = "The same as --set beta=β.")
    private Double beta;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A parameter of the algorithms that have it, as eta=4 or horizon=8; may be repeated.")
    private Map<String, Double> set = Map.of();

    @Option(names = "--variance", description = "Also who is not beaten in bias and variance at once.")
    private boolean variance;

    @Option(names = "--all", description = "Also states, eigenvalues, weights and a verdict for every target.")
    private boolean all;

    @Option(names = "--all-states", description = "Like --all, with a line for every state.")
    private boolean allStates;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write one self-contained page.")
    private Path html;

    @Override
    public Integer call() throws IOException {
        requireUnit("--beta", beta);
        requireUnit("--lambda", lambda);
        Explanation explained = explain(parameters());
        Explanation explanation = variance ? explained.withTradeOffs() : explained;
        if (html != null) {
            ExplanationPage.write(explanation, Emphatic.version(), html);
        }
        Detail detail = allStates ? Detail.ALL_STATES : all ? Detail.ALL : Detail.ANSWER;
        return print(() -> document(explanation), out -> {
            ExplanationText.print(explanation, detail, out);
            printPlace("page is", html, out);
        });
    }

    private void requireUnit(String option, Double value) {
        if (value != null && !(value >= 0 && value <= 1)) {
            throw usage(option + " is not in the interval [0, 1]: " + value);
        }
    }

    private Map<String, Double> parameters() {
        if (beta != null && set.containsKey("beta")) {
            throw usage("--beta and --set beta=… exclude each other");
        }
        Map<String, Double> parameters = new LinkedHashMap<>(set);
        if (beta != null) {
            parameters.put("beta", beta);
        }
        parameters.forEach((name, value) -> {
            if (!Explanation.PARAMETERS.contains(name)) {
                throw usage("explain shows nothing that a parameter " + name + " would change"
                        + Names.didYouMean(name, Explanation.PARAMETERS) + "\nThese can be set: "
                        + String.join(", ", Explanation.PARAMETERS));
            }
            if (Theory.algorithms().stream()
                    .flatMap(algorithm -> algorithm.parameters().stream())
                    .noneMatch(one -> one.name().equals(name) && one.allows(value))) {
                throw usage(
                        "--set " + name + " is out of range: " + Numbers.exact(value) + "\nSee emphatic algorithms");
            }
        });
        return parameters;
    }

    private Explanation explain(Map<String, Double> parameters) throws IOException {
        Problem explained = problem();
        Mdp mdp = lambda == null ? explained.mdp() : explained.mdp().withLambda(lambda);
        BiPredicate<Question, Integer> learned =
                explained instanceof FiniteProblem finite ? finite::learnsFrom : (question, state) -> true;
        double[] weights = explained.initialWeights();
        if (mdp.states().size() < MANY_STATES) {
            return Explanation.of(mdp, weights, parameters, learned, () -> {});
        }
        try (TerminalProgress progress = TerminalProgress.of("explain", Explanation.stepsFor(mdp))) {
            return Explanation.of(mdp, weights, parameters, learned, progress::step);
        }
    }

    /** One of the registry if there is one of that name, otherwise the file. */
    private Problem problem() throws IOException {
        List<String> names = Problems.names();
        if (names.contains(problem)) {
            return typed(() -> Problems.named(problem).with(numbers(given)));
        }
        if (!Files.exists(Path.of(problem)) && problem.matches(".*[./\\\\].*")) {
            throw new IOException("there is no file " + problem);
        }
        if (!Files.exists(Path.of(problem))) {
            throw usage("there is no problem and no file " + problem + Names.didYouMean(problem, names) + "\nProblems: "
                    + String.join(", ", names));
        }
        Map<String, Node> instead = new LinkedHashMap<>();
        given.forEach((name, value) ->
                instead.putAll(typed(() -> SourceReader.parse("a value", "the command line", name + ": " + value))
                        .entries()));
        return MdpFile.problem(Path.of(problem), instead);
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
        JsonObject document = new JsonObject()
                .with("name", target.name())
                .with("value", target.theory().value())
                .with("value_at_start", target.theory().valueAtStart())
                .with("emphasis", target.theory().emphasis())
                .with("follow_on", target.theory().followOn())
                .withAll("algorithms", target.solutions(), solution -> document(target, solution))
                .withAll("weighted", target.theory().weighted(), solution -> document(target, solution));
        target.tradeOff().ifPresent(tradeOff -> {
            JsonObject variance =
                    new JsonObject().withAll("algorithms", tradeOff.algorithms(), ExplainCommand::document);
            tradeOff.curves()
                    .forEach(curve ->
                            variance.withAll(curve.name().replace('-', '_'), curve.points(), ExplainCommand::document));
            variance.withAll("simulated", tradeOff.checks(), ExplainCommand::document);
            document.with("variance", variance);
        });
        return document;
    }

    private static JsonObject document(TradeOff.TradeOffPoint point) {
        JsonObject document =
                new JsonObject().with("name", point.config().algorithm().name()).with("label", point.name());
        point.config().parameters().forEach((name, value) -> {
            if (Explanation.PARAMETERS.contains(name)) {
                document.with(name, value);
            }
        });
        boolean hasFollowOn = point.moments().followOnByState().length > 0;
        return document.withRecord(point.error(), "config")
                .with("follow_on_finite", isFinite(point.moments().followOn()))
                .with("trace_finite", isFinite(point.moments().trace()))
                .with("follow_on_second_moment", point.moments().followOn())
                .with("trace_second_moment", point.moments().trace())
                .with("scaled_trace_second_moment", point.moments().scaledTrace())
                .with(
                        "follow_on_second_moment_by_state",
                        hasFollowOn ? point.moments().followOnByState() : null)
                .with("trace_second_moment_by_state", point.moments().traceByState());
    }

    /** Null where the moment was not computed. */
    private static Boolean isFinite(double moment) {
        return Double.isNaN(moment) ? null : Boolean.valueOf(Double.isFinite(moment));
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
                .with("converges", solution.defined() ? solution.converges() : null)
                .with("largest_step_size", solution.largestStepSize())
                .withRecord(solution.error(), "config", "converges")
                .with("verdict", target.verdict(solution))
                .with("capped_value", solution.cappedValue().length == 0 ? null : solution.cappedValue());
    }
}
