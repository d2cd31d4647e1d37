package io.emphatic.bench.referee;

import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.Trust;
import io.emphatic.lab.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One target on one log: what the evaluation said, and the truth.
 *
 * @param log its number among the logs of its kind
 * @param spread the standard deviation of the return of an episode under the target
 * @param recommended the name of the recommended estimate; empty if there is none
 * @param effectiveShare the effective sample size of the weights of whole episodes, as a share of the episodes
 * @param guesses of every estimator that applies but {@code behaviour}
 */
record Trial(
        int log,
        int target,
        int episodes,
        double truth,
        double spread,
        Trust verdict,
        String recommended,
        double effectiveShare,
        double guaranteedLow,
        double guaranteedHigh,
        List<Guess> guesses) {

    /** As exact as the mean of this many episodes of the target itself: good enough. */
    private static final int TOLERATED_EPISODES = 25;

    /** Or within this share of the value, where returns hardly differ. */
    private static final double TOLERATED_SHARE = 0.05;

    /** Rounding does not count as a miss. */
    private static final double ROUNDING = 1e-9;

    private static final long SEED = 20_160_524;
    private static final int FIXED_COLUMNS = 10;
    private static final int COLUMNS_PER_GUESS = 5;

    /** An estimate with its approximate interval; NaN where there is none. */
    record Guess(String name, double value, double stderr, double low, double high) {
        boolean hasInterval() {
            return low <= high;
        }
    }

    /** All targets on one log. */
    static List<Trial> of(LogKind kind, int number) {
        DrawnLog log = draw(kind, number);
        EvaluationResult result = log.evaluate();
        return IntStream.range(0, result.targets().size())
                .mapToObj(k -> of(log, number, k, result.targets().get(k)))
                .toList();
    }

    /** The log depends on the names of its kind and on its number alone. */
    static DrawnLog draw(LogKind kind, int number) {
        return DrawnLog.of(kind, number, Seeds.generator(SEED, kind.name().hashCode(), number));
    }

    private static Trial of(DrawnLog log, int number, int k, TargetResult result) {
        World.Target target = log.world().targets().get(k);
        List<PolicyEstimate> estimates = result.estimates().stream()
                .filter(estimate -> !estimate.name().equals("behaviour"))
                .toList();
        Optional<PolicyEstimate> guaranteed = estimates.stream()
                .filter(estimate -> estimate.guaranteedLow() != null)
                .findFirst();
        return new Trial(
                number,
                k,
                log.episodes(),
                target.value(),
                target.spread(),
                result.verdict(),
                result.recommended() == null ? "" : result.recommended(),
                log.effectiveShare(k),
                number(guaranteed.map(PolicyEstimate::guaranteedLow).orElse(null)),
                number(guaranteed.map(PolicyEstimate::guaranteedHigh).orElse(null)),
                estimates.stream()
                        .map(e -> new Guess(e.name(), e.value(), number(e.stderr()), number(e.low()), number(e.high())))
                        .toList());
    }

    private static double number(Double value) {
        return value == null ? Double.NaN : value;
    }

    Optional<Guess> guess(String name) {
        return guesses.stream().filter(guess -> guess.name.equals(name)).findFirst();
    }

    /** Whether the truth is outside an interval, or there is none. */
    boolean misses(double low, double high) {
        double slack = ROUNDING * (Math.abs(truth) + spread);
        return !(low - slack <= truth && truth <= high + slack);
    }

    /** Whether the interval of the recommended estimate misses the truth, or does not exist. */
    boolean isMissed() {
        return guess(recommended).map(guess -> misses(guess.low, guess.high)).orElse(true);
    }

    /**
     * Whether the recommended estimate was good, whatever its interval: its error is at most the standard error of the
     * mean of {@value #TOLERATED_EPISODES} episodes of the target itself, or {@value #TOLERATED_SHARE} of the value.
     */
    boolean isWithinTolerance() {
        double tolerated = Math.max(spread / Math.sqrt(TOLERATED_EPISODES), TOLERATED_SHARE * Math.abs(truth));
        return guess(recommended)
                .map(guess -> Math.abs(guess.value - truth) <= tolerated + ROUNDING)
                .orElse(false);
    }

    /** A line of numbers at full precision, separated by tabs. */
    String line() {
        List<Object> cells = new ArrayList<>(List.of(
                log,
                target,
                episodes,
                truth,
                spread,
                verdict,
                recommended,
                effectiveShare,
                guaranteedLow,
                guaranteedHigh));
        for (Guess guess : guesses) {
            cells.addAll(List.of(guess.name, guess.value, guess.stderr, guess.low, guess.high));
        }
        return String.join("\t", cells.stream().map(Object::toString).toList());
    }

    /** @throws RuntimeException of some kind if the line is not one of {@link #line} */
    static Trial parse(String line) {
        String[] cells = line.split("\t", -1);
        List<Guess> guesses = new ArrayList<>();
        for (int k = FIXED_COLUMNS; k < cells.length; k += COLUMNS_PER_GUESS) {
            double[] numbers = Arrays.stream(cells, k + 1, k + COLUMNS_PER_GUESS)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            guesses.add(new Guess(cells[k], numbers[0], numbers[1], numbers[2], numbers[3]));
        }
        return new Trial(
                Integer.parseInt(cells[0]),
                Integer.parseInt(cells[1]),
                Integer.parseInt(cells[2]),
                Double.parseDouble(cells[3]),
                Double.parseDouble(cells[4]),
                Trust.valueOf(cells[5]),
                cells[6],
                Double.parseDouble(cells[7]),
                Double.parseDouble(cells[8]),
                Double.parseDouble(cells[9]),
                guesses);
    }
}
