package io.emphatic.lab.internal.explanation;

import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.theory.Theory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** One state, or all that look alike: visits and emphasis summed, the others averaged. */
record StateRow(
        String label, double visits, double interest, double emphasis, double value, int[] states, boolean end) {
    private static final int MOST_ROWS = 24;

    /** Every state if they are few; otherwise groups of equal features; otherwise the most visited or emphasised. */
    static List<StateRow> of(Theory theory) {
        Mdp mdp = theory.mdp();
        int n = mdp.states().size();
        if (n <= MOST_ROWS) {
            return every(theory);
        }
        Map<List<Double>, List<Integer>> alike = new LinkedHashMap<>();
        for (int s = 0; s < n; s++) {
            alike.computeIfAbsent(Arrays.stream(mdp.features()[s]).boxed().toList(), key -> new ArrayList<>())
                    .add(s);
        }
        if (alike.size() <= MOST_ROWS) {
            return alike.entrySet().stream()
                    .map(group -> row(theory, label(mdp, group.getKey(), group.getValue()), group.getValue()))
                    .toList();
        }
        double emphasis = Arrays.stream(theory.emphasis()).sum();
        return every(theory).stream()
                .sorted(Comparator.comparingDouble(
                        row -> -Math.max(row.visits, emphasis > 0 ? row.emphasis / emphasis : 0)))
                .limit(MOST_ROWS)
                .sorted(Comparator.comparingInt(row -> row.states[0]))
                .toList();
    }

    static List<StateRow> every(Theory theory) {
        return IntStream.range(0, theory.mdp().states().size())
                .mapToObj(s -> row(theory, theory.mdp().states().get(s), List.of(s)))
                .toList();
    }

    private static StateRow row(Theory theory, String label, List<Integer> states) {
        double visits = 0;
        double interest = 0;
        double emphasis = 0;
        double value = 0;
        for (int s : states) {
            double d = theory.stationary()[s];
            visits += d;
            interest += d * theory.question().interest()[s];
            emphasis += theory.emphasis()[s];
            value += d * theory.value()[s];
        }
        int first = states.get(0);
        boolean alone = states.size() == 1 || visits == 0;
        return new StateRow(
                label,
                visits,
                alone ? theory.question().interest()[first] : interest / visits,
                emphasis,
                alone ? theory.value()[first] : value / visits,
                states.stream().mapToInt(s -> s).toArray(),
                states.stream().allMatch(theory::isEnd));
    }

    private static String label(Mdp mdp, List<Double> features, List<Integer> states) {
        List<String> present = IntStream.range(0, features.size())
                .filter(j -> features.get(j) != 0)
                .mapToObj(j -> features.get(j) == 1
                        ? mdp.featureNames().get(j)
                        : Numbers.significant(features.get(j)) + "·"
                                + mdp.featureNames().get(j))
                .toList();
        String shown = present.isEmpty() ? "no features" : String.join(" + ", present);
        return shown
                + (states.size() == 1
                        ? " (" + mdp.states().get(states.get(0)) + ")"
                        : " (" + states.size() + " states)");
    }
}
