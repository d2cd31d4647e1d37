package io.emphatic.lab.theory;

import io.emphatic.lab.Mdp;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Names of states, actions and features in sentences. */
final class Sentence {
    private static final int SHOWN = 6;

    private Sentence() {}

    static String states(Mdp mdp, int[] states) {
        return list(Arrays.stream(states).mapToObj(mdp.states()::get).toList());
    }

    /** All of them, or the first few and how many more. */
    static String list(List<String> names) {
        String shown = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return names.size() <= SHOWN ? shown : shown + " and " + (names.size() - SHOWN) + " more";
    }
}
