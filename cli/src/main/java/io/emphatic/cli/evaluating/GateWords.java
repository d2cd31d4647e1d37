package io.emphatic.cli.evaluating;

import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.result.GateResult;
import io.emphatic.evaluation.result.GateResult.Decision;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.Trust;
import io.emphatic.logs.doctor.Doctor.Diagnosis;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.evaluating.EvaluationReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A decision in words: the answer, why, and what would change it; {@code against} is null if nothing was estimated. */
public record GateWords(GateResult gate, GateQuestion asked, String size, List<String> reasons, Double against) {
    private static final int MOST_REASONS = 3;
    private static final String ONLY_MORE = "that it earns more is shown; by how much is less sure";
    private static final String ANYTIME = "It may be asked again whenever episodes were added to the log.";
    private static final Map<Double, String> SHARES =
            Map.of(1.0 / 16, "1/16", 1.0 / 8, "1/8", 0.25, "1/4", 0.5, "1/2", 0.75, "3/4", 1.0, "all");

    public static GateWords of(EvaluationReport report) {
        GateResult gate = report.result().gate();
        GateQuestion asked = gate.asked();
        List<String> reasons = new ArrayList<>(gate.reasons());
        report.findings().stream()
                .filter(finding -> finding.severity() == Severity.WARNING)
                .forEach(finding -> reasons.add(finding.message()));
        boolean isBehaviour = asked.against().equals(GateQuestion.BEHAVIOUR);
        String name = isBehaviour ? asked.policy() : asked.against();
        Optional<Double> against = report.result().targets().stream()
                .filter(target -> target.name().equals(name))
                .flatMap(target -> isBehaviour
                        ? EvaluationWords.estimate(target, GateQuestion.BEHAVIOUR).stream()
                        : EvaluationWords.recommended(target).stream())
                .map(PolicyEstimate::value)
                .findFirst();
        return new GateWords(gate, asked, EvaluationWords.size(report), reasons, against.orElse(null));
    }

    public static GateWords of(GateResult refused, Diagnosis diagnosis) {
        String size = diagnosis.log() + ": " + Numbers.count(diagnosis.rows(), "row");
        return new GateWords(refused, refused.asked(), size, refused.reasons(), null);
    }

    /** At most eleven lines. */
    public List<String> lines(boolean howFar) {
        List<String> lines = new ArrayList<>();
        lines.add(gate.decision().words().toUpperCase(Locale.ROOT) + ": " + answer());
        lines.add("  verdict: " + gate.verdict().words() + (isOnlyMore() ? " (" + ONLY_MORE + ")" : "") + "; " + size);
        int shown = reasons.size() > MOST_REASONS ? MOST_REASONS - 1 : reasons.size();
        reasons.subList(0, shown).forEach(reason -> lines.add("  - " + reason));
        if (shown < reasons.size()) {
            lines.add("  - and " + (reasons.size() - shown) + " more: --json");
        }
        advice(howFar).forEach(line -> lines.add("  " + line));
        if (saysWhatToLog()) {
            lines.add("  What to log next: " + untilDecided());
            StringWriter text = new StringWriter();
            TextTable table = new TextTable("lrrrrr");
            nextLogs().forEach(table::add);
            table.print("    ", new PrintWriter(text, true));
            text.toString().lines().forEach(lines::add);
        }
        return lines;
    }

    /** What a page begins with; {@code meaning} is that of the verdict. */
    List<String> card(String meaning) {
        List<String> lines = new ArrayList<>(List.of(lines(false).get(0) + "."));
        lines.add(isOnlyMore() ? "Care: " + ONLY_MORE + "." : meaning.isEmpty() ? "Verdict: trust." : meaning);
        lines.addAll(advice(true));
        return lines;
    }

    private boolean isOnlyMore() {
        return gate.decision() == Decision.PASS && gate.verdict() == Trust.CARE;
    }

    /** How far the decision goes, and what would change it. */
    private List<String> advice(boolean howFar) {
        List<String> lines = new ArrayList<>();
        if (gate.decision() != Decision.NOT_TO_BE_BELIEVED) {
            lines.add(asked.anytime() ? ANYTIME : stands());
        }
        if (!gate.tested().isEmpty() && (howFar || gate.decision() != Decision.PASS)) {
            lines.add(howFar());
        }
        return lines;
    }

    public String answer() {
        String other = asked.against().equals(GateQuestion.BEHAVIOUR) ? "what ran" : asked.against();
        if (gate.difference() == null) {
            return "the log says nothing of " + asked.policy() + " and " + other;
        }
        if (gate.decision() == Decision.NOT_TO_BE_BELIEVED) {
            return "whether " + asked.policy() + " earns more than " + other
                    + " is unknown; the estimate, not to be used, is " + more(gate.difference());
        }
        String earns = asked.policy() + " earns " + more(gate.difference()) + " than " + other;
        String sure = " (" + Numbers.plain(100 * asked.confidence()) + (asked.anytime() ? " %, at any time)" : " %)");
        String wanted = asked.margin() == 0
                ? ""
                : "; asked for: "
                        + (against != null && against > 0 ? more(asked.margin()) : Numbers.plain(asked.margin()));
        if (gate.low() == null || gate.high() == null) {
            return earns + ", and there is no interval" + wanted;
        }
        return gate.decision() == Decision.PASS
                ? earns + ", at least " + amount(gate.low()) + sure + wanted
                : earns + ", or from " + more(gate.low()) + " to " + more(gate.high()) + sure + wanted;
    }

    private String more(double difference) {
        return amount(Math.abs(difference)) + (difference < 0 ? " less" : " more");
    }

    /** Rounded to about the error of the difference. */
    private String number(Double value) {
        return EvaluationWords.number(value, error());
    }

    private Double error() {
        return gate.low() == null || gate.high() == null ? null : (gate.high() - gate.low()) / 4;
    }

    /** As a share of what the other one earns, if that is more than nothing. */
    private String amount(double difference) {
        return against != null && against > 0 ? percent(100 * difference / against) + " %" : number(difference);
    }

    private static String percent(double amount) {
        return Math.abs(amount) < 1 ? Numbers.significant(amount, 2) : Numbers.fixed(amount, 1);
    }

    private String stands() {
        if (gate.gammaStar() == null) {
            return gate.decision() == Decision.PASS || gate.low() == null
                    ? "How wrong the recorded probabilities may be is not known."
                    : "It is not shown even if the recorded probabilities are right.";
        }
        return (gate.decision() == Decision.PASS ? "It stands" : "It would be shown")
                + (gate.gammaStar() < 1.01 ? " only" : "") + " if the recorded probabilities are off by "
                + (gate.gammaStar() < 1.01 ? "less than 1 %" : "up to " + wrong()) + ".";
    }

    private String wrong() {
        double star = gate.gammaStar();
        return star < 2
                ? Numbers.fixed(Math.floor(100 * (star - 1)), 0) + " %"
                : "a factor of " + Numbers.bound(star) + (star < GateResult.LARGEST_GAMMA ? "" : " and more");
    }

    private String howFar() {
        GateResult.TestedMixture last = gate.tested().get(gate.tested().size() - 1);
        if (gate.decision() == Decision.PASS && !last.certified()) {
            return "How far may I go? All of " + asked.policy() + " passed, though " + SHARES.get(last.share())
                    + " of it, mixed with what ran, is not shown to earn more" + byMargin() + ".";
        }
        return gate.tested().stream()
                .filter(GateResult.TestedMixture::certified)
                .reduce((first, second) -> second)
                .map(far -> "How far may I go? " + SHARES.get(far.share()) + " of " + asked.policy()
                        + (far.share() < 1 ? ", mixed with what ran," : "") + " earns " + more(far.difference())
                        + ", at least " + amount(far.low()) + ": certified.")
                .orElse("How far may I go? Not even 1/16 of " + asked.policy()
                        + ", mixed with what ran, is shown to earn more" + byMargin() + ".");
    }

    private String byMargin() {
        return asked.margin() == 0 ? "" : " by the margin";
    }

    /** Not where the estimate means nothing, nor where it is shown to earn too little already. */
    boolean saysWhatToLog() {
        boolean isSettled = gate.high() != null && gate.high() < asked.margin();
        return !gate.logNext().isEmpty() && !isSettled && gate.verdict() != Trust.DO_NOT_TRUST;
    }

    /** What more episodes would show, if the estimate is right. */
    private String decided() {
        return gate.difference() > asked.margin() ? "this is decided" : "it is shown not to be better" + byMargin();
    }

    String untilDecided() {
        return "episodes until " + decided() + ", if " + asked.policy() + " takes a share of the steps.";
    }

    List<List<String>> nextLogs() {
        List<String> shares = new ArrayList<>(List.of("share of " + asked.policy()));
        List<String> episodes = new ArrayList<>(List.of("episodes"));
        for (GateResult.NextLog next : gate.logNext()) {
            shares.add(Numbers.plain(100 * next.share()) + " %");
            episodes.add(next.episodes() == null ? "–" : Numbers.largeCount(next.episodes()));
        }
        return List.of(shares, episodes);
    }

    /** A summary for a pull request; {@code page} is where the page is, seen from there, or null. */
    public String markdown(String page, String fingerprint, String version) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text, true);
        out.println("### emphatic gate: " + gate.decision().words() + "\n");
        out.println("**" + escaped(answer()) + "**\n");
        TextTable table = new TextTable("lr").add("", escaped(asked.policy()) + " − " + escaped(asked.against()));
        table.add("difference", number(gate.difference()));
        table.add("interval", EvaluationWords.interval(gate.low(), gate.high(), error()));
        table.add("margin", Numbers.plain(asked.margin()));
        Double value = against == null || gate.difference() == null ? null : against + gate.difference();
        table.add("value", number(value) + " against " + number(against));
        table.add("verdict", gate.verdict().words());
        if (!gate.tested().isEmpty()) {
            double share = gate.decision() == Decision.PASS ? 1 : gate.certified();
            table.add("certified share", SHARES.getOrDefault(share, "none"));
        }
        table.printMarkdown(out);
        out.println();
        reasons.forEach(reason -> out.println("- " + escaped(reason)));
        if (gate.decision() != Decision.NOT_TO_BE_BELIEVED) {
            out.println("- " + (asked.anytime() ? ANYTIME : stands()));
        }
        if (saysWhatToLog()) {
            out.println("\nEpisodes until " + decided() + ", by what is logged next:\n");
            TextTable next = new TextTable("lrrrrr");
            nextLogs()
                    .forEach(
                            row -> next.add(row.stream().map(GateWords::escaped).toList()));
            next.printMarkdown(out);
        }
        out.println("\n" + (page == null ? "" : "[All numbers](" + page + ") · ") + escaped(size) + " · SHA-256 `"
                + fingerprint + "` · emphatic " + version);
        return text.toString();
    }

    private static String escaped(String text) {
        return text.replaceAll("([\\\\|*_`<\\[\\]#])", "\\\\$1");
    }
}
