package io.emphatic.evaluation.result;

import java.util.List;

/**
 * What was decided, and what it hangs on. What does not exist is null.
 *
 * @param difference how much more the policy earns than the other one
 * @param low the lower end of the interval of the difference
 * @param verdict on the policy, and on the other one if that is a target: the graver
 * @param reasons of the verdict
 * @param gammaStar by which factor, at most, the recorded probabilities may be wrong, so that the lower end still
 *     exceeds the margin; at most {@link #LARGEST_GAMMA}; null where it does not with right ones
 * @param certified the largest share of the policy, mixed with the behaviour, that is shown to earn more than the
 *     behaviour; 0 for none
 * @param tested mixtures, in this order, up to the first that fails
 * @param logNext what could be logged next; empty if the policy passed
 */
public record GateResult(
        Decision decision,
        String policy,
        String against,
        Double difference,
        Double low,
        Double high,
        double margin,
        double confidence,
        Trust verdict,
        List<String> reasons,
        Double gammaStar,
        double certified,
        List<TestedMixture> tested,
        List<NextLog> logNext) {
    public static final double LARGEST_GAMMA = 100;

    /** The policy is shown to earn more by the margin; it is not; or the log cannot tell. */
    public enum Decision {
        PASS("pass"),
        NOT_SHOWN("not shown"),
        NOT_TO_BE_BELIEVED("not to be believed");

        private final String words;

        Decision(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * A mixture of the behaviour and the policy.
     *
     * @param share how often the policy acts
     * @param difference how much more it earns than the behaviour
     * @param low what it earns more at least
     */
    public record TestedMixture(double share, Double difference, Double low, Trust verdict, boolean certified) {}

    /**
     * A log that could be written.
     *
     * @param share how often the policy acts in it, and the behaviour otherwise
     * @param episodes how many it takes until the interval is as narrow as the decision asks for; null if that cannot
     *     be said
     */
    public record NextLog(double share, Double episodes) {}
}
