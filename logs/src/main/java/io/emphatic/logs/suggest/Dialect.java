package io.emphatic.logs.suggest;

import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The column names that well-known tools write. */
public enum Dialect {
    RLLIB("RLlib", List.of(Set.of("obs", "actions", "rewards", "eps_id"))),
    MINARI("Minari", List.of(Set.of("observations", "actions", "rewards", "terminations", "truncations"))),
    D4RL("D4RL", List.of(Set.of("observations", "actions", "rewards", "terminals"))),
    OPEN_BANDIT(
            "Open Bandit",
            List.of(Set.of("pscore", "reward", "action"), Set.of("propensity_score", "click", "item_id"))),
    VW("VW dsjson", List.of(Set.of("_label_cost", "_label_probability"))),
    ROUTER(
            "a router's decisions",
            List.of(
                    Set.of("candidate_set", "propensity"),
                    Set.of("candidate_set", "act_prob"),
                    Set.of("candidate_set", "prob"))),
    REAGENT("ReAgent", List.of(Set.of("mdp_id", "sequence_number", "action_probability"))),
    /** No known tool. */
    PLAIN("plain columns", List.of(Set.of()));

    private static final Map<String, List<String>> NAMES = new LinkedHashMap<>();

    static {
        usual(
                "stream",
                "eps_id mdp_id episode_id episode ep stream run trajectory trajectory_id traj_id session_id session sess user_id patient_id unit_id");
        usual(
                "order",
                "t sequence_number step step_id step_no time_step timestep time timestamp ts event_time unnested_index");
        usual("terminated", "terminateds terminations terminals terminated dones done");
        usual("truncated", "truncateds truncations timeouts truncated");
        usual("action", "_label_action actions action act a arm item_id move banner shown choice variant treatment");
        usual("cumulant", "rewards reward r cumulant click clicked outcome score revenue");
        usual(
                "behaviour",
                "action_prob action_probability pscore behaviour behavior behaviour_prob behavior_prob mu propensity propensity_score act_prob prob prob_a logging_prob logged_prob logged_propensity _label_probability");
        usual("log-behaviour", "action_logp logp log_prob");
        usual(
                "target",
                "target p_new p_target target_prob target_propensity pi pi_e pi_new pi_target new_propensity new_pscore new_prob prob_b");
        usual("discount", "discount gamma");
        usual("available", "candidate_set");
        usual("kept", "keep_prob keep_probability sample_rate sampling_rate");
        usual("features", "obs observations observation state_features state features");
    }

    private static void usual(String key, String names) {
        NAMES.put(key, List.of(names.split(" ")));
    }

    private final String title;
    private final List<Set<String>> signatures;

    Dialect(String title, List<Set<String>> signatures) {
        this.title = title;
        this.signatures = signatures;
    }

    String title() {
        return title;
    }

    /** Whether every row is a decision of its own. */
    boolean isBandit() {
        return this == OPEN_BANDIT || this == VW || this == ROUTER;
    }

    /** The dialect of a log: the first whose columns are all there. */
    static Dialect of(Set<String> columns) {
        for (Dialect dialect : values()) {
            if (dialect.signatures.stream().anyMatch(columns::containsAll)) {
                return dialect;
            }
        }
        return PLAIN;
    }

    public static TimeGuess time(Log log) throws IOException {
        return log.ask(
                log.name() + " cannot be read", () -> time(log, log.columns().keySet()));
    }

    static TimeGuess time(Log log, Set<String> columns) throws SQLException {
        return of(log.columns().keySet()).isBandit()
                ? TimeGuess.NONE
                : TimeGuess.of(log, find("stream", columns), find("order", columns), Dialect::isKey);
    }

    static boolean isKey(String column) {
        return NAMES.values().stream().anyMatch(names -> names.contains(column.toLowerCase(Locale.ROOT)));
    }

    /** Whether a column says what a user did with what was shown. */
    static boolean isClick(String column) {
        return column.matches("(?i)click(s|ed)?|conver(sion|ted)s?|purchase[ds]?|bought|opened|subscribed|booked");
    }

    /** The column that is an entry of a spec by its name. */
    static Optional<String> find(String key, Set<String> columns) {
        return NAMES.get(key).stream()
                .flatMap(name -> columns.stream().filter(name::equalsIgnoreCase))
                .findFirst();
    }

    /** Plain where YAML and SQL both take it as it is. */
    static String scalar(String text) {
        return text.matches("[A-Za-z0-9_./][A-Za-z0-9_./*-]*") ? text : Sql.string(text); // YAML quotes as SQL does
    }

    /** JSON lines of a router: {@code {"decision": {"action": "x", "propensity": 0.3}, "outcome": {"score": 1}}}. */
    static final class NestedDecisions {
        private static final List<String> AFTER_THE_CHOICE = List.of("action", "behaviour", "cumulant");

        private NestedDecisions() {}

        /** A query that makes columns of fields that cannot depend on the action; empty for other logs. */
        static Optional<String> query(Log log) throws SQLException {
            boolean isJson = log.source().query() == null
                    && log.files().stream()
                            .allMatch(file ->
                                    file.toString().toLowerCase(Locale.ROOT).matches(".*\\.(jsonl?|ndjson)(\\.gz)?"));
            if (!isJson || Dialect.of(log.columns().keySet()) != Dialect.PLAIN) {
                return Optional.empty();
            }
            Map<String, String> paths = new LinkedHashMap<>(); // by the name of the column that a field becomes
            for (Map.Entry<String, String> column : log.columns().entrySet()) {
                if (column.getValue().startsWith("STRUCT(") && column.getValue().endsWith(")")) {
                    addFields(log, Sql.identifier(column.getKey()), paths);
                } else {
                    paths.putIfAbsent(column.getKey(), Sql.identifier(column.getKey()));
                }
            }
            if (Dialect.of(paths.keySet()) != Dialect.ROUTER) {
                return Optional.empty();
            }
            String files = log.source().patterns().stream().map(Sql::string).collect(Collectors.joining(", "));
            String rows = " FROM (SELECT *, row_number() OVER () AS line_number FROM read_json_auto([" + files
                    + "])) ORDER BY line_number";
            return Optional.of(paths.entrySet().stream()
                    .map(field -> field.getValue() + " AS " + Sql.identifier(field.getKey()))
                    .collect(Collectors.joining(", ", "SELECT ", rows)));
        }

        private static void addFields(Log log, String struct, Map<String, String> paths) throws SQLException {
            List<String> fields = new ArrayList<>();
            log.each("DESCRIBE SELECT unnest(" + struct + ") FROM " + Log.VIEW, row -> fields.add(row.getString(1)));
            boolean isLate = AFTER_THE_CHOICE.stream()
                    .anyMatch(key -> Dialect.find(key, Set.copyOf(fields)).isPresent());
            for (String field : fields) {
                if (!isLate || Dialect.isKey(field)) {
                    paths.putIfAbsent(field, struct + "." + Sql.identifier(field));
                }
            }
        }
    }

    /** Parquet files of which each is an episode, as Minari writes them, padded behind the last step or not. */
    record EpisodeFiles(String query, boolean isPadded) {
        static final String STREAM = "filename";
        static final String ORDER = "file_row_number";

        /** Null where the log is something else; {@code ends} is SQL. */
        static EpisodeFiles of(Log log, String ends) throws SQLException {
            List<String> files = log.files().stream().map(Path::toString).toList();
            if (files.size() < 2
                    || !files.stream()
                            .allMatch(file -> file.toLowerCase(Locale.ROOT).endsWith(".parquet"))
                    || log.columns().containsKey(STREAM)) {
                return null;
            }
            String numbered = "SELECT " + ends + " AS ends, " + ORDER + " = max(" + ORDER + ") OVER (PARTITION BY "
                    + STREAM + ") AS is_last FROM " + reader(files);
            long ended = log.wholeNumber("SELECT count_if(ends) FROM (" + numbered + ") WHERE is_last");
            return new EpisodeFiles("SELECT * FROM " + reader(log.source().patterns()), ended == 0);
        }

        private static String reader(List<String> patterns) {
            return patterns.stream().map(Sql::string).collect(Collectors.joining(", ", "read_parquet([", "], "))
                    + STREAM + " = true, " + ORDER + " = true, union_by_name = true)";
        }
    }
}
