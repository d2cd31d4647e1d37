package io.emphatic.cli;

import io.emphatic.documents.source.Node;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What a spec in YAML says, as flags for a single prediction. */
record SpecOptions(Verb verb) {
    private static final String[][] FLAGS = {
        {"--features", "EXPR,…", "What describes a state."},
        {"--cumulant", "EXPR", "The signal whose discounted sum is predicted (default: the column reward)."},
        {"--discount", "EXPR", "γ, in [0, 1]."},
        {"--behaviour", "EXPR", "μ: with which probability the action was taken."},
        {"--target", "EXPR", "π: with which probability the policy asked about takes it (default: as the behaviour)."},
        {"--ratio", "EXPR", "ρ = π/μ itself, instead of --target and --behaviour."},
        {"--lambda", "EXPR", "λ, in [0, 1] (default: 0)."},
        {"--interest", "EXPR", "i: how much a state matters (default: 1)."},
        {"--algorithm", "NAME", "The learner (default: etd); see `emphatic algorithms`."},
        {"--step-size", "α|auto", "The same as --set step_size=α; auto: chosen from the data as it goes."},
        {"--set", "NAME=VALUE", "Any parameter of the algorithm; may be repeated."},
        {"--name", "NAME", "What the prediction is called (default: prediction)."},
        {"--stream", "EXPR,…", "What rows of one stream share (default: all are one stream)."},
        {"--order", "EXPR,…", "What orders the rows of a stream (default: the file)."},
        {"--terminated", "EXPR", "Whether the next state is terminal (default: the column terminated, if any)."},
        {"--truncated", "EXPR", "Whether the row is the last before a cut (default: the column truncated, if any)."},
        {"--action", "EXPR", "Which action was taken, for the log doctor."}
    };

    private static final List<String> NAMES =
            Arrays.stream(FLAGS).map(flag -> flag[0]).toList();

    static CommandSpec flags() {
        return with(CommandSpec.create(), FLAGS);
    }

    /** Adds flags, each with its name, what it takes (empty for nothing) and what it means. */
    static CommandSpec with(CommandSpec flags, String[][] added) {
        for (String[] flag : added) {
            OptionSpec.Builder option =
                    OptionSpec.builder(flag[0]).paramLabel(flag[1]).description(flag[2]);
            option = switch (flag[1]) {
                case "" -> option.type(boolean.class);
                case "NAME=VALUE" -> option.type(Map.class);
                case "[NAME=]EXPR" -> option.type(List.class).auxiliaryTypes(String.class);
                case "LOW,HIGH" ->
                    option.type(List.class).auxiliaryTypes(Double.class).splitRegex(",");
                default -> option.type(String.class);
            };
            flags.addOption(option.build());
        }
        return flags;
    }

    /** Refuses flags beside a model, which has a spec. */
    void requireNone(Path model) {
        verb.given(NAMES).ifPresent(flag -> {
            throw verb.usage(flag + " is not for " + model + ", which knows its spec: leave the flag out");
        });
    }

    /** The spec of a file or of these flags, and the log; {@code per} is null, or {@code stream}. */
    SpecReader.Document document(LogArguments arguments, String per) throws IOException {
        Path file = arguments.specPath();
        if (file == null) {
            return perStream(new SpecReader.Document(arguments.requireLog(), spec()), per);
        }
        verb.given(NAMES).ifPresent(flag -> {
            throw arguments.inSpec(flag);
        });
        SpecReader.Document document = SpecReader.read(file);
        return perStream(new SpecReader.Document(arguments.beside(document.log()), document.spec()), per);
    }

    /** The spec with a learner for each stream if {@code per} is {@code stream}. */
    SpecReader.Document perStream(SpecReader.Document written, String per) {
        if (per == null) {
            return written;
        }
        if (!per.equals("stream")) {
            throw verb.usage("--per is stream, for a learner for each stream and prediction, not " + per);
        }
        return verb.typed(
                () -> new SpecReader.Document(written.log(), written.spec().perEachStream()));
    }

    static final String PROPOSED =
            "\nWith --suggest instead, a whole spec for the log is printed: to be read, then run.";

    Spec spec() {
        String features = verb.value("--features");
        String discount = verb.value("--discount");
        if (features == null) {
            throw verb.usage("Missing required option: --features, what describes a state; or give a spec" + PROPOSED);
        }
        if (discount == null) {
            throw verb.usage("Missing required option: --discount, a number in [0, 1], a column or a SQL expression"
                    + "\nA prediction over the next 1/(1 − γ) rows or so has the discount γ: 0.99 looks ahead about 100 rows."
                    + PROPOSED);
        }
        return verb.typed(() -> {
            Spec.Prediction prediction = new Spec.Prediction(
                    verb.parsed().matchedOptionValue("--name", "prediction"),
                    verb.value("--behaviour"),
                    verb.value("--target"),
                    verb.value("--ratio"),
                    verb.value("--cumulant"),
                    discount,
                    verb.value("--lambda"),
                    verb.value("--interest"),
                    verb.value("--algorithm"),
                    parameters());
            return new Spec(
                    verb.value("--stream"),
                    verb.value("--order"),
                    verb.value("--terminated"),
                    verb.value("--truncated"),
                    verb.value("--action"),
                    List.of(new FeatureBlock.Expressions(features)),
                    List.of(prediction));
        });
    }

    private Map<String, Double> parameters() {
        Map<String, Double> values = new LinkedHashMap<>();
        verb.parsed().matchedOptionValue("--set", Map.<String, String>of()).forEach((key, value) -> {
            values.put(key, number("--set " + key, value));
        });
        String stepSize = verb.value("--step-size");
        if (stepSize != null && values.put("step_size", number("--step-size", stepSize)) != null) {
            throw verb.usage("the step size is given twice: --step-size and --set step_size");
        }
        return values;
    }

    private static double number(String name, String text) {
        return Node.numberOrAuto(text)
                .orElseThrow(() -> new IllegalArgumentException(name + " is not a number: " + text));
    }
}
