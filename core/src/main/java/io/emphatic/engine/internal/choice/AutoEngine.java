package io.emphatic.engine.internal.choice;

import io.emphatic.engine.Engine;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The engine of {@code step_size: auto} ({@code docs/decisions/choosing.md}): six engines learn with step sizes of a
 * grid, and the one whose {@linkplain CandidateScores score} is best so far predicts.
 *
 * <pre>
 *   m = mean of ‖φₛ‖² for s ≤ t          αₜ = 2⁻¹⁸/m, 2⁻¹⁷/m, …, 2⁰/m, the points 0 to 18
 * </pre>
 *
 * Now and then a fork replaces a bad candidate by a copy of the best one, score included, with a step size near it.
 */
final class AutoEngine implements ForwardingEngine {
    /** The points of a new learner, which predicts with the first. */
    private static final int[] FIRST_POINTS = {9, 12, 14, 4, 16, 17};

    private static final int COUNT = CandidateScores.COUNT;

    /** Which of them stay at their points unless they diverge. */
    private static final boolean[] STAYS = {false, true, true, true, true, false};

    static final int LAST_POINT = 18; // the last point of the grid, α = 1/m

    /** Where a fork looks for a free point, seen from the best candidate. */
    private static final int[] FORKS = {-1, 2};

    private static final int FORK_STEPS = 32; // between forks at first, and later t divided by it

    // Indices of the array of scalars.
    private static final int STEPS = 0;
    private static final int SQUARES = 1; // Σ ‖φₛ‖²
    private static final int NEXT_FORK = 2; // after how many steps

    private final Engine[] engines = new Engine[COUNT];
    private final CandidateScores scores = new CandidateScores();
    private final double[] scalars = new double[3];
    private final double[] points = new double[COUNT];
    private final double[] values = new double[COUNT];
    private final double[] valuesNext = new double[COUNT];
    private final boolean[] took = new boolean[COUNT];
    private final Map<String, double[]> own = new TreeMap<>();
    private double delta = Double.NaN;

    AutoEngine(Supplier<Engine> engine) {
        Arrays.setAll(engines, k -> engine.get());
        own.put("auto_steps", scalars);
        own.put("auto_points", points);
        scores.putState(own);
    }

    /** α is not used. */
    @Override
    public boolean step(Transition t, double ignored) {
        double squares = scalars[SQUARES] + t.norm() * t.norm();
        int chosen = scores.best();
        if (!stepAll(t, largest(squares, scalars[STEPS] + 1))) {
            return false;
        }
        delta = t.tdError(values[chosen], valuesNext[chosen]);
        for (int k = 0; k < COUNT; k++) {
            if (!took[k] && !scores.isOut(k)) {
                scores.drop(k);
                values[k] = 0;
                valuesNext[k] = 0;
            }
        }
        scores.step(t, values, valuesNext);
        scalars[SQUARES] = squares;
        scalars[STEPS]++;
        if (scalars[STEPS] >= scalars[NEXT_FORK]) {
            fork();
            scalars[NEXT_FORK] = scalars[STEPS] + Math.max(FORK_STEPS, Math.floor(scalars[STEPS] / FORK_STEPS));
        }
        return true;
    }

    /** 1/m. */
    private static double largest(double squares, double steps) {
        return squares == 0 ? 1 : steps / squares;
    }

    private boolean stepAll(Transition t, double largest) {
        boolean any = false;
        for (int k = 0; k < COUNT; k++) {
            boolean isIn = !scores.isOut(k);
            values[k] = isIn ? engines[k].predict(t.phi()) : 0;
            valuesNext[k] = isIn && t.gammaNext() != 0 ? engines[k].predict(t.phiNext()) : 0;
            took[k] = isIn && engines[k].step(t, largest * power(k), values[k], valuesNext[k]);
            any |= took[k];
        }
        return any;
    }

    private void fork() {
        int best = scores.best();
        int replaced = replaceable(best);
        int point = IntStream.of(FORKS)
                .map(offset -> (int) points[best] + offset)
                .filter(each -> each >= 0 && each <= LAST_POINT && !isTaken(each))
                .findFirst()
                .orElse(-1);
        if (point >= 0 && replaced >= 0) {
            engines[replaced].copy(engines[best]);
            scores.copyBest(replaced);
            points[replaced] = point;
        }
    }

    private boolean isTaken(int point) {
        return IntStream.range(0, COUNT).anyMatch(k -> points[k] == point && !scores.isOut(k));
    }

    /** One that has diverged, or else the worst that need not stay and is no fork of the best; −1 for none. */
    private int replaceable(int best) {
        int worst = -1;
        for (int k = 0; k < COUNT; k++) {
            double offset = points[k] - points[best];
            boolean isBad = !STAYS[k] && k != best && IntStream.of(FORKS).noneMatch(fork -> fork == offset);
            if ((isBad || scores.isOut(k)) && (worst < 0 || isWorse(k, worst))) {
                worst = k;
            }
        }
        return worst;
    }

    private boolean isWorse(int k, int other) {
        double difference = scores.score(k) - scores.score(other);
        return difference > 0 || difference == 0 && points[k] > points[other];
    }

    /** αₜ m of a candidate. */
    private double power(int k) {
        return Math.scalb(1.0, (int) points[k] - LAST_POINT);
    }

    @Override
    public Engine active() {
        return engines[scores.best()];
    }

    /** δ of the candidate chosen before the step, whose predictions the step has tested. */
    @Override
    public double tdError() {
        return delta;
    }

    /** The step size of the best candidate. */
    @Override
    public double stepSize(double ignored) {
        return power(scores.best()) * largest(scalars[SQUARES], scalars[STEPS]);
    }

    @Override
    public Map<String, double[]> state() {
        Map<String, double[]> state = new TreeMap<>(own);
        for (int k = 0; k < COUNT; k++) {
            String prefix = prefix(k);
            engines[k].state().forEach((name, array) -> state.put(prefix + name, array));
        }
        return state;
    }

    private static String prefix(int k) {
        return k + ".";
    }

    @Override
    public void begin(double[] initialWeights) {
        for (int k = 0; k < COUNT; k++) {
            engines[k].reset(initialWeights);
            points[k] = FIRST_POINTS[k];
        }
        scores.begin();
        scalars[NEXT_FORK] = FORK_STEPS;
    }

    @Override
    public void countFrom(long steps) {
        for (Engine engine : engines) {
            engine.countFrom(steps);
        }
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        for (int k = 0; k < COUNT; k++) {
            String prefix = prefix(k);
            Map<String, double[]> order = new HashMap<>();
            engines[k].saveOrder(order);
            order.forEach((name, array) -> into.put(prefix + name, array));
        }
    }

    @Override
    public void load(Map<String, double[]> arrays) {
        for (int k = 0; k < COUNT; k++) {
            String prefix = prefix(k);
            Map<String, double[]> ofOne = new HashMap<>();
            arrays.forEach((name, array) -> {
                if (name.startsWith(prefix)) {
                    ofOne.put(name.substring(prefix.length()), array);
                }
            });
            engines[k].load(ofOne);
        }
        Engine.copyArrays(arrays, own);
        loaded(arrays);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        delta = Double.NaN;
        scores.loaded();
        for (double point : points) {
            if (!(point >= 0 && point <= LAST_POINT && point == Math.rint(point))) {
                throw new IllegalArgumentException("its auto_points hold no point from 0 to 18: " + point);
            }
        }
    }
}
