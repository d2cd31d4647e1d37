package io.emphatic.lab.theory;

import io.emphatic.lab.Mdp;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Names of states and features in sentences. */
final class States {
    private static final int SHOWN = 6;

    private States() {}

    static String names(Mdp mdp, int[] states) {
        return names(Arrays.stream(states).mapToObj(mdp.states()::get).toList());
    }

    /** All of them, or the first few and how many more. */
    static String names(List<String> names) {
        String shown = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return names.size() <= SHOWN ? shown : shown + " and " + (names.size() - SHOWN) + " more";
    }
}
