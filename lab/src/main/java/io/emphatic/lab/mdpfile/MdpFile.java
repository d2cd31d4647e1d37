package io.emphatic.lab.mdpfile;

import io.emphatic.Names;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.mdpfile.Node.Mapping;
import io.emphatic.lab.mdpfile.Node.Scalar;
import io.emphatic.lab.mdpfile.Node.Sequence;
import io.emphatic.lab.theory.Theory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A finite MDP in a YAML or JSON file:
 *
 * <pre>
 *   states: [left, right]
 *   actions: [stay, go]
 *   transitions:
 *     left:  {stay: [{to: left, p: 1}], go: [{to: right, p: 1, reward: 1}]}
 *     right: {stay: [{to: right, p: 0.5}, {to: left, p: 0.5, reward: -1}], go: [{to: left, p: 1}]}
 *   behaviour: {left: {stay: 0.5, go: 0.5}, right: {stay: 0.5, go: 0.5}}
 *   target:    {left: {go: 1}, right: {stay: 0.2, go: 0.8}}     # or targets: {name: {…}, …}
 *   discount: 0.9                  # one number, or one for each state
 *   lambda: {left: 0, right: 0.9}  # 0 if absent
 *   interest: 1                    # 1 if absent
 *   features: {left: [1, 0], right: [1, 2]}   # or tabular; a state that is absent has none
 *   start: left                    # optional; or a distribution over states
 * </pre>
 */
public final class MdpFile {
    private static final List<String> KEYS = List.of(
            "states",
            "actions",
            "transitions",
            "behaviour",
            "target",
            "targets",
            "discount",
            "lambda",
            "interest",
            "features",
            "start");

    private final Source source;
    private final Mapping file;
    private final List<String> states;
    private final StateSettings settings;
    private final List<String> actions;
    private final Map<String, Integer> actionIndex;
    private final Outcome[][][] outcomes;

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it does not describe an MDP; the message says why and where
     */
    public static Mdp read(Path path) throws IOException {
        return new MdpFile(new Source(path)).mdp();
    }

    private MdpFile(Source source) throws IOException {
        this.source = source;
        this.file = source.read((key, value) -> {
            if (!KEYS.contains(key)) {
                throw source.error(
                        "there is no setting " + key + Names.didYouMean(key, KEYS),
                        value.line(),
                        "There are: " + String.join(", ", KEYS));
            }
            if (key.equals("states")
                    && value instanceof Sequence list
                    && list.items().size() > Theory.MOST_STATES) {
                throw source.error(
                        list.items().size() + " states are too many: the exact theory is computed for at most "
                                + Theory.MOST_STATES,
                        value.line());
            }
        });
        this.states = names("states", "state");
        this.settings = new StateSettings(source, states);
        this.actions = names("actions", "action");
        this.actionIndex = indices(actions);
        this.outcomes = transitions();
    }

    private Mdp mdp() {
        Node features = required("features");
        double[][] phi = settings.features(features);
        return new Mdp(
                source.name(),
                states,
                actions,
                outcomes,
                policy("behaviour", required("behaviour")),
                questions(),
                StateSettings.isTabular(features)
                        ? states
                        : IntStream.rangeClosed(1, phi[0].length)
                                .mapToObj(j -> "φ" + j)
                                .toList(),
                phi,
                settings.start(file.entries().get("start")));
    }

    private Node required(String key) {
        Node node = file.entries().get(key);
        if (node == null) {
            throw source.error(key + " is missing", file.line());
        }
        return node;
    }

    private Node optional(String key, String otherwise) {
        return file.entries().getOrDefault(key, new Scalar(otherwise, file.line()));
    }

    private List<String> names(String key, String what) {
        Sequence list = source.sequence(key, required(key));
        List<String> names = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (Node item : list.items()) {
            String name = source.text("a " + what, item);
            if (seen.put(name, names.size()) != null) {
                throw source.error(what + " " + name + " is given twice", item.line());
            }
            names.add(name);
        }
        if (names.isEmpty()) {
            throw source.error(key + " is empty", list.line());
        }
        return names;
    }

    private static Map<String, Integer> indices(List<String> names) {
        return IntStream.range(0, names.size()).boxed().collect(Collectors.toMap(names::get, k -> k));
    }

    private int state(String name, int line) {
        return settings.state(name, line);
    }

    private int action(String name, int line) {
        return source.index("action", name, actions, actionIndex, line);
    }

    /** What follows each state and action; a state without any is an end, which only leads to itself. */
    private Outcome[][][] transitions() {
        Mapping byState = source.mapping("transitions", required("transitions"));
        Outcome[][][] all = new Outcome[states.size()][][];
        byState.entries().forEach((name, value) -> {
            int s = state(name, value.line());
            all[s] = new Outcome[actions.size()][0];
            Mapping byAction = source.mapping("transitions of " + name, value);
            byAction.entries().forEach((actionName, list) -> {
                int a = action(actionName, list.line());
                all[s][a] = outcomes(name + ", " + actionName, list);
            });
            if (byAction.entries().isEmpty()) {
                Arrays.fill(all[s], new Outcome[] {new Outcome(s, 1, 0)});
            }
        });
        for (int s = 0; s < all.length; s++) {
            if (all[s] == null) {
                throw source.error(
                        "state " + states.get(s) + " has no transitions",
                        byState.line(),
                        "If episodes end there, say " + states.get(s) + ": {}");
            }
        }
        return all;
    }

    private Outcome[] outcomes(String place, Node node) {
        List<Node> items = node instanceof Mapping
                ? List.of(node)
                : source.sequence("what follows " + place, node).items();
        double sum = 0;
        Outcome[] result = new Outcome[items.size()];
        for (int k = 0; k < result.length; k++) {
            Mapping item = source.mapping("what follows " + place, items.get(k));
            for (String key : item.entries().keySet()) {
                if (!List.of("to", "p", "reward").contains(key)) {
                    throw source.error("an outcome has to, p and reward, not " + key + " (" + place + ")", item.line());
                }
            }
            Node to = item.entries().get("to");
            Node p = item.entries().get("p");
            Node reward = item.entries().get("reward");
            if (to == null || (p == null && result.length > 1)) {
                throw source.error((to == null ? "to" : "p") + " is missing in what follows " + place, item.line());
            }
            double probability = p == null ? 1 : source.numberIn("p of " + place, p, 0, 1);
            sum += probability;
            result[k] = new Outcome(
                    state(source.text("to", to), to.line()),
                    probability,
                    reward == null ? 0 : source.number("reward of " + place, reward));
        }
        source.checkSum("the probabilities of " + place, sum, node.line());
        return result;
    }

    private double[][] policy(String name, Node node) {
        Mapping byState = source.mapping(name, node);
        double[][] policy = new double[states.size()][];
        byState.entries().forEach((stateName, value) -> {
            int s = state(stateName, value.line());
            String place = name + " in " + stateName;
            policy[s] = new double[actions.size()];
            double sum = 0;
            for (Map.Entry<String, Node> entry :
                    source.mapping(place, value).entries().entrySet()) {
                int a = action(entry.getKey(), entry.getValue().line());
                double p = source.numberIn(place + ", " + entry.getKey(), entry.getValue(), 0, 1);
                if (p > 0 && outcomes[s][a].length == 0) {
                    throw source.error(
                            place + " takes " + entry.getKey() + ", which has no transitions there",
                            entry.getValue().line());
                }
                policy[s][a] = p;
                sum += p;
            }
            source.checkSum("the probabilities of " + place, sum, value.line());
        });
        for (int s = 0; s < policy.length; s++) {
            if (policy[s] == null && !isAbsorbing(s)) {
                throw source.error(name + " does not say what to do in state " + states.get(s), node.line());
            }
            if (policy[s] == null) {
                policy[s] = new double[actions.size()];
                policy[s][firstAction(s)] = 1;
            }
        }
        return policy;
    }

    private boolean isAbsorbing(int s) {
        return Arrays.stream(outcomes[s]).flatMap(Arrays::stream).allMatch(outcome -> outcome.to() == s);
    }

    private int firstAction(int s) {
        return IntStream.range(0, actions.size())
                .filter(a -> outcomes[s][a].length > 0)
                .findFirst()
                .orElseThrow();
    }

    private List<Question> questions() {
        Node one = file.entries().get("target");
        Node several = file.entries().get("targets");
        if ((one == null) == (several == null)) {
            throw one == null
                    ? source.error("target is missing, and there are no targets either", file.line())
                    : source.error("there is both a target and targets", several.line());
        }
        double[] discount = settings.perState("discount", required("discount"), 1, this::isAbsorbing);
        double[] lambda = settings.perState("lambda", optional("lambda", "0"), 1, this::isAbsorbing);
        double[] interest =
                settings.perState("interest", optional("interest", "1"), Double.POSITIVE_INFINITY, this::isAbsorbing);
        List<Question> questions = new ArrayList<>();
        Map<String, Node> policies = one != null
                ? Map.of("target", one)
                : source.mapping("targets", several).entries();
        policies.forEach((name, node) -> questions.add(
                new Question(name, policy(name, node), discount.clone(), lambda.clone(), interest.clone())));
        if (questions.isEmpty()) {
            throw source.error("targets is empty", several.line());
        }
        return questions;
    }
}
