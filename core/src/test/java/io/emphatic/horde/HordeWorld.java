package io.emphatic.horde;

import io.emphatic.Abtd;
import io.emphatic.Config;
import io.emphatic.Etd;
import io.emphatic.EtdBeta;
import io.emphatic.InterestTd;
import io.emphatic.Learner;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.TreeBackup;
import io.emphatic.TruncatedEtd;
import io.emphatic.Vtrace;
import io.emphatic.experience.Arrival;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A stream of states for tests, seen by several groups of a horde, each with its own policy, discount, λ and interest.
 */
public final class HordeWorld {
    public static final int SIZE = 80;
    private static final int STATES = 40;

    public static final List<Config> RULES = List.of(
            new Etd(0.002),
            new Td(0.01),
            new EtdBeta(0.002, 0.5),
            new TruncatedEtd(0.002, 3),
            new TreeBackup(0.01),
            new Vtrace(0.01),
            new Abtd(0.01, 0.5, 1, 2),
            new InterestTd(0.002));

    /** What its features are like. */
    enum Kind {
        /** Binary and sparse ones, some active in most states, some in few. */
        SPARSE,
        DENSE,
        /** As sparse, with ends and new streams. */
        EPISODES,
        /** Few active features, after a hundred steps more and others, so that some are never active again. */
        MOVING
    }

    final SplittableRandom random;
    final Features[] phi = new Features[STATES];
    final List<Transition> steps = new ArrayList<>();
    private final Kind kind;
    private long made;
    private boolean ended;
    int state;

    HordeWorld(long seed, int groups, Kind kind) {
        random = new SplittableRandom(seed);
        this.kind = kind;
        for (int s = 0; s < STATES; s++) {
            phi[s] = kind == Kind.DENSE
                    ? Features.dense(random.doubles(SIZE, -1, 1).toArray())
                    : features(s, kind == Kind.MOVING && s >= STATES / 2);
        }
        for (int g = 0; g < groups; g++) {
            addGroup();
        }
    }

    HordeWorld(long seed, int groups, boolean dense) {
        this(seed, groups, dense ? Kind.DENSE : Kind.SPARSE);
    }

    private Features features(int s, boolean many) {
        int from = kind == Kind.MOVING && many ? SIZE / 4 : 0;
        int[] indices = random.ints(from, SIZE)
                .distinct()
                .limit(many ? 20 + s % 9 : 5 + s % 4)
                .toArray();
        return s % 2 == 0
                ? Features.binary(SIZE, indices)
                : Features.sparse(
                        SIZE, indices, random.doubles(indices.length, -1, 1).toArray());
    }

    void addGroup() {
        Transition t = new Transition();
        t.start(phi[state], lambda(steps.size(), state), interest(steps.size(), state));
        steps.add(t);
    }

    private double gamma(int g, int s) {
        return (s + g) % 9 == 0 ? 0 : 0.5 + 0.49 * ((s * 7 + g) % 5) / 4;
    }

    private double lambda(int g, int s) {
        return ((s * 3 + g) % 4) / 3.0;
    }

    private double interest(int g, int s) {
        return (s + g) % 3;
    }

    /** The next step of each group. */
    Transition[] next() {
        made++;
        boolean streams = kind == Kind.EPISODES;
        if (ended || streams && random.nextInt(30) == 0) {
            state = random.nextInt(STATES);
            for (int g = 0; g < steps.size(); g++) {
                steps.get(g).start(phi[state], lambda(g, state), interest(g, state));
            }
        }
        ended = streams && random.nextInt(30) == 0;
        int to = kind != Kind.MOVING
                ? random.nextInt(STATES)
                : random.nextInt(STATES / 2) + (made > 100 ? STATES / 2 : 0);
        for (int g = 0; g < steps.size(); g++) {
            double mu = 0.3 + 0.7 * random.nextDouble();
            double pi = random.nextInt(10) == 0 ? 0 : random.nextDouble();
            steps.get(g).action(pi, mu);
            if (ended) {
                steps.get(g).arrive(0, Features.none(SIZE), 0, 0, 0);
            } else {
                steps.get(g).arrive(0, phi[to], gamma(g, to), lambda(g, to), interest(g, to));
            }
        }
        state = to;
        return steps.toArray(Transition[]::new);
    }

    double[] cumulants(int count) {
        return random.doubles(count, -1, 1).toArray();
    }

    /** A prediction of its own: the same transition with the cumulant as its reward. */
    static final class Alone {
        final Learner learner;
        private final Transition t = new Transition();

        Alone(Config config) {
            this(config.learner(SIZE));
        }

        Alone(Learner learner) {
            this.learner = learner;
        }

        /** Learns the step that group g of the world has just made. */
        void update(HordeWorld world, int g, double cumulant) {
            Transition step = world.steps.get(g);
            t.start(Arrival.start(step.phi(), step.lambda(), step.interest()));
            if (step.muPrev() != 0) { // not a start: there is a way to this state
                t.follow(Arrival.of(
                        step.piPrev(), step.muPrev(), 0, step.phi(), step.gamma(), step.lambda(), step.interest()));
            }
            t.follow(
                    Arrival.of(step.pi(), step.mu(), cumulant, step.phiNext(), step.gammaNext(), step.lambdaNext(), 0));
            learner.update(t);
        }
    }

    /** More predictions than fit into one tile, in groups that cross the borders of tiles. */
    public static Horde large() {
        Horde horde = new Horde(SIZE);
        for (int g = 0; g < 4; g++) {
            HordeGroup group = horde.group(RULES.get(g));
            for (int p = 0; p < 371; p++) {
                group.add(StepSize.constant(0.0001 * (1 + p % 7)));
            }
        }
        return horde;
    }

    /** The largest difference over the largest weight, or over 1e-3 where all are smaller, as after the first steps. */
    public static double distance(double[] weights, double[] expected) {
        double largest = 1e-3;
        double difference = 0;
        for (int j = 0; j < expected.length; j++) {
            largest = Math.max(largest, Math.abs(expected[j]));
            difference = Math.max(difference, Math.abs(weights[j] - expected[j]));
        }
        return difference / largest;
    }

    public static byte[] bytes(Horde horde) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        horde.write(bytes);
        return bytes.toByteArray();
    }

    public static Horde read(byte[] bytes) throws IOException {
        return Horde.read(new BufferedInputStream(new ByteArrayInputStream(bytes)));
    }
}
