package io.emphatic.logs.spec;

import io.emphatic.logs.sql.Log;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

public record RowShape(
        boolean unnest, // whether rows of lists become rows
        double step, // between successive times, any other being a cut; NaN where gaps do not matter
        String nextPrefix, // of the columns of S_{t+1}; null for none
        Map<String, String> next, // such columns by name
        Map<String, String> types, // as DuckDB calls them, by column; others have the type that their values have
        ValueRanges ranges) {
    /** Each row is a step, and the next row of its stream is where it led. */
    public static final RowShape PLAIN = new RowShape(false, Double.NaN, null, Map.of(), Map.of(), ValueRanges.LEARNED);

    public RowShape {
        next = Map.copyOf(next);
        types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
        requireStep(Double.isNaN(step) ? 1 : step);
    }

    static double requireStep(double step) {
        if (!(step > 0 && step < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("order: step is not in the interval (0, ∞): " + step);
        }
        return step;
    }

    /** This shape with other types and ranges. */
    public RowShape with(Map<String, String> otherTypes, ValueRanges otherRanges) {
        return new RowShape(unnest, step, nextPrefix, next, otherTypes, otherRanges);
    }

    public boolean hasNext() {
        return nextPrefix != null || !next.isEmpty();
    }

    public boolean hasStep() {
        return !Double.isNaN(step);
    }

    /** The column of S_{t+1} for each column that has one. */
    Map<String, String> nextColumns(Log log) {
        Set<String> known = log.columns().keySet();
        Map<String, String> columns = new LinkedHashMap<>();
        for (String column : known) {
            String following = nextPrefix == null ? next.get(column) : nextPrefix + column;
            if (following != null && (nextPrefix == null || known.contains(following))) {
                columns.put(column, following);
            }
        }
        Stream.concat(next.keySet().stream(), next.values().stream())
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("next: the log has no column " + name);
                });
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("next: no column of the log has a partner with the prefix " + nextPrefix
                    + "\nThe columns are " + String.join(", ", known) + ".");
        }
        return columns;
    }
}
