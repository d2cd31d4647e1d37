package io.emphatic.bench;

import io.emphatic.Learner;
import io.emphatic.Td;
import io.emphatic.bench.Cliffs.Work;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.horde.Horde;
import io.emphatic.horde.HordeGroup;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The rows of {@link Cliffs} of hordes. */
final class CliffHordes {
    private static final int SIZE = 1_000;
    private static final int STATES = 16;

    private CliffHordes() {}

    static void hordes(Cliffs table) {
        for (int active : new int[] {32, SIZE}) {
            table.row(
                    "horde, 1,000 groups of one, n = 1,000, " + (active < SIZE ? active + " active" : "dense φ"),
                    () -> new Stream(active, 1_000, 1_000).horde(),
                    "1,000 learners",
                    () -> new Stream(active, 1_000, 1_000).learners(),
                    "1.0 ×");
        }
    }

    /** Predictions over a cycle of states; γ differs from group to group. */
    private static final class Stream {
        private final Features[] phi = new Features[STATES];
        private final Transition[] steps;
        private final double[] cumulants;
        private int now;

        Stream(int active, int predictions, int groups) {
            SplittableRandom random = new SplittableRandom(5);
            for (int s = 0; s < STATES; s++) {
                phi[s] = active == SIZE
                        ? Features.dense(random.doubles(SIZE, -1, 1).toArray())
                        : Features.binary(
                                SIZE,
                                random.ints(0, SIZE).distinct().limit(active).toArray());
            }
            steps = new Transition[groups];
            for (int g = 0; g < groups; g++) {
                steps[g] = new Transition();
                steps[g].start(phi[0], 0.9, 1);
            }
            cumulants = random.doubles(predictions, -1, 1).toArray();
        }

        private void advance() {
            now = (now + 1) % STATES;
            for (int g = 0; g < steps.length; g++) {
                steps[g].ratio(1);
                steps[g].arrive(cumulants[g], phi[now], 0.9 + 0.09 * g / steps.length, 0.9, 1);
            }
        }

        Work horde() {
            Horde horde = new Horde(SIZE);
            horde.reserve(cumulants.length);
            int perGroup = cumulants.length / steps.length;
            for (int g = 0; g < steps.length; g++) {
                HordeGroup group = horde.group(new Td(1e-5));
                for (int p = 0; p < perGroup; p++) {
                    group.add();
                }
            }
            return () -> {
                advance();
                horde.update(steps, cumulants);
            };
        }

        Work learners() {
            Learner[] learners = new Learner[steps.length];
            Arrays.setAll(learners, p -> new Td(1e-5).learner(SIZE));
            return () -> {
                advance();
                for (int p = 0; p < learners.length; p++) {
                    learners[p].update(steps[p]);
                }
            };
        }
    }
}
