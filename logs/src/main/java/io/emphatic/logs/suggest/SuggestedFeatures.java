package io.emphatic.logs.suggest;

import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which columns of a log might be features, about how many numbers, and why the others are not. */
record SuggestedFeatures(String yaml, long size, Map<String, List<String>> passedOver) {
    private static final String EMPTY = "no value in any row";
    private static final Pattern NO_FEATURE = Pattern.compile(
            "p_.*|pi|pi_.*|mu|mu_.*|.*prob.*|.*propensity.*|pscore|.*logp.*|a|act|.*action.*|.*reward.*|.*return.*|next_.*|new_.*"
                    + "|metrics|id|.*_id|ds|ts|date|datetime|time|time_diff|.*timestamp.*|index|.*_index|lambda|interest"
                    + "|ratio|rho|click.*|conver.*|.*latency.*|.*duration.*|completion.*|output.*|purchase.*|bought|outcome.*|response|label|y|cost|profit|revenue|success"
                    + "|done|dones|q_values|vf_preds|.*value|value_targets|advantages|weights|infos|possible_.*"
                    + "|_.*label.*|eventid|version|column0*|unnamed.*|unnested_.*",
            Pattern.CASE_INSENSITIVE);
    private static final long MANY_VALUES = 200; // text with more values than this is hashed
    private static final int HASHED = 1024;

    /** The column of observations; otherwise every column that is nothing else and has no NULL. */
    static SuggestedFeatures of(
            Log log, Optional<String> observations, Set<String> named, Set<String> late, MissingValues missing)
            throws SQLException {
        if (observations.isPresent()) {
            String column = observations.get();
            Map<String, List<String>> others = new LinkedHashMap<>();
            for (String other : log.columns().keySet()) {
                if (!other.equals(column)) {
                    String reason = missing.isAll(other) ? EMPTY : "the features are those of " + column;
                    others.computeIfAbsent(reason, r -> new ArrayList<>()).add(other);
                }
            }
            return observed(log, column, others);
        }
        List<String> flags = new ArrayList<>();
        List<String> numbers = new ArrayList<>();
        List<String> categories = new ArrayList<>();
        List<String> hashed = new ArrayList<>();
        List<String> incomplete = new ArrayList<>();
        Map<String, List<String>> passedOver = new LinkedHashMap<>();
        long size = 1;
        for (Map.Entry<String, String> entry : log.columns().entrySet()) {
            String column = entry.getKey();
            String type = entry.getValue();
            Optional<String> reason = late.contains(column)
                    ? Optional.of("differs by the action of its own row, as what came of it does")
                    : reason(log, column, named, missing);
            if (reason.isPresent()) {
                passedOver.computeIfAbsent(reason.get(), r -> new ArrayList<>()).add(column);
            } else if (missing.isIn(column)) {
                incomplete.add(column);
            } else if (type.equals("VARCHAR") || type.startsWith("ENUM")) {
                long distinct = TimeGuess.distinct(log, column);
                boolean many = distinct > MANY_VALUES;
                size += many ? HASHED : distinct;
                (many ? hashed : categories).add(Dialect.scalar(column));
            } else {
                size++;
                (type.equals("BOOLEAN") ? flags : numbers).add(Dialect.scalar(column));
            }
        }
        String hashes = hashed.stream()
                .map(column -> "{column: " + column + ", size: " + HASHED + "}")
                .collect(Collectors.joining(", "));
        String yaml = "{bias: true" + block("expressions", flags) + block("scale", numbers)
                + block("onehot", categories)
                + (hashes.isEmpty() ? "" : ", hash: [" + hashes + "]") + "}"
                + (incomplete.isEmpty()
                        ? ""
                        : "\n# Not every row has a value of " + line(incomplete)
                                + ": an expression such as coalesce(x, 0) says what it should be.");
        return new SuggestedFeatures(yaml, size, passedOver);
    }

    static boolean isNone(String column) {
        return NO_FEATURE.matcher(column).matches();
    }

    private static Optional<String> reason(Log log, String column, Set<String> named, MissingValues missing)
            throws SQLException {
        if (missing.isAll(column)) {
            return Optional.of(EMPTY);
        }
        if (named.contains(column)
                || Dialect.isKey(column)
                        && Dialect.find("features", Set.of(column)).isEmpty()
                || isNone(column)) {
            return Optional.of("by name what depends on the action, comes after it or tells rows apart");
        }
        if (TimeGuess.countsRows(log, column)) {
            return Optional.of("counts rows");
        }
        String type = log.columns().get(column);
        return type.matches("(?s)DATE|(TIME|STRUCT|MAP|JSON|BLOB|UUID).*|.*\\]")
                ? Optional.of("neither number nor text")
                : Optional.empty();
    }

    /** A line of comment for the columns that are in no entry of the spec; empty where there is none. */
    String leftOut(Set<String> named) {
        StringJoiner groups = new StringJoiner("; ", "# Left out: ", ".\n").setEmptyValue("");
        passedOver.forEach((reason, columns) -> {
            List<String> silent =
                    columns.stream().filter(column -> !named.contains(column)).toList();
            if (!silent.isEmpty()) {
                groups.add(line(silent) + " (" + reason + ")");
            }
        });
        return groups.toString();
    }

    private static String line(List<String> columns) {
        return String.join(", ", columns).replaceAll("\\R", " ");
    }

    private static String block(String kind, List<String> columns) {
        return columns.isEmpty() ? "" : ", " + kind + ": [" + String.join(", ", columns) + "]";
    }

    private static SuggestedFeatures observed(Log log, String column, Map<String, List<String>> others)
            throws SQLException {
        String type = log.columns().get(column);
        if (type.endsWith(")") && (type.startsWith("STRUCT") || type.startsWith("MAP"))) {
            List<String> fields = fields(log, column);
            return new SuggestedFeatures("{bias: true" + block("expressions", fields) + "}", 1 + fields.size(), others);
        }
        boolean isText = type.equals("VARCHAR");
        String list = Sql.identifier(column) + (isText ? "::DOUBLE[]" : "");
        long size = isText || type.endsWith("]")
                ? log.wholeNumber("SELECT coalesce(max(len(" + list + ")), 0) FROM " + Log.VIEW)
                : 1;
        String yaml = "{bias: true, expressions: [" + Dialect.scalar(isText ? list : column) + "]}";
        return new SuggestedFeatures(yaml, 1 + size, others);
    }

    /** An expression for each field of a struct, or each key of a map. */
    private static List<String> fields(Log log, String column) throws SQLException {
        String name = Sql.identifier(column);
        List<String> fields = new ArrayList<>();
        if (log.columns().get(column).startsWith("MAP")) {
            String keys = "SELECT DISTINCT unnest(map_keys(" + name + ")) AS key FROM " + Log.VIEW + " ORDER BY key";
            log.each(keys, row -> fields.add(Dialect.scalar(name + "[" + Sql.string(row.getString(1)) + "]")));
        } else {
            String names = "DESCRIBE SELECT unnest(" + name + ") FROM " + Log.VIEW;
            log.each(names, row -> fields.add(Dialect.scalar(name + "." + Sql.identifier(row.getString(1)))));
        }
        return fields;
    }

    /** How many rows of a log have no value in each column; absent where every row has one. */
    record MissingValues(long rows, Map<String, Long> byColumn) {
        static MissingValues of(Log log) throws SQLException {
            List<String> columns = List.copyOf(log.columns().keySet());
            StringJoiner counts = new StringJoiner(", ", "SELECT count(*), ", " FROM " + Log.VIEW);
            columns.forEach(column -> counts.add("count(*) - count(" + Sql.identifier(column) + ")"));
            double[] found = log.numbers(counts.toString());
            Map<String, Long> missing = new HashMap<>();
            for (int k = 0; k < columns.size(); k++) {
                if (found[k + 1] > 0) {
                    missing.put(columns.get(k), (long) found[k + 1]);
                }
            }
            return new MissingValues((long) found[0], missing);
        }

        boolean isIn(String column) {
            return byColumn.containsKey(column);
        }

        boolean isAll(String column) {
            return byColumn.getOrDefault(column, 0L) == rows;
        }
    }
}
