package io.emphatic.cli;

import io.emphatic.documents.source.Node;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec.Target;

/** What a spec in YAML says, as flags for a single prediction. */
final class SpecOptions {
    @Option(names = "--features", paramLabel = "EXPR,…", description = "What describes a state.")
    private String features;

    @Option(
            names = "--cumulant",
            paramLabel = "EXPR",
            description = "What is predicted the sum of (default: the column reward).")
    private String cumulant;

    @Option(names = "--discount", paramLabel = "EXPR", description = "γ, in [0, 1].")
    private String discount;

    @Option(names = "--behaviour", paramLabel = "EXPR", description = "μ: with which probability the action was taken.")
    private String behaviour;

    @Option(
            names = "--target",
            paramLabel = "EXPR",
            description = "π: with which probability the policy asked about takes it (default: as the behaviour).")
    private String target;

    @Option(
            names = "--ratio",
            paramLabel = "EXPR",
            description = "ρ = π/μ itself, instead of --target and --behaviour.")
    private String ratio;

    @Option(names = "--lambda", paramLabel = "EXPR", description = "λ, in [0, 1] (default: 0).")
    private String lambda;

    @Option(names = "--interest", paramLabel = "EXPR", description = "i: how much a state matters (default: 1).")
    private String interest;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description = "The learner (default: etd); see `emphatic algorithms`.")
    private String algorithm;

    @Option(names = "--step-size", paramLabel = "α", description = "The same as --set step_size=α.")
    private Double stepSize;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Any parameter of the algorithm; may be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--name", paramLabel = "NAME", description = "What the prediction is called (default: prediction).")
    private String name;

    @Option(
            names = "--stream",
            paramLabel = "EXPR,…",
            description = "What rows of one stream share (default: all are one stream).")
    private String stream;

    @Option(
            names = "--order",
            paramLabel = "EXPR,…",
            description = "What orders the rows of a stream (default: the file).")
    private String order;

    @Option(
            names = "--terminated",
            paramLabel = "EXPR",
            description = "Whether the next state is terminal (default: the column terminated, if there is one).")
    private String terminated;

    @Option(
            names = "--truncated",
            paramLabel = "EXPR",
            description =
                    "Whether the row is the last known before a cut (default: the column truncated, if there is one).")
    private String truncated;

    @Option(names = "--action", paramLabel = "EXPR", description = "Which action was taken, for the log doctor.")
    private String action;

    @picocli.CommandLine.Spec(Target.MIXEE)
    private CommandSpec command;

    /** The first of these flags that was given; null if none was. */
    String given() {
        List<String> own = CommandSpec.forAnnotatedObject(new SpecOptions()).options().stream()
                .map(OptionSpec::longestName)
                .toList();
        return command.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(own::contains)
                .findFirst()
                .orElse(null);
    }

    Spec spec() {
        if (features == null) {
            throw usage("Missing required option: --features, what describes a state; or give a spec");
        }
        if (discount == null) {
            throw usage(
                    "Missing required option: --discount, a number in [0, 1], a column or a SQL expression"
                            + "\nA prediction over the next 1/(1 − γ) rows or so has the discount γ: 0.99 looks ahead about 100 rows.");
        }
        try {
            return new Spec(
                    stream,
                    order,
                    terminated,
                    truncated,
                    action,
                    List.of(new FeatureBlock.Expressions(features)),
                    List.of(new Spec.Prediction(
                            name == null ? "prediction" : name,
                            behaviour,
                            target,
                            ratio,
                            cumulant,
                            discount,
                            lambda,
                            interest,
                            algorithm,
                            parameters())));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private Map<String, Double> parameters() {
        Map<String, Double> values = new LinkedHashMap<>();
        parameters.forEach((key, value) -> values.put(
                key,
                Node.numberOrInfinity(value)
                        .orElseThrow(
                                () -> new IllegalArgumentException("--set " + key + " is not a number: " + value))));
        if (stepSize != null && values.put("step_size", stepSize) != null) {
            throw usage("the step size is given twice: --step-size and --set step_size");
        }
        return values;
    }

    private ParameterException usage(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
