package io.emphatic.bench.referee;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** Pages of three of six items, one below the other and none twice; each item is clicked or not. */
final class RankingWorld implements WorldSource {
    private static final int ITEMS = 6;
    private static final int POSITIONS = 3;
    private static final double[] LOOKED_AT = {1, 0.6, 0.4};

    @Override
    public World draw(UniformRandomProvider random) {
        int[] shown = IntStream.range(0, 1 << ITEMS)
                .filter(set -> Integer.bitCount(set) < POSITIONS)
                .toArray();
        double[] liked = random.doubles(ITEMS).map(u -> 0.02 + 0.4 * u * u).toArray();
        Outcome[][][] outcomes = new Outcome[shown.length][ITEMS][];
        for (int s = 0; s < shown.length; s++) {
            for (int item = 0; item < ITEMS; item++) {
                int position = Integer.bitCount(shown[s]);
                int next = Arrays.binarySearch(shown, shown[s] | 1 << item);
                int to = position == POSITIONS - 1 || next < 0 ? Mdp.END : next;
                double clicked = LOOKED_AT[position] * liked[item];
                outcomes[s][item] = new Outcome[] {new Outcome(to, 1 - clicked, 0), new Outcome(to, clicked, 1)};
            }
        }
        double[][] behaviour = ranked(shown, scores(1, random));
        double[][] target = ranked(shown, scores(2, random));
        List<Question> targets = List.of(Question.uniform("target", target, 1, 0, 1));
        double[] start = new double[shown.length];
        start[0] = 1;
        double[][] features = IntStream.range(0, shown.length)
                .mapToObj(s -> new double[] {Integer.bitCount(shown[s])})
                .toArray(double[][]::new);
        return World.open(new Mdp(
                "rankings",
                Mdp.numbered("s", shown.length),
                Mdp.numbered("i", ITEMS),
                outcomes,
                behaviour,
                targets,
                List.of("position"),
                features,
                start));
    }

    private static double[] scores(double sharpness, UniformRandomProvider random) {
        return random.doubles(ITEMS).map(u -> Math.exp(sharpness * (2 * u - 1))).toArray();
    }

    /** The next item by its score, of those that are not shown yet. */
    private static double[][] ranked(int[] shown, double[] scores) {
        return Arrays.stream(shown)
                .mapToObj(set -> {
                    double[] left = IntStream.range(0, ITEMS)
                            .mapToDouble(item -> (set >> item & 1) == 1 ? 0 : scores[item])
                            .toArray();
                    double sum = Arrays.stream(left).sum();
                    return Arrays.stream(left).map(score -> score / sum).toArray();
                })
                .toArray(double[][]::new);
    }
}
