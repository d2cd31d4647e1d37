package io.emphatic.logs.live;

import io.emphatic.logs.spec.EstimatedBehaviour;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.ExpressionForm;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Which columns a spec is about, as far as that can be told from its text. */
final class SpecColumns {
    /** Meant without being written. */
    private static final Set<String> BY_NAME = Set.of("reward", "terminated", "truncated");

    private record Written(String place, String text, boolean isNumber) {}

    private final List<Written> all = new ArrayList<>();
    private final List<String> texts;
    private final List<String> patterns = new ArrayList<>();
    private final String nextPrefix;
    private final Map<String, Boolean> known = new HashMap<>();

    SpecColumns(Spec spec, FeatureMap features) {
        add("stream", spec.stream(), false);
        add("order", spec.order(), false);
        add("terminated", spec.terminated(), false);
        add("truncated", spec.truncated(), false);
        add("action", spec.action(), false);
        for (Spec.Prediction one : spec.predictions()) {
            add(one.name() + ": behaviour", one.behaviour(), true);
            add(one.name() + ": target", one.target(), true);
            add(one.name() + ": ratio", one.ratio(), true);
            add(one.name() + ": cumulant", one.cumulant(), true);
            add(one.name() + ": discount", one.discount(), true);
            add(one.name() + ": lambda", one.lambda(), true);
            add(one.name() + ": interest", one.interest(), true);
        }
        spec.shape().ranges().declared().keySet().forEach(name -> add("ranges", name, false));
        Stream<String> ofFeatures = features == null
                ? spec.features().stream().flatMap(block -> block.texts().stream())
                : features.texts().stream();
        ofFeatures.forEach(text -> add("features", text, false));
        this.texts = all.stream().map(Written::text).toList();
        this.nextPrefix = spec.shape().nextPrefix();
        spec.shape().next().forEach((column, following) -> {
            known.put(column, true);
            known.put(following, true);
        });
        if (features == null) {
            texts.stream()
                    .flatMap(text -> Stream.of(text.split(",")))
                    .map(String::strip)
                    .filter(text -> text.matches("\\*+[\\p{L}\\p{Nd}_.*-]+|[\\p{L}\\p{Nd}_.*-]+\\*+"))
                    .forEach(patterns::add);
        }
    }

    private void add(String place, String text, boolean isNumber) {
        if (text != null) {
            all.add(new Written(place, text, isNumber));
        }
    }

    /** Refuses expressions that cannot be computed, whatever columns come. */
    void requireForms() throws IOException {
        if (all.stream().allMatch(one -> ExpressionForm.isPlain(one.text))) {
            return;
        }
        try (Log log = Log.ofLiveColumns(Map.of())) {
            for (Written one : all) {
                if (EstimatedBehaviour.isMeantBy(one.text)) {
                    throw new IllegalArgumentException(one.place + ": " + one.text + " counts the rows of a log, and"
                            + " there are none yet\nName the column with the probability of the action taken.");
                }
                for (String text : Sql.split(one.place, one.text, Set.of())) {
                    ExpressionForm.require(log, one.place, text, one.isNumber);
                }
            }
        }
    }

    /** Columns by a pattern are those of a log; rows to come may have any. */
    void requireNoPattern() {
        if (!patterns.isEmpty()) {
            throw new IllegalArgumentException("features: " + patterns.get(0)
                    + " stands for columns that are not known before the rows come\nName them one by one, or continue from a"
                    + " model, which knows them.");
        }
    }

    boolean has(String column) {
        return known.computeIfAbsent(column, this::isMentioned);
    }

    /** A name that is not a word in SQL, in a list of names. */
    private static boolean isNamedIn(String text, String column) {
        return !column.matches("[\\p{L}_][\\p{L}\\p{Nd}_]*") && text.contains(column);
    }

    private boolean isMentioned(String column) {
        return BY_NAME.contains(column.toLowerCase(Locale.ROOT))
                || nextPrefix != null && column.startsWith(nextPrefix)
                || texts.stream().anyMatch(text -> Sql.mentions(text, column) || isNamedIn(text, column));
    }
}
