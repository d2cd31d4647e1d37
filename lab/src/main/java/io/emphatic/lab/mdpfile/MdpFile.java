package io.emphatic.lab.mdpfile;

import io.emphatic.Names;
import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.Sequence;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.theory.Theory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
            "states actions transitions behaviour target targets discount lambda interest features start".split(" "));

    private final String name;
    private final Mapping file;
    private final List<String> states;
    private final StateSettings settings;
    private final List<String> actions;
    private final Map<String, Integer> actionIndex;
    private final Outcome[][][] outcomes;

    /** @throws IllegalArgumentException if the file does not describe an MDP; the message says why and where */
    public static Mdp read(Path path) throws IOException {
        return new MdpFile(path).mdp();
    }

    private MdpFile(Path path) throws IOException {
        this.name = path.getFileName().toString();
        this.file = SourceReader.read("an MDP", path, MdpFile::requireFewStates);
        file.requireKeys("an MDP", KEYS, Names::didYouMean);
        this.states = names("states", "state");
        this.settings = new StateSettings(states);
        this.actions = names("actions", "action");
        this.actionIndex = StateSettings.indices(actions);
        this.outcomes = transitions();
    }

    private static void requireFewStates(Node entry) {
        if (entry.path().equals("states") && entry.items().size() > Theory.MOST_STATES) {
            throw entry.error(entry.items().size() + " states are too many: the exact theory is computed for at most "
                    + Theory.MOST_STATES);
        }
    }

    private Mdp mdp() {
        Node features = file.get("features");
        double[][] phi = settings.features(features);
        return new Mdp(
                name,
                states,
                actions,
                outcomes,
                policy(file.get("behaviour")),
                questions(),
                StateSettings.isTabular(features) ? states : Mdp.numbered("φ", phi[0].length),
                phi,
                settings.start(file.find("start")));
    }

    private List<String> names(String key, String what) {
        Sequence list = file.get(key).sequence();
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Node item : list.items()) {
            if (!seen.add(item.text())) {
                throw item.error(what + " " + item.text() + " is given twice");
            }
            names.add(item.text());
        }
        if (names.isEmpty()) {
            throw list.error(key + " is empty");
        }
        return names;
    }

    /** What follows each state and action; a state without any is an end, which only leads to itself. */
    private Outcome[][][] transitions() {
        Mapping byState = file.get("transitions").mapping();
        Outcome[][][] all = new Outcome[states.size()][][];
        byState.entries().forEach((name, value) -> {
            int s = settings.state(name, value);
            all[s] = new Outcome[actions.size()][0];
            Mapping byAction = value.mapping();
            byAction.entries().forEach((actionName, list) -> all[s][action(actionName, list)] = outcomes(list));
            if (byAction.entries().isEmpty()) {
                Arrays.fill(all[s], new Outcome[] {new Outcome(s, 1, 0)});
            }
        });
        for (int s = 0; s < all.length; s++) {
            if (all[s] == null) {
                throw byState.error("state " + states.get(s) + " has no transitions\nIf episodes end there, say "
                        + states.get(s) + ": {}");
            }
        }
        return all;
    }

    private int action(String name, Node place) {
        return StateSettings.index("action", name, actions, actionIndex, place);
    }

    private Outcome[] outcomes(Node node) {
        List<Node> items =
                node instanceof Mapping ? List.of(node) : node.sequence().items();
        double sum = 0;
        Outcome[] result = new Outcome[items.size()];
        for (int k = 0; k < result.length; k++) {
            Mapping item = items.get(k).mapping();
            item.requireKeys("an outcome", List.of("to", "p", "reward"), Names::didYouMean);
            Node to = item.get("to");
            boolean certain = result.length == 1 && item.find("p").isEmpty();
            double probability = certain ? 1 : item.get("p").numberIn(0, 1);
            sum += probability;
            result[k] = new Outcome(
                    settings.state(to.text(), to),
                    probability,
                    item.find("reward").map(Node::number).orElse(0.0));
        }
        StateSettings.checkSum(sum, node);
        return result;
    }

    private double[][] policy(Node node) {
        double[][] policy = new double[states.size()][];
        node.mapping().entries().forEach((stateName, value) -> {
            int s = settings.state(stateName, value);
            policy[s] = new double[actions.size()];
            value.mapping().entries().forEach((actionName, probability) -> {
                int a = action(actionName, probability);
                policy[s][a] = probability.numberIn(0, 1);
                if (policy[s][a] > 0 && outcomes[s][a].length == 0) {
                    throw probability.error(node.name() + " takes " + actionName + " in " + stateName
                            + ", which has no transitions there");
                }
            });
            StateSettings.checkSum(Arrays.stream(policy[s]).sum(), value);
        });
        for (int s = 0; s < policy.length; s++) {
            if (policy[s] == null && !isAbsorbing(s)) {
                throw node.error(node.name() + " does not say what to do in state " + states.get(s));
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
        Optional<Node> one = file.find("target");
        Optional<Node> several = file.find("targets");
        if (one.isEmpty() && several.isEmpty()) {
            throw file.error("target is missing, and there are no targets either");
        }
        if (one.isPresent() && several.isPresent()) {
            throw several.get().error("there is both a target and targets");
        }
        double[] discount = settings.perState(file.get("discount"), 1, this::isAbsorbing);
        double[] lambda = file.find("lambda")
                .map(node -> settings.perState(node, 1, this::isAbsorbing))
                .orElseGet(() -> settings.constant(0));
        double[] interest = file.find("interest")
                .map(node -> settings.perState(node, Double.POSITIVE_INFINITY, this::isAbsorbing))
                .orElseGet(() -> settings.constant(1));
        Map<String, Node> policies = one.map(node -> Map.of("target", node))
                .orElseGet(() -> several.get().mapping().entries());
        List<Question> questions = new ArrayList<>();
        policies.forEach((name, node) ->
                questions.add(new Question(name, policy(node), discount.clone(), lambda.clone(), interest.clone())));
        if (questions.isEmpty()) {
            throw several.get().error("targets is empty");
        }
        return questions;
    }
}
