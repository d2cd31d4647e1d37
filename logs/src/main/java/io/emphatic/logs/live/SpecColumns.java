package io.emphatic.logs.live;

import io.emphatic.logs.spec.EstimatedBehaviour;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.RowFunctions;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which columns a spec is about, as far as its text shows. */
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
        if (all.stream().allMatch(one -> RowFunctions.isPlain(one.text))) {
            return;
        }
        try (Log log = Log.ofLiveColumns(Map.of())) {
            for (Written one : all) {
                if (EstimatedBehaviour.isMeantBy(one.text)) {
                    throw new IllegalArgumentException(one.place + ": " + one.text + " counts the rows of a log, and"
                            + " no row has come yet\nName the column with the probability of the action taken.");
                }
                for (String text : Sql.split(one.place, one.text, Set.of())) {
                    Expression.requireForm(log, one.place, text, one.isNumber);
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

    private static final Pattern CALL = Pattern.compile("([A-Za-z_]\\w*)\\s*\\(");
    private static final Pattern FRACTION = Pattern.compile("\\.\\d|\\d\\.|\\d[eE]");

    /** Beyond 2⁵³, whole numbers are not all of type DOUBLE. */
    private static final Pattern SIXTEEN_DIGITS = Pattern.compile("\\d{16}");

    private static final Pattern HARMLESS = Pattern.compile("[\\p{L}\\p{Nd}_\\s+*/%()<>=!,-]*");
    private static final Pattern QUOTED_NAME = Pattern.compile("\"[^\"]*\"");

    /** Functions and words before a parenthesis that make the same of 7 and of 7.0. */
    private static final Set<String> SAME =
            Set.of(("abs least greatest coalesce sqrt exp ln sin cos tan and or not in case when then else between")
                    .split(" "));

    /** The first expression of a plan that makes something else of a column's whole numbers if it is DOUBLE. */
    static Optional<String> dependent(Plan plan, String column) {
        for (Expression key : plan.stream()) {
            if (Sql.mentions(key.text(), column)) {
                return Optional.of(key.text());
            }
        }
        for (int slot = 0; slot < plan.slots().size(); slot++) {
            Expression written = plan.slots().expressions().get(slot);
            boolean isColumn = written.sql().equals(Sql.identifier(column));
            boolean isBlind = plan.slots().coded(slot) == null && (isColumn || isBlind(written.text()));
            if (!written.isConstant() && Sql.mentions(written.text(), column) && !isBlind) {
                return Optional.of(written.shown());
            }
        }
        return plan.order().stream()
                .map(Expression::text)
                .filter(text -> Sql.mentions(text, column) && !isBlind(text))
                .findFirst();
    }

    /** Whether an expression has the same value for BIGINT as for DOUBLE, as far as its text shows. */
    static boolean isBlind(String expression) {
        String text = QUOTED_NAME.matcher(expression).replaceAll("name");
        if (text.contains("//")
                || FRACTION.matcher(text).find()
                || SIXTEEN_DIGITS.matcher(text).find()
                || !HARMLESS.matcher(text).matches()) {
            return false;
        }
        Matcher calls = CALL.matcher(text);
        while (calls.find()) {
            if (!SAME.contains(calls.group(1).toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }
}
