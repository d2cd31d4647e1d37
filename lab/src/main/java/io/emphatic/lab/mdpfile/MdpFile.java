package io.emphatic.lab.mdpfile;

import io.emphatic.documents.source.Mapping;
import io.emphatic.documents.source.Node;
import io.emphatic.documents.source.Node.Sequence;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.documents.text.Sha256;
import io.emphatic.experience.Names;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Naming;
import io.emphatic.lab.Question;
import io.emphatic.lab.theory.Theory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
 *   target:    {left: {go: 1}, right: {stay: 0.2, go: 0.8}}
 *   discount: 0.9                  # one number, or one for each state
 *   lambda: {left: 0, right: 0.9}  # 0 if absent
 *   interest: 1                    # 1 if absent
 *   features: {left: [1, 0], right: [1, 2]}   # or tabular; a state that is absent has none
 *   start: left                    # optional; or a distribution over states
 *   initial_weights: [10, 0]       # 0 if absent: where learning starts
 * </pre>
 *
 * Several targets are {@code targets: {name: {…}, …}}. One that differs from the others in more than its policy is
 * {@code {policy: {…}, discount: …, lambda: …, interest: …, cumulant: …, learns_in: [left]}}: all but the policy may be
 * left out.
 */
public final class MdpFile {
    private static final List<String> KEYS = List.of(("states actions transitions behaviour target"
                    + " targets discount lambda interest features start initial_weights")
            .split(" "));
    private static final List<String> TARGET_KEYS =
            List.of("policy", "discount", "lambda", "interest", "cumulant", "learns_in");

    private final Path path;
    private final Mapping file;
    private final Map<String, Node> instead;
    private final List<String> states;
    private final StateSettings settings;
    private final List<String> actions;
    private final Map<String, Integer> actionIndex;
    private final Outcome[][][] outcomes;

    /** @throws IllegalArgumentException if the file does not describe an MDP; the message says why and where */
    public static Mdp read(Path path) throws IOException {
        return problem(path, Map.of()).mdp();
    }

    /**
     * The file as a problem, with some values in place of those of the file.
     *
     * @param instead by the keys of the file
     */
    public static FileProblem problem(Path path, Map<String, Node> instead) throws IOException {
        return new MdpFile(path, instead).problem();
    }

    private MdpFile(Path path, Map<String, Node> instead) throws IOException {
        this.path = path;
        this.file = SourceReader.read("an MDP", path, MdpFile::requireFewStates);
        this.instead = instead;

        file.requireKeys("an MDP", KEYS, Names::didYouMean);
        Mapping.requireKeys(instead, "an MDP", KEYS, Names::didYouMean);
        this.states = names("states", "state");
        this.settings = new StateSettings(states);
        this.actions = names("actions", "action");
        this.actionIndex = StateSettings.indices(actions);
        this.outcomes = transitions();
    }

    private Optional<Node> find(String key) {
        return Optional.ofNullable(instead.get(key)).or(() -> file.find(key));
    }

    private Node get(String key) {
        return instead.containsKey(key) ? instead.get(key) : file.get(key);
    }

    private static void requireFewStates(Node entry) {
        if (entry.path().equals("states") && entry.items().size() > Theory.MOST_STATES) {
            throw entry.error(entry.items().size() + " states are too many: the exact theory is computed for at most "
                    + Theory.MOST_STATES);
        }
    }

    private FileProblem problem() {
        Node features = get("features");
        double[][] phi = settings.features(features);
        List<Question> questions = new ArrayList<>();
        Map<String, boolean[]> learned = new HashMap<>();
        targets().forEach((name, target) -> {
            questions.add(question(name, target));
            learned.put(name, learned(target));
        });
        Mdp mdp = new Mdp(
                path.getFileName().toString(),
                states,
                actions,
                outcomes,
                policy(get("behaviour")),
                questions,
                StateSettings.isTabular(features) ? states : Mdp.numbered("φ", phi[0].length),
                phi,
                settings.start(find("start")));
        return new FileProblem(path, mdp, initialWeights(phi[0].length), learned);
    }

    private double[] initialWeights(int size) {
        Optional<Node> given = find("initial_weights");
        if (given.isEmpty()) {
            return new double[size];
        }
        List<Node> items = given.get().sequence().items();
        if (items.size() != size) {
            throw given.get().error("there are " + items.size() + " initial weights for " + size + " features");
        }
        return items.stream().mapToDouble(Node::number).toArray();
    }

    private List<String> names(String key, String what) {
        Sequence list = get(key).sequence();
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
        Mapping byState = get("transitions").mapping();
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

    /** By state; {@code all} for those that are not named. */
    private double[][] policy(Node node) {
        double[][] policy = new double[states.size()][actions.size()];
        Map<String, Node> named = new LinkedHashMap<>(node.mapping().entries());
        Node all = states.contains("all") ? null : named.remove("all");
        named.forEach(settings::state); // refuses what is no state
        for (int s = 0; s < policy.length; s++) {
            Node value = named.getOrDefault(states.get(s), isAbsorbing(s) ? null : all);
            if (value != null) {
                policy[s] = inState(s, value, node);
            } else if (isAbsorbing(s)) {
                policy[s][firstAction(s)] = 1;
            } else {
                throw node.error(node.name() + " does not say what to do in state " + states.get(s));
            }
        }
        return policy;
    }

    private double[] inState(int s, Node value, Node policy) {
        double[] probabilities = new double[actions.size()];
        value.mapping().entries().forEach((name, probability) -> {
            int a = action(name, probability);
            probabilities[a] = probability.numberIn(0, 1);
            if (probabilities[a] > 0 && outcomes[s][a].length == 0) {
                throw probability.error(
                        policy.name() + " takes " + name + " in " + states.get(s) + ", which has no transitions there");
            }
        });
        StateSettings.checkSum(Arrays.stream(probabilities).sum(), value);
        return probabilities;
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

    private Map<String, Node> targets() {
        Optional<Node> one = find("target");
        Optional<Node> several = find("targets");
        if (one.isEmpty() && several.isEmpty()) {
            throw file.error("target is missing, and there are no targets either");
        }
        if (one.isPresent() && several.isPresent()) {
            throw several.get().error("there is both a target and targets");
        }
        Map<String, Node> targets = one.map(node -> Map.of("target", node))
                .orElseGet(() -> several.get().mapping().entries());
        if (targets.isEmpty()) {
            throw several.get().error("targets is empty");
        }
        return targets;
    }

    private boolean saysMore(Node target) {
        return !states.contains("policy") && target.mapping().find("policy").isPresent();
    }

    private Question question(String name, Node target) {
        if (saysMore(target)) {
            target.mapping().requireKeys("a target", TARGET_KEYS, Names::didYouMean);
        }
        return new Question(
                name,
                policy(saysMore(target) ? target.mapping().get("policy") : target),
                settings.perState(ofTarget(target, "discount").orElseGet(() -> get("discount")), 1, this::isAbsorbing),
                ofTarget(target, "lambda")
                        .map(node -> settings.perState(node, 1, this::isAbsorbing))
                        .orElseGet(() -> settings.constant(0)),
                ofTarget(target, "interest")
                        .map(node -> settings.perState(node, Double.POSITIVE_INFINITY, this::isAbsorbing))
                        .orElseGet(() -> settings.constant(1)),
                said(target, "cumulant").map(settings::anyNumbers).orElse(new double[0]));
    }

    private Optional<Node> said(Node target, String key) {
        return saysMore(target) ? target.mapping().find(key) : Optional.empty();
    }

    /** What a target says, or else the file for all of them; what stands in place of the file goes first. */
    private Optional<Node> ofTarget(Node target, String key) {
        return Optional.ofNullable(instead.get(key)).or(() -> said(target, key)).or(() -> file.find(key));
    }

    private boolean[] learned(Node target) {
        boolean[] learned = new boolean[states.size()];
        Optional<Node> list = said(target, "learns_in");
        Arrays.fill(learned, list.isEmpty());
        list.ifPresent(
                node -> node.sequence().items().forEach(item -> learned[settings.state(item.text(), item)] = true));
        return learned;
    }

    /** A problem that a file describes. */
    public record FileProblem(Path path, Mdp mdp, double[] initialWeights, Map<String, boolean[]> learned)
            implements FiniteProblem {
        /** The name of the file, without its directory. */
        @Override
        public String name() {
            return mdp.name();
        }

        @Override
        public String summary() {
            return Naming.sizes(mdp) + ", from a file";
        }

        @Override
        public double[] initialWeights() {
            return initialWeights.clone();
        }

        @Override
        public boolean learnsFrom(Question question, int state) {
            return learned.get(question.name())[state];
        }

        /** The name, and a digest of what the file means: comments and layout do not matter, every number does. */
        @Override
        public String identity() {
            return name() + " " + Sha256.hex(Sha256.of(MdpYaml.of(this))).substring(0, 16);
        }
    }
}
