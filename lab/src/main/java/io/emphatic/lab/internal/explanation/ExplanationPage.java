package io.emphatic.lab.internal.explanation;

import io.emphatic.Algorithm.Family;
import io.emphatic.Pgtd2;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.page.Page;
import io.emphatic.documents.page.Parts;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Naming;
import io.emphatic.lab.internal.explanation.Explanation.PolicyExplanation;
import io.emphatic.lab.theory.MeanPath;
import io.emphatic.lab.theory.Solution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** An explanation as one page that needs nothing else; the words are in {@code page.jte} and {@code target.jte}. */
public final class ExplanationPage {
    /** With more weights than this the paths are a tangle, and their exponentials take long. */
    static final int MOST_PATHS = 40;

    private final Explanation explanation;
    final PolicyExplanation target;
    final List<StateRow> rows;

    ExplanationPage(Explanation explanation, PolicyExplanation target) {
        this.explanation = explanation;
        this.target = target;
        this.rows = StateRow.of(target.theory());
    }

    public static void write(Explanation explanation, String version, Path file) throws IOException {
        WholeFile.write(file, html(explanation, version));
    }

    static String html(Explanation explanation, String version) {
        return new Page(
                        explanation.mdp().name() + " explained",
                        Naming.sizes(explanation.mdp())
                                + ". What each algorithm would converge to, computed exactly from the model; nothing was"
                                + " simulated.",
                        Parts.of(ExplanationPage.class, "page.jte", explanation),
                        version)
                .html();
    }

    static boolean areFew(List<ExplanationPage> sections) {
        return sections.stream().mapToInt(section -> section.rows.size()).sum() <= 20;
    }

    Figure bars() {
        return ExplanationFigures.bars(
                rows.stream().filter(row -> !row.end()).toList(),
                Arrays.stream(target.theory().emphasis()).sum());
    }

    boolean tooManyPaths() {
        return explanation.mdp().featureNames().size() > MOST_PATHS;
    }

    List<Figure> paths() {
        if (tooManyPaths()) {
            return List.of();
        }
        double[] from = from();
        return defined().stream()
                .filter(ExplanationPage::hasOwnPath)
                .map(solution -> ExplanationFigures.path(
                        MeanPath.of(target.theory(), solution, from),
                        solution.converges() ? target.theory().limit(solution, from) : new double[0],
                        TradeOff.name(solution.config()) + (solution.converges() ? " converges" : " diverges")))
                .toList();
    }

    /** Whether its mean ODE is not that of another: pgtd2 has that of gtd2. */
    private static boolean hasOwnPath(Solution solution) {
        return solution.family() == Family.ONE_TRACE
                || solution.family() == Family.GRADIENT && !(solution.config() instanceof Pgtd2);
    }

    private List<Solution> defined() {
        return target.solutions().stream().filter(Solution::defined).toList();
    }

    /** Whether paths end elsewhere than the table says, which begins at zero. */
    boolean dependsOnStart() {
        return !zero(from())
                && defined().stream().anyMatch(solution -> solution.converges() && solution.rank() < from().length);
    }

    String start() {
        double[] from = from();
        return Arrays.stream(from).distinct().count() == 1
                ? Numbers.significant(from[0]) + (from.length > 1 ? " in every weight" : "")
                : Arrays.stream(from).mapToObj(Numbers::significant).collect(Collectors.joining(", ", "(", ")"));
    }

    /** The initial weights; ones where nothing would move from them, because there are no rewards. */
    private double[] from() {
        double[] from = explanation.initialWeights();
        if (zero(from) && defined().stream().allMatch(solution -> zero(solution.b()))) {
            Arrays.fill(from = new double[from.length], 1);
        }
        return from;
    }

    private static boolean zero(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == 0);
    }
}
