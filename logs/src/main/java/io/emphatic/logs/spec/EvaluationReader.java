package io.emphatic.logs.spec;

import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.logs.spec.EvaluationSpec.PolicyQuestion;
import io.emphatic.logs.spec.EvaluationSpec.PolicySpec;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What to evaluate, from a spec in YAML. It is the spec of {@link SpecReader}, whose predictions are evaluated where it
 * names no other targets, and
 *
 * <pre>
 *   targets:
 *     careful: pi_careful
 *     bold: {run: 0.9, rest: 0.1}
 *   start: hour = 0
 *   return_range: [-20, 50]
 *   cluster: user
 *   nothing_else_mattered: true
 *   tolerance: 0.5
 * </pre>
 */
public final class EvaluationReader {
    /** What a file says: the policies, and the log if it names one (null if not), as seen from the file. */
    public record EvaluationDocument(LogSource log, EvaluationSpec spec) {}

    private EvaluationReader() {}

    public static EvaluationDocument read(Path file) throws IOException {
        Mapping source = SourceReader.read("a spec", file);
        SpecReader.requireKeys(source);
        return new EvaluationDocument(SpecReader.log(file, source), source.check(() -> spec(source)));
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
            predicted.forEach(prediction ->
                    policies.add(new PolicySpec(prediction.name(), prediction.target(), prediction.ratio(), null)));
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
                SpecReader.given(file, "tolerance").map(Node::number).orElse(0.0));
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
        Node only = SpecReader.given(file, "policy")
                .or(() -> SpecReader.given(file, "target"))
                .orElse(null);
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

    private static PolicySpec policy(Mapping file, String name, Node node) {
        if (!(node instanceof Mapping mapping) || TabledPolicy.isMeantBy(node)) {
            return new PolicySpec(name, SpecReader.text(node), null, null);
        }
        if (mapping.find("policy").filter(TabledPolicy::isMeantBy).isPresent()) {
            return policy(file, name, mapping.get("policy"));
        }
        if (SpecReader.text(file, "action") == null) {
            throw EvaluationSpec.withoutAction(name);
        }
        Map<String, String> byAction = new LinkedHashMap<>();
        mapping.entries().forEach((action, expression) -> byAction.put(action, FeatureBlocks.expression(expression)));
        return new PolicySpec(name, null, null, byAction);
    }

    /** Null if none is declared. */
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
