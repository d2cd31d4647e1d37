package io.emphatic.bench;

import io.emphatic.Td;
import io.emphatic.batch.Horde;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Steps as eight groups of predictions see them, over 6,065 binary features of which 457 are active: the size of the
 * robot system of Modayil, White &amp; Sutton (2014).
 */
public final class RobotStream {
    public static final int SIZE = 6065;
    static final int ACTIVE = 457;
    private static final int STATES = 997;
    private static final double LAMBDA = 0.9;
    private static final double[] DISCOUNTS = {0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.9875, 0.99};

    private final Features[] phi = new Features[STATES];
    private final Transition[] steps = new Transition[DISCOUNTS.length];
    private final double[] cumulants;
    private int now;

    public RobotStream(int predictions) {
        SplittableRandom random = new SplittableRandom(2014);
        for (int s = 0; s < STATES; s++) {
            phi[s] = Features.binary(
                    SIZE, random.ints(0, SIZE).distinct().limit(ACTIVE).toArray());
        }
        for (int g = 0; g < steps.length; g++) {
            steps[g] = new Transition();
            steps[g].start(phi[0], LAMBDA, 1);
        }
        cumulants = random.doubles(predictions, -1, 1).toArray();
    }

    /** TD predictions, the same number for each step. */
    List<Horde> hordes() {
        List<Horde> hordes = new ArrayList<>();
        for (int g = 0; g < steps.length; g++) {
            hordes.add(new Horde(
                    Collections.nCopies(cumulants.length / steps.length, new Td(0.1 / ACTIVE)), new double[SIZE]));
        }
        return hordes;
    }

    /** The next step of each group, in one array that is filled again. */
    public Transition[] next() {
        now = (now + 1) % STATES;
        for (int g = 0; g < steps.length; g++) {
            steps[g].ratio(1);
            steps[g].arrive(cumulants[g % cumulants.length], phi[now], DISCOUNTS[g], LAMBDA, 1);
        }
        return steps;
    }

    /** One for each prediction of a horde. */
    public double[] cumulants() {
        return Arrays.copyOf(cumulants, cumulants.length / steps.length);
    }
}
