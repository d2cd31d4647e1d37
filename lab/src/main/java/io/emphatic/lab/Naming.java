package io.emphatic.lab;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.documents.figure.Colour;
import io.emphatic.documents.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Names of states, targets, actions and features for error messages and explanations. */
public final class Naming {
    private static final List<String> LATER = List.of("per-etd", "lc-etd");
    private static final int SHOWN = 3;

    private Naming() {}

    public static String states(Mdp mdp, int[] states) {
        return list(Arrays.stream(states).mapToObj(mdp.states()::get).toList());
    }

    /** {@code 8 states, 2 actions, 6 features, 1 target}. */
    public static String sizes(Mdp mdp) {
        return String.join(
                ", ",
                Numbers.count(mdp.states().size(), "state"),
                Numbers.count(mdp.actions().size(), "action"),
                Numbers.count(mdp.featureNames().size(), "feature"),
                Numbers.count(mdp.questions().size(), "target"));
    }

    /** "target NAME"; only "target" for the one of a file, which has no name. */
    public static String target(Mdp mdp, Question question) {
        boolean unnamed = mdp.questions().size() == 1 && question.name().equals("target");
        return unnamed ? "target" : "target " + question.name();
    }

    /**
     * The colour of an algorithm in every figure: a matter of its place in the registry, so of its name. Those that
     * came later and lie between others have the last places.
     */
    public static Colour colour(String algorithm) {
        List<String> names =
                new ArrayList<>(Algorithms.all().stream().map(Algorithm::name).toList());
        names.removeAll(LATER);
        names.addAll(names.indexOf("bounded-td") + 1, LATER);
        return Colour.series(names.indexOf(algorithm));
    }

    /** All of them, or the first few and how many more. */
    public static String list(List<String> names) {
        String shown = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return names.size() <= SHOWN ? shown : shown + " and " + (names.size() - SHOWN) + " more";
    }
}
