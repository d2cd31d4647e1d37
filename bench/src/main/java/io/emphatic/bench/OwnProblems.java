package io.emphatic.bench;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Ten small problems of other makes than the built-in ones, on which no threshold was chosen. */
final class OwnProblems {
    private OwnProblems() {}

    static List<Mdp> all() {
        List<Mdp> all = new ArrayList<>();
        all.add(corridor("corridor", 12, 0.95, 0.7, Features.TABULAR, 0));
        all.add(corridor("corridor, aliased", 12, 0.95, 0.7, Features.ALIASED, 0));
        all.add(corridor("corridor, noisy", 12, 0.95, 0.6, Features.TABULAR, 1));
        all.add(corridor("corridor, coordinates", 20, 0.99, 0.8, Features.COORDINATES, 0));
        all.add(corridor("corridor, random features", 16, 0.9, 0.9, Features.RANDOM, 0));
        all.add(ring("ring", 15, 0.9, 0.5, Features.TABULAR, 1));
        all.add(ring("ring, aliased", 15, 0.99, 0.7, Features.ALIASED, 1));
        all.add(ring("ring, rare rewards", 15, 0.95, 0.7, Features.TABULAR, 15));
        all.add(ring("ring, random features", 30, 0.9, 0.8, Features.RANDOM, 3));
        all.add(ring("ring, nearly on-policy", 10, 0.95, 0.55, Features.COORDINATES, 2));
        return all;
    }

    private enum Features {
        TABULAR,
        ALIASED,
        COORDINATES,
        RANDOM
    }

    /** Left or right, from the middle to one of two ends; the right one pays. The target goes right mostly. */
    private static Mdp corridor(String name, int n, double gamma, double right, Features features, double cost) {
        Outcome[][][] outcomes = new Outcome[n][2][];
        for (int s = 0; s < n; s++) {
            outcomes[s][0] = new Outcome[] {new Outcome(s == 0 ? Mdp.END : s - 1, 1, s % 2 == 0 ? cost : -cost)};
            outcomes[s][1] = new Outcome[] {new Outcome(s == n - 1 ? Mdp.END : s + 1, 1, s == n - 1 ? 1 : 0)};
        }
        double[] start = new double[n];
        start[n / 2] = 1;
        return mdp(name, outcomes, right, gamma, features, start);
    }

    /** On by one, or back to the beginning; one state in {@code every} pays. */
    private static Mdp ring(String name, int n, double gamma, double on, Features features, int every) {
        Outcome[][][] outcomes = new Outcome[n][2][];
        for (int s = 0; s < n; s++) {
            double reward = s % every == 0 ? 1 + s % 3 : 0;
            outcomes[s][0] = new Outcome[] {new Outcome(0, 0.5, 0), new Outcome((s + 2) % n, 0.5, 0)};
            outcomes[s][1] = new Outcome[] {new Outcome((s + 1) % n, 0.9, reward), new Outcome(s, 0.1, 0)};
        }
        return mdp(name, outcomes, on, gamma, features, new double[0]);
    }

    private static Mdp mdp(
            String name, Outcome[][][] outcomes, double second, double gamma, Features kind, double[] start) {
        int n = outcomes.length;
        double[][] behaviour = new double[n][];
        double[][] target = new double[n][];
        SplittableRandom random = new SplittableRandom(n);
        int size = kind == Features.TABULAR ? n : kind == Features.COORDINATES ? 3 : Math.max(2, n / 3);
        double[][] phi = new double[n][size];
        for (int s = 0; s < n; s++) {
            behaviour[s] = new double[] {0.5, 0.5};
            target[s] = new double[] {1 - second, second};
            double x = s / (n - 1.0);
            switch (kind) {
                case TABULAR -> phi[s][s] = 1;
                case ALIASED -> phi[s][s % size] = 1;
                case COORDINATES -> phi[s] = new double[] {1, x, x * x};
                default -> phi[s] = random.doubles(size, -1, 1).toArray();
            }
        }
        return new Mdp(
                name,
                Mdp.numbered("s", n),
                List.of("back", "on"),
                outcomes,
                behaviour,
                List.of(Question.uniform("target", target, gamma, 0, 1)),
                Mdp.numbered("f", size),
                phi,
                start);
    }
}
