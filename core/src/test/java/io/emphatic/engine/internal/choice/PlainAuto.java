package io.emphatic.engine.internal.choice;

import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * ETD with {@code step_size: auto}, from {@code docs/ALGORITHMS.md} §1, §9 and {@code docs/decisions/choosing.md},
 * plainly.
 */
final class PlainAuto {
    static final class Candidate {
        int point;
        boolean stays;
        double[] theta;
        double z;
        double score;
        double valueBefore; // of the prediction for the state now, before the last step was learned from

        double predict(double[] phi) {
            return IntStream.range(0, phi.length)
                    .mapToDouble(j -> theta[j] * phi[j])
                    .sum();
        }

        void become(Candidate other) {
            theta = other.theta.clone();
            z = other.z;
            score = other.score;
            valueBefore = other.valueBefore;
        }
    }

    final List<Candidate> ranked = new ArrayList<>(); // best first
    int forks;
    int bounded;

    private final double overshoot;
    private double[] e;
    private double followOn;
    private int steps;
    private int nextFork = 32;
    private double squares;
    private double medianSquares;
    private double rewardSquares;
    private boolean isOpen; // whether the last step was no end
    private double baselineBefore;
    private double medianBefore;

    PlainAuto(int size, double overshoot) {
        this.overshoot = overshoot;
        e = new double[size];
        for (int point : new int[] {9, 12, 14, 4, 16, 17}) {
            Candidate candidate = new Candidate();
            candidate.point = point;
            candidate.stays = point != 9 && point != 17;
            candidate.theta = new double[size];
            ranked.add(candidate);
        }
    }

    double predict(double[] phi) {
        return ranked.get(0).predict(phi);
    }

    int[] points() {
        return ranked.stream().mapToInt(candidate -> candidate.point).sorted().toArray();
    }

    /** @param phiNext zeros at an end */
    void step(Transition t, double[] phi, double[] phiNext) {
        score(t, phi, phiNext);
        learn(t, phi, phiNext);
        ranked.sort(Comparator.comparingDouble(candidate -> candidate.score));
        steps++;
        if (steps == nextFork) {
            fork();
            nextFork += steps <= 1000 ? 32 : Math.max(32, steps / 32);
        }
    }

    private void score(Transition t, double[] phi, double[] phiNext) {
        boolean goesOn = isOpen && t.gamma() != 0;
        boolean useful = medianSquares < 10 * rewardSquares;
        double median = goesOn ? medianBefore : median(phi);
        double baseline = goesOn ? baselineBefore : useful ? median : 0;
        double medianNext = median(phiNext);
        double baselineNext = useful ? medianNext : 0;
        double correction = t.rho() * (t.reward() + t.gammaNext() * baselineNext - baseline);
        for (Candidate c : ranked) {
            double v = c.predict(phi);
            double jump = goesOn ? v - c.valueBefore : 0;
            c.z = t.interest() * (v - baseline) + t.gamma() * Math.min(0.98 * t.rhoPrev(), 2) * c.z;
            double square = t.interest() * (v - baseline) * (v - baseline) + 30 * t.interest() * jump * jump;
            c.score += (steps + 10) * (square - 2 * c.z * correction);
            c.valueBefore = c.predict(phiNext);
        }
        double medianCorrection = t.rho() * (t.reward() + t.gammaNext() * medianNext - median);
        medianSquares += (steps + 10) * medianCorrection * medianCorrection;
        rewardSquares += (steps + 10) * t.rho() * t.reward() * t.rho() * t.reward();
        medianBefore = medianNext;
        baselineBefore = baselineNext;
        isOpen = t.gammaNext() != 0;
    }

    private double median(double[] phi) {
        return ranked.stream()
                .limit(3)
                .mapToDouble(candidate -> candidate.predict(phi))
                .sorted()
                .toArray()[1];
    }

    private void learn(Transition t, double[] phi, double[] phiNext) {
        squares += Arrays.stream(phi).map(x -> x * x).sum();
        double mean = squares / (steps + 1);
        followOn = t.interest() + t.gamma() * t.rhoPrev() * followOn;
        double emphasis = t.lambda() * t.interest() + (1 - t.lambda()) * followOn;
        Arrays.setAll(e, j -> t.rho() * (t.gamma() * t.lambda() * e[j] + emphasis * phi[j]));
        double bound = overshoot / (norm(e) * norm(phi));
        for (Candidate c : ranked) {
            double alpha = Math.min(Math.pow(2, c.point - 18) / (mean == 0 ? 1 : mean), bound);
            bounded += alpha == bound ? 1 : 0;
            double delta = t.reward() + t.gammaNext() * c.predict(phiNext) - c.predict(phi);
            Arrays.setAll(c.theta, j -> c.theta[j] + alpha * delta * e[j]);
        }
    }

    private static double norm(double[] x) {
        return Math.sqrt(Arrays.stream(x).map(each -> each * each).sum());
    }

    private void fork() {
        Candidate best = ranked.get(0);
        List<Integer> around = List.of(best.point - 1, best.point + 2);
        List<Integer> taken = ranked.stream().map(candidate -> candidate.point).toList();
        around.stream()
                .filter(point -> point >= 0 && point <= 18 && !taken.contains(point))
                .findFirst()
                .ifPresent(point -> ranked.stream()
                        .filter(candidate -> candidate != best && !candidate.stays)
                        .filter(candidate -> !around.contains(candidate.point))
                        .max(Comparator.comparingDouble((Candidate candidate) -> candidate.score)
                                .thenComparing(candidate -> candidate.point))
                        .ifPresent(worst -> fork(worst, best, point)));
    }

    private void fork(Candidate worst, Candidate best, int point) {
        worst.become(best);
        worst.point = point;
        ranked.remove(worst);
        ranked.add(1, worst);
        forks++;
    }
}
