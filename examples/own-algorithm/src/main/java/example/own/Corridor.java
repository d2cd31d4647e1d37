package example.own;

import io.emphatic.experience.Features;
import io.emphatic.lab.SimulatedProblem;
import io.emphatic.lab.SimulatedStep;
import java.util.random.RandomGenerator;

/**
 * A walk on the line from 0 to 1 that is not finite: a step goes 0.1 to the left or to the right, and a little more or
 * less. Beyond 1 the episode ends with reward 1, beyond 0 with none. The behaviour goes right with probability ½, the
 * target with 0.8. The values are not known: the study finds them by following the target many times.
 */
public final class Corridor implements SimulatedProblem<Double> {
    private static final double RIGHT = 0.8;
    private static final int TILES = 8;

    @Override
    public String name() {
        return "corridor";
    }

    @Override
    public String summary() {
        return "a noisy walk on a line, with two tilings: what is the chance to leave on the right?";
    }

    @Override
    public int size() {
        return 2 * TILES;
    }

    @Override
    public Double start(RandomGenerator random) {
        return random.nextDouble();
    }

    @Override
    public SimulatedStep<Double> step(Double x, RandomGenerator random) {
        boolean right = random.nextBoolean();
        return move(x, right, right ? RIGHT : 1 - RIGHT, 0.5, random);
    }

    @Override
    public SimulatedStep<Double> targetStep(Double x, RandomGenerator random) {
        return move(x, random.nextDouble() < RIGHT, 1, 1, random);
    }

    private static SimulatedStep<Double> move(
            double x, boolean right, double target, double behaviour, RandomGenerator random) {
        double next = x + (right ? 0.1 : -0.1) + 0.05 * (random.nextDouble() - 0.5);
        boolean ends = next < 0 || next >= 1;
        return new SimulatedStep<>(ends ? null : next, next >= 1 ? 1 : 0, target, behaviour);
    }

    /** Two tilings of eight tiles, the second shifted by half a tile. */
    @Override
    public Features features(Double x) {
        int first = (int) (x * TILES);
        int second = Math.min(TILES - 1, (int) (x * TILES + 0.5));
        return Features.binary(size(), first, TILES + second);
    }

    @Override
    public double discount(Double x) {
        return 0.95;
    }
}
