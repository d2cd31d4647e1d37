package io.emphatic.logs.spec;

import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.evaluation.log.ReturnRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A spec of YAML whose predictions change while it is in use. Immutable. */
public record AmendedSpec(Mapping file, Spec spec, Set<String> added) {
    private static final double USUAL_LEVEL = 0.9;

    public static AmendedSpec parse(String name, String text) {
        Mapping file = SourceReader.parse("a spec", name, text);
        return new AmendedSpec(file, SpecReader.spec(file));
    }

    private AmendedSpec(Mapping file, Spec spec) {
        this(file, spec, added(SpecReader.spec(file).predictions(), spec));
    }

    private static Set<String> added(List<Spec.Prediction> own, Spec spec) {
        return spec.predictions().stream()
                .filter(one -> !own.contains(one))
                .map(Spec.Prediction::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What the return of a whole episode can be ({@code return_range}); null if it is not declared. */
    public ReturnRange returnRange() {
        return EvaluationReader.range(file);
    }

    /** How many of the returns are to be in the bands around predictions ({@code outcome_bands}); 0 for no bands. */
    public double outcomeLevel() {
        Node node = SpecReader.given(file, "outcome_bands").orElse(null);
        if (node == null || node.text().equals("none")) {
            return node == null ? USUAL_LEVEL : 0;
        }
        double level = node.number();
        if (!(level > 0 && level < 1)) {
            throw node.error("outcome_bands is not in the interval (0, 1): " + level + "\nLeave them out with none.");
        }
        return level;
    }

    /** With one more prediction, or another of its name; {@code json} as it would stand in the file. */
    public AmendedSpec with(String name, String json) {
        Mapping own = SourceReader.parse("a prediction", name + ".json", json);
        List<Spec.Prediction> all = new ArrayList<>(spec.predictions());
        Spec.Prediction added = own.check(() -> SpecReader.prediction(name, own, file));
        all.replaceAll(one -> one.name().equals(name) ? added : one);
        if (!all.contains(added)) {
            all.add(added);
        }
        ValueRanges ranges = spec.shape().ranges().of(spec.predictions());
        RowShape shape = spec.shape().with(spec.shape().types(), ranges);
        return new AmendedSpec(file, spec.withShape(shape).with(spec.features(), all));
    }

    /** Without a prediction; the last one has to stay. */
    public AmendedSpec without(String name) {
        List<Spec.Prediction> all = new ArrayList<>(spec.predictions());
        all.removeIf(prediction -> prediction.name().equals(name));
        return new AmendedSpec(file, spec.with(spec.features(), all));
    }
}
