package io.emphatic.logs.spec;

import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.experience.Names;
import io.emphatic.logs.spec.EvaluationSpec.PolicyQuestion;
import io.emphatic.logs.spec.EvaluationSpec.PolicySpec;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What to evaluate, from a spec in YAML: its {@code targets}, or else its predictions ({@code docs/evaluate.md}). */
public final class EvaluationReader {
    private static final String ERROR = "probability_error"; // of the gate, or of all
    private static final Mapping NOTHING = SourceReader.parse("a gate", "gate", "{}");

    /** What a file says: log, policies and what to decide; null where it does not say. */
    public record EvaluationDocument(LogSource log, EvaluationSpec spec, GateQuestion gate) {}

    private EvaluationReader() {}

    /** Also reads what to decide if {@code decides}: by default, whether the only policy earns more than what ran. */
    public static EvaluationDocument read(Path file, boolean decides) throws IOException {
        Mapping source = SourceReader.read("a spec", file);
        SpecReader.requireKeys(source);
        EvaluationSpec spec = source.check(() -> spec(source));
        boolean isAsked = decides || SpecReader.given(source, "gate").isPresent();
        GateQuestion gate = isAsked ? gate(source, spec) : null;
        return new EvaluationDocument(SpecReader.log(file, source), spec, decides ? gate : null);
    }

    private static GateQuestion gate(Mapping file, EvaluationSpec spec) {
        List<String> names =
                spec.spec().predictions().stream().map(Spec.Prediction::name).toList();
        Mapping gate = SpecReader.given(file, "gate").map(Node::mapping).orElse(NOTHING);
        gate.requireKeys("gate", List.of("policy", "against", "margin", "confidence", ERROR), Names::didYouMean);
        Mapping place = gate == NOTHING ? file : gate;
        Node policy = SpecReader.given(gate, "policy").orElse(null);
        if (policy == null && names.size() > 1) {
            throw place.error("gate has no policy, and there are several targets: " + String.join(", ", names)
                    + "\nName the one to decide on: gate: {policy: " + names.get(0) + "}.");
        }
        List<String> others =
                Stream.concat(names.stream(), Stream.of(GateQuestion.BEHAVIOUR)).toList();
        Optional<Node> against = SpecReader.given(gate, "against");
        Optional<Node> confidence = SpecReader.given(gate, "confidence");
        return place.check(() -> new GateQuestion(
                policy == null ? names.get(0) : named(policy, names),
                against.map(node -> named(node, others)).orElse(GateQuestion.BEHAVIOUR),
                SpecReader.given(gate, "margin").map(Node::number).orElse(0.0),
                confidence.map(Node::number).orElse(GateQuestion.USUAL_CONFIDENCE)));
    }

    private static String named(Node node, List<String> names) {
        if (!names.contains(node.text())) {
            throw node.error(node.name() + " is no policy of the spec: " + node.text()
                    + Names.didYouMean(node.text(), names) + "\nThere are: " + String.join(", ", names));
        }
        return node.text();
    }

    /** By how much probabilities may be wrong, which holds for every verb wherever it is written. */
    private static double probabilityError(Mapping file) {
        Optional<Node> ofAll = SpecReader.given(file, ERROR);
        Optional<Node> ofGate = SpecReader.given(file, "gate").flatMap(gate -> SpecReader.given(gate.mapping(), ERROR));
        if (ofAll.isPresent() && ofGate.isPresent()) {
            throw ofGate.get().error(ERROR + " is given twice, here and at the top of the spec");
        }
        return ofAll.or(() -> ofGate)
                .map(node -> node.check(
                        () -> new Declarations(false, 0, node.number(), List.of(), List.of(), null).probabilityError()))
                .orElse(1.0);
    }

    private static EvaluationSpec spec(Mapping file) {
        List<PolicySpec> policies = policies(file);
        PolicyQuestion question = new PolicyQuestion(
                SpecReader.text(file, "behaviour"),
                SpecReader.text(file, "cumulant"),
                SpecReader.text(file, "discount"),
                SpecReader.text(file, "lambda"));
        if (policies.isEmpty() && SpecReader.given(file, "predictions").isPresent()) {
            List<Spec.Prediction> predicted = SpecReader.predictions(file).stream()
                    .filter(prediction -> prediction.target() != null || prediction.ratio() != null)
                    .toList();
            predicted.forEach(prediction -> policies.add(policy(file, prediction)));
            question = predicted.isEmpty() ? question : question(predicted);
        }
        Spec spec =
                SpecReader.spec(file, EvaluationSpec.predictions(policies, question), List.of(new FeatureBlock.Bias()));
        boolean hasFeatures = SpecReader.given(file, "features").isPresent();
        return new EvaluationSpec(
                spec,
                hasFeatures,
                EvaluationSpec.byAction(policies),
                SpecReader.text(file, "start"),
                range(file),
                SpecReader.text(file, "cluster"),
                SpecReader.given(file, "nothing_else_mattered")
                        .map(Node::isTrue)
                        .orElse(false),
                SpecReader.given(file, "tolerance").map(Node::number).orElse(0.0),
                probabilityError(file),
                new EvaluationSpec.RowNotes(
                        SpecReader.text(file, "weight"),
                        SpecReader.text(file, "available"),
                        SpecReader.text(file, "outcome_age"),
                        SpecReader.given(file, "mature_after").map(Node::number).orElse(null)));
    }

    /** What the predictions ask of their policies, all of them the same. */
    private static PolicyQuestion question(List<Spec.Prediction> predictions) {
        String lambda = predictions.get(0).lambda();
        List<PolicyQuestion> asked = predictions.stream()
                .map(one -> new PolicyQuestion(one.behaviour(), one.cumulantText(), one.discount(), lambda))
                .distinct()
                .toList();
        if (asked.size() > 1) {
            throw new IllegalArgumentException("predictions differ in behaviour, cumulant or discount, and policies are"
                    + " compared by the same\nName those to compare: targets: {NAME: EXPR}.");
        }
        return asked.get(0);
    }

    /** The policies of {@code targets}, {@code target} or {@code ratio}. */
    static List<PolicySpec> policies(Mapping file) {
        List<PolicySpec> policies = new ArrayList<>();
        Node targets = SpecReader.given(file, "targets").orElse(null);
        Node only = SpecReader.written(file).orElse(null);
        String ratio = SpecReader.text(file, "ratio");
        if (targets != null && !(targets instanceof Node.Scalar)) {
            targets.mapping()
                    .entries()
                    .forEach((name, node) -> policies.add(node.check(() -> policy(file, name, node))));
        } else if (targets != null || only instanceof Mapping) {
            policies.add(policy(file, EvaluationSpec.ONLY, targets == null ? only : targets));
        } else if (only != null || ratio != null) {
            String target = only == null ? null : FeatureBlocks.expression(only);
            policies.add(new PolicySpec(EvaluationSpec.ONLY, target, ratio, null));
        }
        return policies;
    }

    /** The policy of a prediction, which may give the probability of every action. */
    private static PolicySpec policy(Mapping file, Spec.Prediction prediction) {
        Node own = file.get("predictions").mapping().get(prediction.name());
        return Optional.of(own)
                .filter(Mapping.class::isInstance)
                .flatMap(map -> SpecReader.written(map.mapping()))
                .filter(Mapping.class::isInstance)
                .map(map -> policy(file, prediction.name(), map))
                .orElseGet(() -> new PolicySpec(prediction.name(), prediction.target(), prediction.ratio(), null));
    }

    /** What is written under {@code all} is for every state, as it is without it. */
    static PolicySpec policy(Mapping file, String name, Node node) {
        if (!(node instanceof Mapping mapping) || TabledPolicy.isMeantBy(node)) {
            return new PolicySpec(name, SpecReader.text(node), null, null);
        }
        Optional<Node> inner = mapping.find("policy")
                .filter(TabledPolicy::isMeantBy)
                .or(() -> mapping.find("all").filter(Mapping.class::isInstance));
        if (inner.isPresent() && mapping.entries().size() > 1) {
            throw inner.get().error("stands for every state, so that nothing may stand beside it");
        }
        if (inner.isPresent()) {
            return policy(file, name, inner.get());
        }
        if (SpecReader.text(file, "action") == null) {
            throw EvaluationSpec.withoutAction(EvaluationSpec.label(name) + EvaluationSpec.BY_ACTION);
        }
        Map<String, String> byAction = new LinkedHashMap<>();
        mapping.entries().forEach((action, expression) -> byAction.put(action, FeatureBlocks.expression(expression)));
        return new PolicySpec(name, null, null, byAction);
    }

    static ReturnRange range(Mapping file) {
        Node node = SpecReader.given(file, "return_range").orElse(null);
        if (node == null) {
            return null;
        }
        List<Node> ends = node.items();
        if (ends.size() != 2) {
            throw node.error("return_range is two numbers, the lower first: [low, high]");
        }
        return node.check(
                () -> new ReturnRange(ends.get(0).number(), ends.get(1).number()));
    }
}
