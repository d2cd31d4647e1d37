package io.emphatic.logs.live;

import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Sql;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Which columns a spec is about, as far as that can be told from its text. */
final class SpecColumns {
    /** Meant without being written. */
    private static final Set<String> BY_NAME = Set.of("reward", "terminated", "truncated");

    private final List<String> texts;
    private final List<String> patterns = new ArrayList<>();
    private final String nextPrefix;
    private final Map<String, Boolean> known = new HashMap<>();

    SpecColumns(Spec spec, FeatureMap features) {
        Stream<String> ofLog =
                Stream.of(spec.stream(), spec.order(), spec.terminated(), spec.truncated(), spec.action());
        Stream<String> ofPredictions = spec.predictions().stream()
                .flatMap(one -> Stream.of(
                        one.behaviour(),
                        one.target(),
                        one.ratio(),
                        one.cumulant(),
                        one.discount(),
                        one.lambda(),
                        one.interest()));
        Stream<String> ofFeatures = features == null
                ? spec.features().stream().flatMap(block -> block.texts().stream())
                : features.texts().stream();
        this.texts = Stream.of(ofLog, ofPredictions, ofFeatures)
                .flatMap(all -> all)
                .filter(Objects::nonNull)
                .toList();
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
