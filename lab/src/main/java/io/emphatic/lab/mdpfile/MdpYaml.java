package io.emphatic.lab.mdpfile;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Writes a finite problem as a file that {@link MdpFile} reads: the same numbers, to the bit. */
public final class MdpYaml {
    private final FiniteProblem problem;
    private final Mdp mdp;
    private final int n;
    private final String end;
    private final StringBuilder out = new StringBuilder();

    private MdpYaml(FiniteProblem problem) {
        this.problem = problem;
        this.mdp = problem.mdp();
        this.n = mdp.states().size();
        String name = "end";
        while (mdp.states().contains(name)) {
            name += "-of-episode";
        }
        this.end = name;
    }

    /** The text of the file. */
    public static String of(FiniteProblem problem) {
        return new MdpYaml(problem).text();
    }

    private String text() {
        boolean ends = Arrays.stream(mdp.outcomes())
                .flatMap(Arrays::stream)
                .flatMap(Arrays::stream)
                .anyMatch(outcome -> outcome.to() == Mdp.END);
        List<String> states = new ArrayList<>(mdp.states());
        if (ends) {
            states.add(end);
        }
        line("states: " + list(states));
        line("actions: " + list(mdp.actions()));
        line("transitions:");
        forEachState("  ", s -> actions(s, a -> outcomes(mdp.outcomes()[s][a])));
        if (ends) {
            line("  " + name(end) + ": {}");
        }
        line("behaviour:");
        policy("  ", mdp.behaviour());
        line("targets:");
        mdp.questions().forEach(this::target);
        line("features:" + (isTabular() ? " tabular" : ""));
        if (!isTabular()) {
            forEachState("  ", s -> numbers(mdp.features()[s]));
        }
        start();
        if (Arrays.stream(problem.initialWeights()).anyMatch(weight -> weight != 0)) {
            line("initial_weights: " + numbers(problem.initialWeights()));
        }
        return out.toString();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void forEachState(String indent, IntFunction<String> value) {
        for (int s = 0; s < n; s++) {
            line(indent + name(mdp.states().get(s)) + ": " + value.apply(s));
        }
    }

    /** {@code {stay: …, go: …}}; an action without a value is left out. */
    private String actions(int s, IntFunction<String> value) {
        return IntStream.range(0, mdp.actions().size())
                .filter(a -> !value.apply(a).isEmpty())
                .mapToObj(a -> name(mdp.actions().get(a)) + ": " + value.apply(a))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private String outcomes(Outcome[] outcomes) {
        return outcomes.length == 0
                ? ""
                : Arrays.stream(outcomes).map(this::outcome).collect(Collectors.joining(", ", "[", "]"));
    }

    private String outcome(Outcome outcome) {
        String to = outcome.to() == Mdp.END ? end : mdp.states().get(outcome.to());
        String reward = outcome.reward() == 0 ? "" : ", reward: " + outcome.reward();
        return "{to: " + name(to) + ", p: " + outcome.probability() + reward + "}";
    }

    private void policy(String indent, double[][] policy) {
        forEachState(indent, s -> actions(s, a -> policy[s][a] == 0 ? "" : Double.toString(policy[s][a])));
    }

    private void target(Question question) {
        line("  " + name(question.name()) + ":");
        line("    policy:");
        policy("      ", question.policy());
        line("    discount: " + perState(question.discount()));
        line("    lambda: " + perState(question.lambda()));
        line("    interest: " + perState(question.interest()));
        if (question.cumulant().length > 0) {
            line("    cumulant: " + perState(question.cumulant()));
        }
        List<String> learned = IntStream.range(0, n)
                .filter(s -> problem.learnsFrom(question, s))
                .mapToObj(mdp.states()::get)
                .toList();
        if (learned.size() < n) {
            line("    learns_in: " + list(learned));
        }
    }

    private String perState(double[] values) {
        if (DoubleStream.of(values).distinct().count() == 1) {
            return Double.toString(values[0]);
        }
        return byState(IntStream.range(0, n), values);
    }

    private String byState(IntStream states, double[] values) {
        return states.mapToObj(s -> name(mdp.states().get(s)) + ": " + values[s])
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private void start() {
        double[] start = mdp.start();
        int[] possible =
                IntStream.range(0, start.length).filter(s -> start[s] > 0).toArray();
        if (possible.length == 1) {
            line("start: " + name(mdp.states().get(possible[0])));
        } else if (possible.length > 1) {
            line("start: " + byState(Arrays.stream(possible), start));
        }
    }

    private boolean isTabular() {
        double[][] phi = mdp.features();
        return mdp.featureNames().equals(mdp.states())
                && IntStream.range(0, n)
                        .allMatch(s -> IntStream.range(0, n).allMatch(j -> phi[s][j] == (s == j ? 1 : 0)));
    }

    private static String numbers(double[] values) {
        return Arrays.stream(values)
                .mapToObj(value -> value == Math.rint(value) && Math.abs(value) < 1e9
                        ? Long.toString((long) value)
                        : Double.toString(value))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String list(List<String> names) {
        return names.stream().map(MdpYaml::name).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String name(String name) {
        return name.matches("[A-Za-z][A-Za-z0-9-]*")
                ? name
                : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
