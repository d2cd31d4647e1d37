package io.emphatic.evaluation.result;

import io.emphatic.evaluation.log.GateQuestion;
import java.util.List;
import java.util.Locale;

/**
 * What was decided, and what it hangs on. What does not exist is null.
 *
 * @param difference how much more the policy earns than the other one
 * @param low the lower end of the interval of the difference
 * @param verdict on the policy, and on the other one if that is a target: the graver
 * @param reasons of the verdict
 * @param gammaStar by which factor, at most, the recorded probabilities may be wrong, so that the lower end still
 *     exceeds the margin; at most {@link #LARGEST_GAMMA}; null where it does not with right ones
 * @param tested mixtures, in this order, up to the first that fails
 * @param logNext what could be logged next; empty if the policy passed
 */
public record GateResult(
        Decision decision,
        GateQuestion asked,
        Double difference,
        Double low,
        Double high,
        Trust verdict,
        List<String> reasons,
        Double gammaStar,
        List<TestedMixture> tested,
        List<NextLog> logNext) {
    /** No larger factor is looked for. */
    public static final double LARGEST_GAMMA = 100;

    /** The policy is shown to earn more by the margin; it is not; or the log cannot tell. */
    public enum Decision {
        /** The lower end of the interval exceeds the margin, and the log can be believed. */
        PASS,
        /** The log can be believed, and the interval does not exceed the margin. */
        NOT_SHOWN,
        /** The log is not good enough for the question, whatever the numbers are. */
        NOT_TO_BE_BELIEVED;

        /** In lower case, with blanks: {@code not shown}. */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Of a log that cannot be used. */
    public static GateResult refused(GateQuestion asked, List<String> reasons) {
        return new GateResult(
                Decision.NOT_TO_BE_BELIEVED,
                asked,
                null,
                null,
                null,
                Trust.DO_NOT_TRUST,
                reasons,
                null,
                List.of(),
                List.of());
    }

    /** The largest share of the policy, mixed with the behaviour, that is certified; 0 for none. */
    public double certified() {
        return tested.stream()
                .filter(TestedMixture::certified)
                .mapToDouble(TestedMixture::share)
                .max()
                .orElse(0);
    }

    /**
     * A mixture of the behaviour and the policy.
     *
     * @param share how often the policy acts
     * @param difference how much more it earns than the behaviour
     * @param low what it earns more at least
     * @param verdict in words
     */
    public record TestedMixture(double share, Double difference, Double low, String verdict, boolean certified) {}

    /**
     * A log that could be written.
     *
     * @param share how often the policy acts in it, and the behaviour otherwise
     * @param episodes how many it takes until the interval is as narrow as the decision asks for; null if not known
     */
    public record NextLog(double share, Double episodes) {}
}
