package io.emphatic.bench.referee;

import io.emphatic.bench.referee.Trial.Guess;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How good one estimator was.
 *
 * @param pairs to which it applies
 * @param rmse root mean squared error
 * @param relativeRmse root mean square of error / spread of the returns, over pairs whose returns differ
 * @param relativeError the median of |error| / spread of the returns, over the same
 * @param withInterval the share of the pairs in which it has an approximate interval
 * @param coverage of these, the share that holds the truth
 */
record EstimatorScore(
        String name,
        int pairs,
        double rmse,
        double relativeRmse,
        double relativeError,
        double withInterval,
        double coverage) {

    static EstimatorScore of(String name, List<Trial> trials) {
        List<Trial> having =
                trials.stream().filter(trial -> trial.guess(name).isPresent()).toList();
        ToDoubleFunction<Trial> error = trial -> trial.guess(name).orElseThrow().value() - trial.truth();
        double[] relative = having.stream()
                .filter(trial -> trial.spread() > 0)
                .mapToDouble(trial -> Math.abs(error.applyAsDouble(trial)) / trial.spread())
                .sorted()
                .toArray();
        List<Trial> bounded = having.stream()
                .filter(trial -> trial.guess(name).orElseThrow().hasInterval())
                .toList();
        return new EstimatorScore(
                name,
                having.size(),
                Math.sqrt(mean(having, trial -> Math.pow(error.applyAsDouble(trial), 2))),
                Math.sqrt(Arrays.stream(relative).map(x -> x * x).average().orElse(Double.NaN)),
                relative.length == 0 ? Double.NaN : relative[relative.length / 2],
                mean(having, trial -> trial.guess(name).orElseThrow().hasInterval() ? 1 : 0),
                mean(bounded, trial -> covers(trial, name) ? 1 : 0));
    }

    private static boolean covers(Trial trial, String name) {
        Guess guess = trial.guess(name).orElseThrow();
        return !trial.misses(guess.low(), guess.high());
    }

    /** Of the recommended estimates, whichever they are. */
    static EstimatorScore ofRecommended(List<Trial> trials) {
        return of(
                "recommended", trials.stream().map(EstimatorScore::recommended).toList());
    }

    private static Trial recommended(Trial trial) {
        List<Guess> guess = trial.guess(trial.recommended()).stream()
                .map(g -> new Guess("recommended", g.value(), g.stderr(), g.low(), g.high()))
                .toList();
        return new Trial(
                trial.log(),
                trial.target(),
                trial.episodes(),
                trial.truth(),
                trial.spread(),
                trial.verdict(),
                trial.recommended(),
                trial.effectiveShare(),
                trial.guaranteedLow(),
                trial.guaranteedHigh(),
                guess);
    }

    /** The coverage of the guaranteed interval, and NaN without one. */
    static double guaranteedCoverage(List<Trial> trials) {
        List<Trial> bounded = trials.stream()
                .filter(trial -> trial.guaranteedLow() <= trial.guaranteedHigh())
                .toList();
        return mean(bounded, trial -> trial.misses(trial.guaranteedLow(), trial.guaranteedHigh()) ? 0 : 1);
    }

    private static double mean(List<Trial> trials, ToDoubleFunction<Trial> of) {
        return Arrays.stream(trials.stream().mapToDouble(of).toArray())
                .average()
                .orElse(Double.NaN);
    }
}
