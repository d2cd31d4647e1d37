package io.emphatic.logs.spec;

import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The column names that well-known tools write, and a spec that fits them. */
public enum Dialect {
    RLLIB("RLlib", List.of(Set.of("obs", "actions", "rewards", "eps_id"))),
    MINARI("Minari", List.of(Set.of("observations", "actions", "rewards", "terminations", "truncations"))),
    D4RL("D4RL", List.of(Set.of("observations", "actions", "rewards", "terminals"))),
    OPEN_BANDIT(
            "Open Bandit",
            List.of(Set.of("pscore", "reward", "action"), Set.of("propensity_score", "click", "item_id"))),
    REAGENT("ReAgent", List.of(Set.of("mdp_id", "sequence_number", "action_probability"))),
    /** No known tool. */
    PLAIN("plain columns", List.of(Set.of()));

    /** The usual column names of each entry of a spec, best first. */
    private static final Map<String, List<String>> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put(
                "stream",
                List.of(("eps_id mdp_id episode_id episode ep stream run trajectory trajectory_id traj_id session_id"
                                + " session user_id patient_id unit_id")
                        .split(" ")));
        NAMES.put(
                "order",
                List.of(("t sequence_number step step_id time_step timestep time timestamp unnested_index")
                        .split(" ")));
        NAMES.put("terminated", List.of("terminateds", "terminations", "terminals", "terminated", "dones", "done"));
        NAMES.put("truncated", List.of("truncateds", "truncations", "timeouts", "truncated"));
        NAMES.put("action", List.of("actions", "action", "act", "a", "item_id"));
        NAMES.put("cumulant", List.of("rewards", "reward", "r", "cumulant", "click", "clicked"));
        NAMES.put(
                "behaviour",
                List.of(("action_prob action_probability pscore behaviour behavior behaviour_prob behavior_prob mu"
                                + " propensity propensity_score")
                        .split(" ")));
        NAMES.put("log-behaviour", List.of("action_logp", "logp", "log_prob"));
        NAMES.put("target", List.of("target", "target_prob", "pi", "pi_e"));
        NAMES.put("discount", List.of("discount", "gamma"));
        NAMES.put("features", List.of("obs", "observations", "observation", "state_features", "state", "features"));
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

    /** The dialect of a log: the first whose columns are all there. */
    static Dialect of(Set<String> columns) {
        for (Dialect dialect : values()) {
            if (dialect.signatures.stream().anyMatch(columns::containsAll)) {
                return dialect;
            }
        }
        return PLAIN;
    }

    /** Which columns of a log might be stream and order. */
    public static TimeGuess time(Log log) throws IOException {
        return time(log, log.columns().keySet());
    }

    private static TimeGuess time(Log log, Set<String> columns) throws IOException {
        return of(log.columns().keySet()) == OPEN_BANDIT
                ? TimeGuess.NONE
                : TimeGuess.of(log, find("stream", columns), find("order", columns), Dialect::isKey);
    }

    /** A spec in YAML for a log, to be read, corrected and run. */
    public static String suggest(Log log) throws IOException {
        Dialect dialect = of(log.columns().keySet());
        StringBuilder yaml = new StringBuilder(
                "# A guess from the column names (" + dialect.title + "): read it before you run it.\n");
        EpisodeFiles episodes =
                dialect == MINARI && log.columns().get("rewards").matches("[^\\[]*")
                        ? EpisodeFiles.of(log, "terminations OR truncations")
                        : null;
        if (episodes != null) {
            yaml.append("log: {query: " + Sql.string(episodes.query()) + "}   # each file is an episode\n");
        } else {
            yaml.append(source(log));
        }
        if (List.of("cumulant", "terminated", "action").stream()
                .flatMap(key -> find(key, log.columns().keySet()).stream())
                .anyMatch(column -> log.columns().get(column).endsWith("]") && !column.matches("(?i)a|act|actions?"))) {
            log.unnest();
            yaml.append("unnest: true               # a row is a batch or an episode, of lists\n");
        }
        MissingValues missing = MissingValues.of(log);
        if (missing.rows() == 0) {
            throw new IllegalArgumentException(log.name() + " has no rows: there is nothing to guess a spec from");
        }
        Set<String> columns = new LinkedHashSet<>(log.columns().keySet());
        columns.removeIf(missing::isAll);
        Set<String> named = new HashSet<>();
        TimeGuess time = episodes == null
                ? time(log, columns)
                : new TimeGuess(Optional.of(EpisodeFiles.STREAM), Optional.of(EpisodeFiles.ORDER), true);
        if (dialect == OPEN_BANDIT) {
            yaml.append("terminated: true           # every round is an episode of one step\n");
        } else {
            time.stream().ifPresent(column -> append(yaml, named, "stream", column));
            time.order().ifPresent(column -> append(yaml, named, "order", column));
            boolean isPadded = episodes != null && episodes.isPadded();
            if (isPadded) {
                yaml.append("# The last row of a file is the state after the last step, truncated or not.\n");
            }
            for (String key : isPadded ? List.of("terminated") : List.of("terminated", "truncated")) {
                find(key, columns).ifPresent(column -> append(yaml, named, key, column));
            }
        }
        if (columns.stream().anyMatch("step_type"::equalsIgnoreCase)) {
            yaml.append(
                    "# As dm_env has it, reward and discount came with the state of the row, and the first row of an"
                            + " episode has none.\n# learn takes those that followed: move them up by a row, with lead() in a query.\n");
        }
        String following = following(columns, named);
        yaml.append(following);
        find("action", columns)
                .filter(column -> !log.columns().get(column).endsWith("]"))
                .ifPresent(column -> append(yaml, named, "action", column));
        SuggestedFeatures features = SuggestedFeatures.of(log, find("features", columns), time, missing);
        yaml.append("features: ").append(features.yaml()).append('\n');
        find("behaviour", columns)
                .ifPresentOrElse(mu -> append(yaml, named, "behaviour", mu), () -> find("log-behaviour", columns)
                        .ifPresent(logarithm -> {
                            named.add(logarithm);
                            append(yaml, "behaviour", "exp(" + Sql.identifier(logarithm) + ")");
                        }));
        yaml.append("predictions:\n  value:\n");
        find("target", columns)
                .ifPresentOrElse(
                        pi -> append(yaml, named, "    target", pi),
                        () -> yaml.append("    # target: the probability with which the policy you ask about takes the"
                                + " logged action\n"));
        find("cumulant", columns)
                .ifPresentOrElse(
                        reward -> append(yaml, named, "    cumulant", reward),
                        () -> yaml.append("    # cumulant: the column of what is to be predicted the sum of: "
                                + find("cumulant", log.columns().keySet())
                                        .map(reward -> reward + " has no value in any row")
                                        .orElse("no column is called reward")
                                + ".\n    # If it is among the features, take it out there.\n"));
        if (dialect == OPEN_BANDIT) {
            append(yaml, "    discount", "0");
        } else {
            find("discount", columns)
                    .ifPresentOrElse(
                            discount -> append(yaml, named, "    discount", discount),
                            () -> append(yaml, "    discount", "0.99"));
        }
        boolean sampled = !following.isEmpty() && !time.isSuccessive();
        yaml.append(
                sampled
                        ? "    lambda: 0                # rows are a sample: neighbours are not successive\n"
                                + "    algorithm: {name: td, step_size: 0.001}\n"
                        : "    lambda: 0.9\n    algorithm: {name: etd, step_size: 0.001}\n");
        return yaml
                + features.leftOut(named)
                + "# Check the features: nothing that depends on the action or comes after it (rewards,"
                + " probabilities) may be among them.\n";
    }

    private static String source(Log log) {
        if (log.query() == null) {
            List<String> files = log.patterns().stream().map(Dialect::scalar).toList();
            return "log: " + (files.size() == 1 ? files.get(0) : files)
                    + (log.patterns().stream().allMatch(file -> Path.of(file).isAbsolute())
                            ? "\n"
                            : "   # relative to the directory that this file lies in\n");
        }
        // a block keeps lines, which end comments of SQL
        return "log:\n  query: |\n" + log.query().strip().indent(4);
    }

    /** The columns of the next state, where observations have a partner. */
    private static String following(Set<String> columns, Set<String> named) {
        Optional<String> observations = find("features", columns);
        for (String prefix : List.of("next_", "new_")) {
            if (observations.isPresent() && columns.contains(prefix + observations.get())) {
                named.add(prefix + observations.get());
                return "next: {prefix: " + prefix + "}       # a row holds the state that followed\n";
            }
        }
        return "";
    }

    static boolean isKey(String column) {
        return NAMES.values().stream().anyMatch(names -> names.contains(column.toLowerCase(Locale.ROOT)));
    }

    private static void append(StringBuilder yaml, Set<String> named, String key, String column) {
        named.add(column);
        append(yaml, key, column);
    }

    private static void append(StringBuilder yaml, String key, String value) {
        yaml.append(key).append(": ").append(scalar(value)).append('\n');
    }

    private static Optional<String> find(String key, Set<String> columns) {
        return NAMES.get(key).stream()
                .flatMap(name -> columns.stream().filter(name::equalsIgnoreCase))
                .findFirst();
    }

    /** Plain where YAML and SQL both take it as it is. */
    static String scalar(String text) {
        return text.matches("[A-Za-z0-9_./][A-Za-z0-9_./*-]*") ? text : Sql.string(text); // YAML quotes as SQL does
    }
}
