package io.emphatic.logs.live;

import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Sql;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where BIGINT and DOUBLE differ though all numbers are whole: 7 // 2 is 3 and 7.0 // 2 is 3.5. */
final class NumberMeaning {
    private static final Pattern CALL = Pattern.compile("([A-Za-z_]\\w*)\\s*\\(");
    private static final Pattern FRACTION = Pattern.compile("\\.\\d|\\d\\.|\\d[eE]");

    /** Beyond 2⁵³, whole numbers are not all of type DOUBLE. */
    private static final Pattern LARGE = Pattern.compile("\\d{16}");

    private static final Pattern HARMLESS = Pattern.compile("[\\p{L}\\p{Nd}_\\s+*/%()<>=!,-]*");
    private static final Pattern QUOTED_NAME = Pattern.compile("\"[^\"]*\"");

    /** Functions and words before a parenthesis that make the same of 7 and of 7.0. */
    private static final Set<String> SAME =
            Set.of(("abs least greatest coalesce sqrt exp ln sin cos tan and or not in case when then else between")
                    .split(" "));

    private NumberMeaning() {}

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

    /** Whether an expression makes the same of BIGINT as of DOUBLE, as far as that can be told from its text. */
    static boolean isBlind(String expression) {
        String text = QUOTED_NAME.matcher(expression).replaceAll("name");
        if (text.contains("//")
                || FRACTION.matcher(text).find()
                || LARGE.matcher(text).find()
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
