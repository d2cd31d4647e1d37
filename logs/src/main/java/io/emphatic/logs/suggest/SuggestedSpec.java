package io.emphatic.logs.suggest;

import io.emphatic.logs.sql.ActionShift;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.StreamOwner;
import io.emphatic.logs.suggest.Dialect.EpisodeFiles;
import io.emphatic.logs.suggest.Dialect.NestedDecisions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A spec in YAML for a log, to be read, corrected and run: a guess from the names and the values of its columns. */
public final class SuggestedSpec {
    private static final int FEW_FEATURES = 200; // least squares costs their square in every row

    private final Log log;
    private final Dialect dialect;
    private final EpisodeFiles episodes; // null where files are no episodes
    private final SuggestedFeatures.MissingValues missing;
    private final Set<String> columns; // that have a value in some row
    private final Optional<String> behaviour;
    private final Optional<String> action; // where it is no list
    private final TimeGuess time;
    private final Set<String> named = new HashSet<>(); // columns that the spec mentions
    private final Map<String, ActionShift> late = new LinkedHashMap<>(); // numbers that seem to come of the action
    private final StringBuilder yaml = new StringBuilder();

    private SuggestedSpec(Log log) throws IOException, SQLException {
        this.log = log;
        this.dialect = Dialect.of(log.columns().keySet());
        this.episodes =
                dialect == Dialect.MINARI && log.columns().get("rewards").matches("[^\\[]*")
                        ? EpisodeFiles.of(log, "terminations OR truncations")
                        : null;
        line("# A guess from the column names (" + dialect.title() + "): read it before you run it.");
        source();
        if (hasLists()) {
            log.unnest();
            line("unnest: true               # a row is a batch or an episode, of lists");
        }
        this.missing = SuggestedFeatures.MissingValues.of(log);
        if (missing.rows() == 0) {
            throw new IllegalArgumentException(log.name() + " has no rows: there is nothing to guess a spec from");
        }
        this.columns = new LinkedHashSet<>(log.columns().keySet());
        columns.removeIf(missing::isAll);
        this.behaviour = behaviour();
        this.action = action().filter(column -> !log.columns().get(column).endsWith("]"));
        this.time = episodes == null
                ? Dialect.time(log, columns)
                : new TimeGuess(Optional.of(EpisodeFiles.STREAM), Optional.of(EpisodeFiles.ORDER), true);
    }

    /** The column with a usual name, or else a p of the action that may be a probability in every row. */
    private Optional<String> behaviour() throws SQLException {
        Optional<String> usual = Dialect.find("behaviour", columns);
        if (usual.isPresent() || Dialect.find("log-behaviour", columns).isPresent()) {
            return usual;
        }
        String ofAction =
                Dialect.find("action", columns).map(name -> "|p_" + name).orElse("");
        for (String column : columns) {
            String p = Sql.identifier(column);
            if (column.matches("(?i)p|probability" + ofAction)
                    && log.columns().get(column).matches("DOUBLE|FLOAT|DECIMAL.*")
                    && log.wholeNumber("SELECT count(*) - count_if(" + p + " > 0 AND " + p + " <= 1) FROM " + Log.VIEW)
                            == 0) {
                named.add(column);
                return Optional.of(column);
            }
        }
        return Optional.empty();
    }

    /** The spec; refuses a log without rows. */
    public static String yaml(Log log) throws IOException {
        Optional<String> flat = log.ask(log.name() + " cannot be read", () -> NestedDecisions.query(log));
        if (flat.isEmpty()) {
            return ofRows(log);
        }
        try (Log rows = Log.open(LogSource.query(log.name(), flat.get(), null), log.settings())) {
            return ofRows(rows);
        }
    }

    private static String ofRows(Log log) throws IOException {
        return log.ask(log.name() + " cannot be read", () -> {
            SuggestedSpec suggested = new SuggestedSpec(log);
            suggested.rows();
            boolean hasNext = suggested.next();
            SuggestedFeatures features = suggested.features();
            suggested.prediction(hasNext && !suggested.time.isSuccessive(), features.size() <= FEW_FEATURES);
            return suggested.yaml
                    + features.leftOut(suggested.named)
                    + "# Check the features: nothing that depends on the action or comes after it (rewards,"
                    + " probabilities) may be among them.\n";
        });
    }

    private void source() {
        if (log.name().equals(LogSource.STANDARD_INPUT)) {
            line("# log: the file, or - on the command line again");
        } else if (episodes != null) {
            line("log: {query: " + Sql.string(episodes.query()) + "}   # each file is an episode");
        } else if (log.source().query() == null) {
            List<String> files =
                    log.source().patterns().stream().map(Dialect::scalar).toList();
            boolean isAbsolute = log.source().patterns().stream()
                    .allMatch(file -> Path.of(file).isAbsolute());
            line("log: " + (files.size() == 1 ? files.get(0) : files)
                    + (isAbsolute ? "" : "   # relative to the directory that this file lies in"));
        } else {
            // a block keeps lines, which end comments of SQL
            yaml.append("log:\n  query: |\n")
                    .append(log.source().query().strip().indent(4));
        }
    }

    private boolean hasLists() {
        return List.of("cumulant", "terminated", "action").stream()
                .flatMap(key -> Dialect.find(key, log.columns().keySet()).stream())
                .anyMatch(column -> log.columns().get(column).endsWith("]") && !column.matches("(?i)a|act|actions?"));
    }

    /** Whether every row is a decision: by its dialect, as a click is, or since nothing says what follows what. */
    private boolean isBandit() {
        boolean hasTime = time.order().isPresent()
                || time.stream().filter(column -> !StreamOwner.isNamed(column)).isPresent();
        boolean isClick = time.stream().filter(StreamOwner::isNamed).isPresent()
                && columns.stream().anyMatch(Dialect::isClick);
        return dialect.isBandit()
                || (!hasTime || isClick)
                        && behaviour.isPresent()
                        && Dialect.find("terminated", columns).isEmpty()
                        && Dialect.find("truncated", columns).isEmpty();
    }

    /** Where streams begin and end, and what orders their rows. */
    private void rows() throws SQLException {
        if (isBandit()) {
            line("terminated: true           # every row is an episode of one step");
            StreamOwner.of(log, "").ifPresent(owner -> column("cluster", owner.column()));
            time.stream()
                    .ifPresent(
                            column -> line("# If rows of one " + column + " follow each other in time, write stream: "
                                    + Dialect.scalar(column) + ", and what orders and ends them, instead of these."));
        } else {
            time.stream().ifPresent(column -> column("stream", column));
            if (time.stream().isPresent()) {
                StreamOwner.of(log, Sql.identifier(time.stream().get()))
                        .ifPresent(owner -> column("cluster", owner.column()));
            }
            time.order().ifPresent(column -> column("order", column));
            boolean isPadded = episodes != null && episodes.isPadded();
            if (isPadded) {
                line("# The last row of a file is the state after the last step, truncated or not.");
            }
            boolean ends = column("terminated");
            ends |= !isPadded && column("truncated");
            if (!ends
                    && episodes == null
                    && time.stream().isPresent()
                    && time.order().isPresent()) {
                String query = "SELECT *, " + time.isLast() + " AS ended FROM 'FILE'";
                time.flagOfEnds(log, column -> !Dialect.isKey(column) && !Dialect.isClick(column))
                        .ifPresentOrElse(
                                flag -> column("terminated", flag, "    # a guess: true in last rows alone"),
                                () -> line("# Nothing says where episodes end: the last row of a stream counts as cut."
                                        + " If it is the end, make a column of that:\n# log: {query: "
                                        + Dialect.scalar(query).replaceAll("\\R", " ") + "}, terminated: ended"));
            }
        }
    }

    /** The columns of the next state, where observations have a partner; false where they have none. */
    private boolean next() {
        Optional<String> observations = Dialect.find("features", columns);
        for (String prefix : List.of("next_", "new_")) {
            if (observations.isPresent() && columns.contains(prefix + observations.get())) {
                named.add(prefix + observations.get());
                line("next: {prefix: " + prefix + "}       # a row holds the state that followed");
                return true;
            }
        }
        return false;
    }

    private SuggestedFeatures features() throws SQLException {
        boolean isUsual = Dialect.find("action", columns).isPresent() || dialect == Dialect.ROUTER;
        action.ifPresentOrElse(
                column -> column(
                        "action", column, isUsual ? "" : "    # a guess: its values are as frequent as 1/μ says"),
                () -> line("# action: the column of what was done, which must not be among the features"));
        if (dialect == Dialect.ROUTER) {
            column("available");
        }
        Dialect.find("kept", columns).ifPresent(kept -> {
            named.add(kept);
            line("weight: " + Dialect.scalar("1 / " + Sql.identifier(kept)) + "    # a row stands for those not kept");
        });
        findLate();
        SuggestedFeatures features = SuggestedFeatures.of(log, observations(), named, late.keySet(), missing);
        line("features: " + features.yaml());
        return features;
    }

    /** Finds numbers that differ by the action of their own row. */
    private void findLate() throws SQLException {
        for (String column : action.isPresent() && behaviour.isPresent() ? columns : Set.<String>of()) {
            boolean isNumber = log.columns().get(column).matches("BOOLEAN|DOUBLE|FLOAT|DECIMAL.*|.*INT|U?INTEGER");
            if (isNumber
                    && !missing.isIn(column)
                    && !named.contains(column)
                    && !Dialect.isKey(column)
                    && !SuggestedFeatures.isNone(column)) {
                String number = "CAST(" + Sql.identifier(column) + " AS DOUBLE)";
                ActionShift.of(log, number, Sql.identifier(action.get()), Sql.identifier(behaviour.get()))
                        .ifPresent(shift -> late.put(column, shift));
            }
        }
    }

    /** The column with a usual name, unless it is text that is no list of numbers. */
    private Optional<String> observations() throws SQLException {
        Optional<String> usual = Dialect.find("features", columns);
        boolean isText = usual.isPresent() && log.columns().get(usual.get()).equals("VARCHAR");
        return isText
                        && log.wholeNumber("SELECT count_if(TRY_CAST(" + Sql.identifier(usual.get())
                                        + " AS DOUBLE[]) IS NULL) FROM " + Log.VIEW)
                                > 0
                ? Optional.empty()
                : usual;
    }

    /**
     * The column with a usual name, or else the one whose values are all among those that could be chosen, or the one
     * each of whose values, weighted by 1/μ, is as frequent as all rows are: of several that by which μ varies least.
     */
    private Optional<String> action() throws SQLException {
        Optional<String> available = Dialect.find("available", columns);
        Optional<String> usual = Dialect.find("action", columns);
        boolean isWeighted = behaviour
                .filter(mu -> log.columns().get(mu).matches("DOUBLE|FLOAT|DECIMAL.*|.*INT|INTEGER"))
                .isPresent();
        if (usual.isPresent() || available.isEmpty() && !isWeighted) {
            return usual;
        }
        Optional<String> found = Optional.empty();
        long least = Long.MAX_VALUE;
        for (String column : columns) {
            String name = Sql.identifier(column);
            String type = log.columns().get(column);
            String variation = available // below 0: cannot be
                    .map(set -> "SELECT count_if(list_contains(CAST(" + Sql.identifier(set) + " AS VARCHAR[]), CAST("
                            + name + " AS VARCHAR))) - count(*) FROM " + Log.VIEW)
                    .orElseGet(() ->
                            "SELECT CASE WHEN sum(n) < 100 OR count(*) NOT BETWEEN 2 AND 20 OR coalesce(max(abs(w / "
                                    + missing.rows()
                                    + " - 1)), 1) > 0.2 THEN -1 ELSE CAST(1e9 * sum(n * v) / sum(n) AS BIGINT) END FROM"
                                    + " (SELECT count(*) AS n, sum(1 / mu) AS w, var_pop(mu) FILTER (WHERE mu BETWEEN 0 AND 1) AS v"
                                    + " FROM (SELECT " + name + " AS action, CAST("
                                    + Sql.identifier(behaviour.get())
                                    + " AS DOUBLE) AS mu FROM " + Log.VIEW + ") GROUP BY action)");
            boolean mayBe = available.isPresent()
                    ? !type.endsWith("]")
                    : type.matches("VARCHAR|ENUM.*|BOOLEAN|.*INT|INTEGER") && !Dialect.isKey(column);
            long varies = mayBe ? log.wholeNumber(variation) : -1;
            if (varies >= 0 && varies <= least) {
                found = varies < least ? Optional.of(column) : found.filter(first -> available.isPresent());
                least = varies;
            }
        }
        return found;
    }

    private void prediction(boolean isSampled, boolean isSmall) {
        if (behaviour.isPresent()) {
            boolean isUsual = Dialect.find("behaviour", columns).isPresent();
            column("behaviour", behaviour.get(), isUsual ? "" : "    # a guess: it is in (0, 1] in every row");
        } else {
            Dialect.find("log-behaviour", columns)
                    .ifPresentOrElse(
                            logarithm -> {
                                named.add(logarithm);
                                line("behaviour: " + Dialect.scalar("exp(" + Sql.identifier(logarithm) + ")"));
                            },
                            () -> line("# behaviour: the probability with which the policy that ran took the action"));
        }
        line("predictions:\n  " + (behaviour.isPresent() ? "new_policy:" : "value:"));
        if (!column("    target")) {
            line("    # target: the probability with which the policy you ask about takes the logged action");
        }
        if (dialect == Dialect.VW) {
            line("    cumulant: -_label_cost    # VW writes costs");
        } else if (!column("    cumulant")) {
            String why = Dialect.find("cumulant", log.columns().keySet())
                    .map(reward -> reward + " has no value in any row")
                    .orElse("no column is called reward");
            late.entrySet().stream()
                    .max(Map.Entry.comparingByValue(Comparator.comparingDouble(ActionShift::deviations)))
                    .ifPresentOrElse(
                            guess -> {
                                named.add(guess.getKey());
                                line("    cumulant: " + Dialect.scalar(guess.getKey()) + "    # a guess: " + why
                                        + ", and this differs by the action of its own row");
                            },
                            () -> line("    # cumulant: the column whose discounted sum is predicted: " + why
                                    + ".\n    # If it is among the features, take it out there."));
        }
        if (isBandit() || !column("    discount")) {
            line("    discount: " + (isBandit() ? "1" : "0.99    # 1: late rewards count as much as early ones"));
        }
        line(
                isSampled
                        ? "    lambda: 0                # rows are a sample: neighbours are not successive\n"
                                + "    algorithm: " + (isSmall ? "lstd" : "wis-td")
                        : "    lambda: 0.9\n    algorithm: " + (isSmall ? "elstd" : "wis-etd"));
    }

    private void line(String text) {
        yaml.append(text).append('\n');
    }

    /** An entry with the column that has a usual name for it; false if there is none. */
    private boolean column(String key) {
        Optional<String> found = Dialect.find(key.strip(), columns);
        found.ifPresent(column -> column(key, column));
        return found.isPresent();
    }

    private void column(String key, String column) {
        column(key, column, "");
    }

    private void column(String key, String column, String comment) {
        named.add(column);
        line(key + ": " + Dialect.scalar(column) + comment);
    }
}
