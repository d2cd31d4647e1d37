package io.emphatic.bench.referee;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A square of fields from one corner to the other: a step costs 0.05 and slips aside sometimes, the far corner pays 1
 * and ends, a pit costs 1 and ends. γ = 0.95.
 *
 * @param aliased whether the log shows only the column of a field
 */
record GridWorld(boolean aliased) implements WorldSource {
    private static final int SIDE = 5;
    private static final int FIELDS = SIDE * SIDE;
    private static final int[] DX = {1, 0, -1, 0};
    private static final int[] DY = {0, 1, 0, -1};
    private static final double SLIP = 0.1;

    @Override
    public World draw(UniformRandomProvider random) {
        int pit = SIDE + 1 + random.nextInt(FIELDS - 2 * SIDE - 2);
        Outcome[][][] outcomes = new Outcome[FIELDS][DX.length][];
        for (int s = 0; s < FIELDS; s++) {
            for (int a = 0; a < DX.length; a++) {
                outcomes[s][a] = new Outcome[] {
                    moved(s, a, 1 - 2 * SLIP, pit), moved(s, (a + 1) % 4, SLIP, pit), moved(s, (a + 3) % 4, SLIP, pit)
                };
            }
        }
        double[][] behaviour = everywhere(() -> policy(0.5, random));
        double[][] forward = everywhere(() -> policy(0.95, random));
        List<Question> targets = DoubleStream.of(0.15, 0.5)
                .mapToObj(mix -> Question.uniform("mix " + mix, mixed(behaviour, forward, mix), 0.95, 0, 1))
                .toList();
        double[] start = new double[FIELDS];
        start[0] = 1;
        Mdp mdp = new Mdp(
                "gridworld",
                Mdp.numbered("field", FIELDS),
                List.of("right", "up", "left", "down"),
                outcomes,
                behaviour,
                targets,
                List.of("x", "y"),
                IntStream.range(0, FIELDS)
                        .mapToObj(s -> new double[] {s % SIDE, s / SIDE})
                        .toArray(double[][]::new),
                start);
        int[] seen = IntStream.range(0, FIELDS).map(s -> aliased ? s % SIDE : s).toArray();
        return new World(mdp, seen, Tails.NONE);
    }

    private static Outcome moved(int field, int way, double probability, int pit) {
        int x = Math.min(SIDE - 1, Math.max(0, field % SIDE + DX[way]));
        int y = Math.min(SIDE - 1, Math.max(0, field / SIDE + DY[way]));
        int to = y * SIDE + x;
        boolean ended = to == FIELDS - 1 || to == pit;
        return new Outcome(ended ? Mdp.END : to, probability, to == FIELDS - 1 ? 1 : to == pit ? -1 : -0.05);
    }

    /** Right or up with this probability, shared at random; back with the rest. */
    private static double[] policy(double forward, UniformRandomProvider random) {
        double right = 0.25 + 0.5 * random.nextDouble();
        return new double[] {forward * right, forward * (1 - right), (1 - forward) / 2, (1 - forward) / 2};
    }

    private static double[][] everywhere(Supplier<double[]> policy) {
        return IntStream.range(0, FIELDS).mapToObj(s -> policy.get()).toArray(double[][]::new);
    }

    private static double[][] mixed(double[][] from, double[][] to, double mix) {
        double[][] mixed = new double[from.length][];
        Arrays.setAll(mixed, s -> RandomWorld.mixed(from[s], to[s], mix));
        return mixed;
    }
}
