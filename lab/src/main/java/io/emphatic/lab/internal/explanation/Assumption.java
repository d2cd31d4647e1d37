package io.emphatic.lab.internal.explanation;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Naming;
import io.emphatic.lab.Question;
import io.emphatic.lab.theory.Theory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One of the paper's assumptions (§4), or that all states are learned in; and what breaks it or why it holds. */
public record Assumption(String name, boolean holds, String detail) {
    static final String LEARNED = "every state learned in"; // where it fails it limits whatever is said

    /** @param learned whether a question learns from the steps that begin in a state */
    public static List<Assumption> of(Mdp mdp, List<Theory> theories, BiPredicate<Question, Integer> learned) {
        List<Assumption> assumptions = new ArrayList<>(
                List.of(inverse(), irreducible(mdp, theories.get(0)), covered(theories), independent(theories)));
        learning(theories, learned).ifPresent(assumptions::add);
        return List.copyOf(assumptions);
    }

    /** 1(i). A target for which it fails has no values, and was refused before. */
    private static Assumption inverse() {
        return new Assumption("inverse exists", true, "I − PΓ can be inverted, so every value is finite");
    }

    /** 1(ii), first half. */
    private static Assumption irreducible(Mdp mdp, Theory theory) {
        String name = "behaviour chain irreducible";
        List<int[]> closed = theory.closedSets();
        int[] never = theory.neverVisited();
        if (never.length > 0) {
            String visits = "not visited over and over: " + Naming.states(mdp, never);
            String sets = "; the behaviour can settle in " + closed.size() + " separate sets of states";
            return new Assumption(name, false, visits + (closed.size() == 1 ? "" : sets));
        }
        if (closed.size() == 1) {
            return new Assumption(name, true, "every state is visited over and over");
        }
        String sets = closed.stream().map(set -> Naming.states(mdp, set)).collect(Collectors.joining("; "));
        return new Assumption(name, false, "the behaviour can settle in any of these: " + sets);
    }

    /** 1(ii), second half. */
    private static Assumption covered(List<Theory> theories) {
        List<String> gaps = new ArrayList<>();
        for (Theory theory : theories) {
            String target = theories.size() == 1 ? "" : " (" + theory.question().name() + ")";
            theory.uncovered().forEach(gap -> gaps.add(gap + target));
        }
        boolean matters = theories.stream()
                .anyMatch(theory -> !theory.uncoveredWhereVisited().isEmpty());
        return new Assumption(
                "behaviour covers the target",
                gaps.isEmpty(),
                gaps.isEmpty()
                        ? "whatever the target does, the behaviour does at times"
                        : "never taken by the behaviour: " + Naming.list(gaps)
                                + (matters ? "" : "; only in states that are not visited, where it does not matter"));
    }

    /** 2. The verdicts name the features that are not touched. */
    private static Assumption independent(List<Theory> theories) {
        List<String> targets = new ArrayList<>();
        int n = theories.get(0).mdp().featureNames().size();
        int least = n;
        int most = 0;
        for (Theory theory : theories) {
            int rank = theory.emphasisedRank();
            if (rank < n) {
                targets.add(theory.question().name());
                least = Math.min(least, rank);
                most = Math.max(most, rank);
            }
        }
        String name = "emphasised features independent";
        String span = "the features of emphasised states span ";
        if (targets.isEmpty()) {
            return new Assumption(name, true, span + "all dimensions");
        }
        String ranks = least == most ? "" + most : least + " to " + most;
        return new Assumption(
                name,
                false,
                span + ranks + " of " + n + " dimensions"
                        + (targets.size() == theories.size() ? "" : " (" + Naming.list(targets) + ")"));
    }

    /** Only where it fails: the mean updates and fixed points are those of learning in every state. */
    private static Optional<Assumption> learning(List<Theory> theories, BiPredicate<Question, Integer> learned) {
        List<String> some = theories.stream()
                .filter(theory -> IntStream.range(0, theory.mdp().states().size())
                        .anyMatch(s -> !theory.isEnd(s) && !learned.test(theory.question(), s)))
                .map(theory -> theory.question().name())
                .toList();
        return some.isEmpty()
                ? Optional.empty()
                : Optional.of(new Assumption(
                        LEARNED,
                        false,
                        "this is the theory of learning in every state, and the problem lets "
                                + (some.size() == theories.size() ? "each target" : Naming.list(some))
                                + " learn in some states only, where the outcome can differ"));
    }
}
