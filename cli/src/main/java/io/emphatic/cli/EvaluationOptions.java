package io.emphatic.cli;

import io.emphatic.documents.source.Node;
import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.logs.spec.EvaluationReader;
import io.emphatic.logs.spec.EvaluationReader.EvaluationDocument;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.EvaluationSpec.PolicyQuestion;
import io.emphatic.logs.spec.EvaluationSpec.PolicySpec;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What a spec in YAML says of an evaluation, as flags. */
record EvaluationOptions(Verb verb) {
    /** What only a learner needs, and what is said differently here. */
    private static final Set<String> NOT_HERE =
            Set.of("--interest", "--algorithm", "--step-size", "--set", "--name", "--target", "--ratio", "--action");

    private static final String NOTHING_ELSE = "--nothing-else-mattered";

    private static final String[][] FLAGS = {
        {
            "--target",
            "[NAME=]EXPR",
            "π: how likely the policy asked about takes the action taken. May be repeated, with names."
        },
        {"--ratio", "EXPR", "ρ = π/μ itself, instead of --target and --behaviour."},
        {
            "--start",
            "EXPR",
            "Whether the question starts in a row (default: the first row of a stream, and the one after an end or a cut)."
        },
        {
            "--action",
            "EXPR",
            "Which action was taken: for --behaviour frequency(…), for targets that give every action a probability (in a"
                    + " spec), and for the log doctor."
        },
        {"--return-range", "LOW,HIGH", "What a return can be: without it no interval is guaranteed."},
        {"--cluster-by", "EXPR", "What rows of one independent piece of evidence share (default: the stream)."},
        {"--tolerance", "WIDTH", "An interval that is no wider is good enough, though it hangs on few episodes."},
        {
            "--probability-error",
            "FACTOR",
            "By which factor weights may be wrong: it widens intervals (default: 1, not at all)."
        },
        {NOTHING_ELSE, "", "No unrecorded cause of action and outcome: estimated probabilities may be trusted."}
    };

    private static final Pattern NAMED =
            Pattern.compile("\\s*([\\p{L}_][\\p{L}\\p{Nd}_.-]*)=(?!=)(.*)", Pattern.DOTALL);

    static CommandSpec flags() {
        CommandSpec flags = CommandSpec.create();
        SpecOptions.flags().options().stream()
                .filter(option -> !NOT_HERE.contains(option.longestName()))
                .forEach(option -> flags.addOption(OptionSpec.builder(option).build()));
        return SpecOptions.with(flags, FLAGS);
    }

    EvaluationDocument document(LogArguments arguments) throws IOException {
        Path file = arguments.specPath();
        if (file == null) {
            return new EvaluationDocument(arguments.requireLog(), spec(), null);
        }
        verb.given(flags().optionsMap().keySet()).ifPresent(flag -> {
            throw arguments.inSpec(flag);
        });
        EvaluationDocument document = EvaluationReader.read(file, false);
        return new EvaluationDocument(arguments.beside(document.log()), document.spec(), null);
    }

    EvaluationSpec spec() {
        if (verb.value("--discount") == null) {
            throw verb.usage("Missing required option: --discount, a number in [0, 1], a column or a SQL expression"
                    + "\nRewards count less the later they come: 1 for not at all less, in episodes that end."
                    + SpecOptions.PROPOSED);
        }
        return verb.typed(() -> {
            List<PolicySpec> policies = policies();
            PolicyQuestion question = new PolicyQuestion(
                    verb.value("--behaviour"),
                    verb.value("--cumulant"),
                    verb.value("--discount"),
                    verb.value("--lambda"));
            String features = verb.value("--features");
            Spec spec = new Spec(
                    verb.value("--stream"),
                    verb.value("--order"),
                    verb.value("--terminated"),
                    verb.value("--truncated"),
                    verb.value("--action"),
                    List.of(features == null ? new FeatureBlock.Bias() : new FeatureBlock.Expressions(features)),
                    EvaluationSpec.predictions(policies, question));
            return new EvaluationSpec(
                    spec,
                    features != null,
                    EvaluationSpec.byAction(policies),
                    verb.value("--start"),
                    range(),
                    verb.value("--cluster-by"),
                    verb.parsed().matchedOptionValue(NOTHING_ELSE, false),
                    number("--tolerance", 0),
                    number("--probability-error", 1),
                    EvaluationSpec.RowNotes.NONE);
        });
    }

    /** {@code NAME=EXPRESSION}, or an expression alone. */
    private List<PolicySpec> policies() {
        List<PolicySpec> policies = new ArrayList<>();
        for (String written : verb.parsed().matchedOptionValue("--target", List.<String>of())) {
            Matcher named = NAMED.matcher(written);
            String name = named.matches() ? named.group(1) : EvaluationSpec.ONLY;
            if (policies.stream().anyMatch(policy -> policy.name().equals(name))) {
                throw verb.usage("two targets are called " + name + ": give them names, --target NAME=EXPRESSION");
            }
            String expression = named.matches() ? named.group(2) : written;
            if (expression.strip().matches("(?s)\\{.*:.*}")) {
                throw verb.usage("--target is an expression, the probability of the action taken, not a map: "
                        + expression + "\nThe probability of every action needs a spec in YAML: targets: {" + name
                        + ": {…}}.");
            }
            policies.add(new PolicySpec(name, expression, null, null));
        }
        String ratio = verb.value("--ratio");
        if (ratio != null && !policies.isEmpty()) {
            throw verb.usage("there are both a --target and a --ratio: ρ is target / behaviour, or it is the ratio");
        }
        if (ratio != null) {
            policies.add(new PolicySpec(EvaluationSpec.ONLY, null, ratio, null));
        }
        return policies;
    }

    /** @param least what it is unless given, too */
    private double number(String flag, double least) {
        String written = verb.value(flag);
        return written == null
                ? least
                : Node.numberOrInfinity(written)
                        .orElseThrow(
                                () -> verb.usage(flag + " is a number ≥ " + Numbers.plain(least) + ", not " + written));
    }

    private ReturnRange range() {
        List<Double> ends = verb.parsed().matchedOptionValue("--return-range", List.of());
        if (!ends.isEmpty() && ends.size() != 2) {
            throw verb.usage("--return-range is two numbers, the lower first: LOW,HIGH");
        }
        return ends.isEmpty() ? null : new ReturnRange(ends.get(0), ends.get(1));
    }
}
