package io.emphatic.lab.internal.explanation;

import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.Naming;
import io.emphatic.lab.internal.explanation.Explanation.PolicyExplanation;
import java.io.PrintWriter;
import java.util.List;

public final class ExplanationText {
    private static final int MOST_WEIGHTS = 24;
    private static final int WIDTH = 110;
    private static final String FRONT = "no other has both less error and less variance (the calmest first)";

    private ExplanationText() {}

    /** How much is printed: the answer, all tables and verdicts, or these with a line for every state. */
    public enum Detail {
        ANSWER,
        ALL,
        ALL_STATES
    }

    public static void print(Explanation explanation, Detail detail, PrintWriter out) {
        Answer answer = new Answer(explanation);
        answer.sentences().forEach(out::println);
        out.println();
        TextTable.of(answer.table()).printWithin(WIDTH, out);
        wrap("  ", Answer.LEGEND, out);
        out.println();
        wrap("", explanation.mdp().name() + ": " + Naming.sizes(explanation.mdp()) + "." + values(explanation), out);
        for (Assumption assumption : explanation.assumptions()) {
            boolean holds = assumption.holds();
            if (!holds && assumption.name() != Assumption.LEARNED || detail != Detail.ANSWER) {
                String name = (holds ? "✓ " : "✗ ") + assumption.name() + (holds ? ": " : " does not hold: ");
                wrap("", name + assumption.detail(), out);
            }
        }
        if (detail == Detail.ANSWER) {
            printFronts(explanation, out);
            out.println(
                    "--all shows states, eigenvalues, weights and verdicts for every target; --json has all numbers.");
            return;
        }
        for (PolicyExplanation target : explanation.targets()) {
            out.println();
            print(target, detail == Detail.ALL_STATES, out);
        }
    }

    private static void printFronts(Explanation explanation, PrintWriter out) {
        for (PolicyExplanation target : explanation.targets()) {
            target.tradeOff().ifPresent(tradeOff -> {
                out.println();
                out.println(explanation.targets().size() == 1 ? FRONT : target.heading() + ": " + FRONT);
                TextTable.of(ExplanationTables.tradeOff(tradeOff.front().stream()))
                        .printWithin(WIDTH, out);
            });
        }
        if (explanation.targets().get(0).tradeOff().isPresent()) {
            wrap("  ", ExplanationTables.MOMENTS, out);
            out.println();
        }
    }

    /** The true values at the start, which a reader may know; empty if the problem has no start. */
    static String values(Explanation explanation) {
        List<String> values = explanation.targets().stream()
                .filter(target -> !Double.isNaN(target.theory().valueAtStart()))
                .map(target -> (explanation.targets().size() == 1 ? "" : target.name() + " ")
                        + ExplanationTables.valueAtStart(target))
                .toList();
        return values.isEmpty() ? "" : " True value at the start: " + String.join(", ", values) + ".";
    }

    private static void print(PolicyExplanation target, boolean allStates, PrintWriter out) {
        out.println(target.heading());
        out.println();
        List<StateRow> rows = allStates ? StateRow.every(target.theory()) : StateRow.of(target.theory());
        TextTable.of(ExplanationTables.states(target, rows)).printWithin(WIDTH, out);
        if (target.solutions().stream().anyMatch(ExplanationTables::isMissed)) {
            out.println("  ✗ at the fixed point, which is not reached");
        }
        String shared = ExplanationTables.shared(target);
        if (!shared.isEmpty()) {
            wrap("  ", shared, out);
        }
        String omitted = omitted(target, rows);
        if (!omitted.isEmpty()) {
            out.println("  " + omitted + "; --all-states shows every one");
        }
        out.println();
        TextTable.of(ExplanationTables.algorithms(target)).printWithin(WIDTH, out);
        wrap("  ", ExplanationTables.EIGENVALUES, out);
        out.println();
        int weights = target.theory().mdp().featureNames().size();
        if (weights <= MOST_WEIGHTS) {
            TextTable.of(ExplanationTables.fixedPoints(target)).printWithin(WIDTH, out);
        } else {
            out.println("  the fixed points have " + weights + " weights; --json has them all");
        }
        out.println();
        wrap("  ", ExplanationTables.followOn(target) + ".", out);
        out.println();
        target.tradeOff().ifPresent(tradeOff -> {
            TextTable.of(ExplanationTables.tradeOff(tradeOff.all())).printWithin(WIDTH, out);
            wrap("  ", ExplanationTables.MOMENTS, out);
            out.println("  " + FRONT + ":");
            TextTable.of(ExplanationTables.tradeOff(tradeOff.front().stream())).printWithin(WIDTH, out);
            out.println();
        });
        Verdict.grouped(target.theory(), target.solutions()).forEach(verdict -> wrap("  • ", verdict + ".", out));
    }

    /** What the table of states leaves out or lumps together; empty if nothing. */
    static String omitted(PolicyExplanation target, List<StateRow> rows) {
        int states = target.theory().mdp().states().size();
        int shown = rows.stream().mapToInt(row -> row.states().length).sum();
        if (shown < states) {
            return "the " + rows.size() + " most visited or emphasised of " + states + " states";
        }
        return rows.size() < states ? "states with the same features are one line" : "";
    }

    /** A sentence behind its mark, broken between words; what follows the first line is indented as far. */
    private static void wrap(String mark, String sentence, PrintWriter out) {
        int width = WIDTH - mark.length();
        String[] lines =
                sentence.replaceAll("(.{1," + width + "})(?: +|$)", "$1\n").split("\n");
        out.println(mark + String.join("\n" + " ".repeat(mark.length()), lines));
    }
}
