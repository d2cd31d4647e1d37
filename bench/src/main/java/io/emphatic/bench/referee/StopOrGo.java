package io.emphatic.bench.referee;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Go on or stop: the stop at time t is paid growthᵗ. Long lives are rare and earn most.
 *
 * @param mostGoing the largest probability of going on under a target
 */
record StopOrGo(double growth, double mostGoing) implements WorldSource {
    private static final int HORIZON = 25;
    private static final List<String> ACTIONS = List.of("go", "stop");

    @Override
    public World draw(UniformRandomProvider random) {
        Outcome[][][] outcomes = IntStream.range(0, HORIZON)
                .mapToObj(t -> {
                    Outcome[] stop = {new Outcome(Mdp.END, 1, Math.pow(growth, t))};
                    return new Outcome[][] {t == HORIZON - 1 ? stop : new Outcome[] {new Outcome(t + 1, 1, 0)}, stop};
                })
                .toArray(Outcome[][][]::new);
        double going = 0.5 + 0.25 * random.nextDouble();
        List<Question> targets = IntStream.range(0, 2)
                .mapToObj(k -> mostGoing - 0.15 * random.nextDouble())
                .map(goes -> Question.uniform("goes on with " + goes, always(goes), 1, 0, 1))
                .toList();
        double[] start = new double[HORIZON];
        start[0] = 1;
        return World.open(new Mdp(
                "stop or go",
                Mdp.numbered("s", HORIZON),
                ACTIONS,
                outcomes,
                always(going),
                targets,
                List.of("t"),
                IntStream.range(0, HORIZON).mapToObj(t -> new double[] {t}).toArray(double[][]::new),
                start));
    }

    private static double[][] always(double going) {
        return IntStream.range(0, HORIZON)
                .mapToObj(t -> new double[] {going, 1 - going})
                .toArray(double[][]::new);
    }
}
