package io.emphatic.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Etd;
import io.emphatic.Family;
import io.emphatic.Td;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Learners of several algorithms and λ in one batch, with numbers large enough that lanes and whole traces diverge. */
class JoinedBatchTest {
    private static final int SEEDS = 40;

    private int diverged;
    private int ended; // traces, while others go on

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void learnsAsABatchForEachTraceDoesToTheBit(int group) throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            new Stream(SEEDS * group + seed).play();
        }
        assertThat(diverged).isGreaterThan(SEEDS);
        assertThat(ended).isPositive();
    }

    /** A random stream, as learners of several traces see it. */
    private final class Stream {
        private final Random random;
        private final int size;
        private final int kind;
        private final boolean probabilities;
        private final List<List<Config>> byTrace = new ArrayList<>();
        private final double[] lambdas;
        private final double[] initial;
        private final Batch.Maker maker;
        private final List<Batch> alone;
        private Batch joined;
        private Batch used;
        private final Transition[] now;

        Stream(int seed) {
            random = new Random(seed);
            size = 1 + random.nextInt(seed % 3 == 0 ? 40 : 12);
            kind = random.nextInt(3);
            probabilities = random.nextBoolean();
            int traces = 2 + random.nextInt(5);
            lambdas = random.ints(traces, 0, 3).mapToDouble(l -> l / 2.0).toArray();
            for (int k = 0; k < traces; k++) {
                byTrace.add(configs());
            }
            initial = random.doubles(size, -1, 1).toArray();
            maker = Batch.ofTraces(byTrace);
            joined = maker.batch(initial);
            used = maker.batch(initial);
            alone = byTrace.stream()
                    .map(trace -> Batch.of(trace).batch(initial))
                    .toList();
            now = java.util.stream.Stream.generate(Transition::new)
                    .limit(traces)
                    .toArray(Transition[]::new);
        }

        private List<Config> configs() {
            List<Algorithm> algorithms = Algorithms.all().stream()
                    .filter(one -> one.family() == Family.ONE_TRACE && (probabilities || !one.needsProbabilities()))
                    .toList();
            Algorithm algorithm = algorithms.get(random.nextInt(algorithms.size()));
            List<Config> configs = new ArrayList<>();
            int count = 1 + random.nextInt(6);
            for (int k = 0; k < count; k++) {
                Map<String, Double> parameters = new HashMap<>();
                if (random.nextInt(4) == 0) {
                    parameters.put("c1", Math.pow(10, random.nextInt(8) - 3));
                    parameters.put("c2", 1.0 + random.nextInt(10));
                } else {
                    parameters.put("step_size", Math.pow(10, random.nextInt(random.nextInt(4) == 0 ? 60 : 5) - 4));
                }
                configs.add(algorithm.configure(parameters));
            }
            return configs;
        }

        private Features features() {
            if (kind == 0) {
                return Features.dense(random.doubles(size, -1.5, 1.5).toArray());
            }
            TreeSet<Integer> active = new TreeSet<>();
            int count = random.nextInt(Math.min(size, 6) + 1);
            while (active.size() < count) {
                active.add(random.nextInt(size));
            }
            int[] indices = active.stream().mapToInt(Integer::intValue).toArray();
            return kind == 1
                    ? Features.binary(size, indices)
                    : Features.sparse(
                            size, indices, random.doubles(count, -1.5, 1.5).toArray());
        }

        /** Mostly 1, and now and then huge. */
        private double size(double often, int digits) {
            return random.nextDouble() < often ? Math.pow(10, random.nextInt(digits)) : 1;
        }

        void play() throws IOException {
            double hugeRatios = random.nextInt(3) == 0 ? 0.05 : 0;
            double hugeRewards = random.nextInt(3) == 0 ? 0.01 : 0;
            double hugeInterest = random.nextInt(3) == 0 ? 0.02 : 0;
            boolean starts = true;
            for (int step = 0; step < 150; step++) {
                if (starts) {
                    Features phi = features();
                    for (int k = 0; k < now.length; k++) {
                        now[k].start(phi, lambdas[k], 1);
                    }
                }
                double large = size(hugeRatios, 120);
                double mu = large > 1 ? 1 / large : 0.05 + 0.9 * random.nextDouble();
                double pi = large > 1 ? 1 : random.nextInt(5) == 0 ? 0 : random.nextDouble();
                double reward = random.nextGaussian() * size(hugeRewards, 130);
                Features phiNext = features();
                double gamma = random.nextInt(8) == 0 ? 0 : random.nextInt(3) == 0 ? 1 : 0.9;
                double interest = random.nextInt(4) * size(hugeInterest, 110);
                for (int k = 0; k < now.length; k++) {
                    if (probabilities) {
                        now[k].action(pi, mu);
                    } else {
                        now[k].ratio(pi / mu);
                    }
                    now[k].arrive(reward, phiNext, gamma, lambdas[k], interest);
                }
                learn();
                if (random.nextInt(20) == 0) {
                    saveAndRead();
                }
                starts = random.nextInt(40) == 0;
            }
            count();
        }

        private void learn() {
            double[] before = new double[joined.count()];
            joined.predict(now[0].phi(), before);
            double[] given = new double[joined.count()];
            joined.update(now, given, 0);
            assertThat(given).isEqualTo(before);
            int lane = 0;
            for (int k = 0; k < now.length; k++) {
                alone.get(k).update(now[k]);
                for (int c = 0; c < alone.get(k).count(); c++) {
                    Config config = byTrace.get(k).get(c);
                    assertThat(joined.divergedAt(lane))
                            .as("%s", config)
                            .isEqualTo(alone.get(k).divergedAt(c));
                    assertThat(joined.weights(lane))
                            .as("%s", config)
                            .containsExactly(alone.get(k).weights(c));
                    lane++;
                }
            }
        }

        /** Goes on in a new batch, or in one that has learned something else and may have diverged. */
        private void saveAndRead() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            joined.write(new DataOutputStream(bytes));
            Batch next = random.nextBoolean() ? maker.batch(initial) : used;
            used = joined;
            next.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
            joined = next;
        }

        private void count() {
            int whole = 0;
            for (Batch trace : alone) {
                int out = 0;
                for (int c = 0; c < trace.count(); c++) {
                    out += trace.divergedAt(c).isPresent() ? 1 : 0;
                }
                diverged += out;
                whole += out == trace.count() ? 1 : 0;
            }
            ended += whole < alone.size() ? whole : 0;
        }
    }

    /** F would pass the largest number long after the learners of its trace have diverged. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTraceWhoseLearnersHaveAllDivergedIsLeftAlone(boolean isRead) throws IOException {
        Batch.Maker maker = Batch.ofTraces(List.of(List.of(new Td(1e-9)), List.of(new Etd(1e-9), new Etd(1e-8))));
        Batch joined = maker.batch(new double[] {1});
        double[][] last = new double[2][];
        Transition t = new Transition();
        t.start(Features.dense(1), 0, 1);
        for (int step = 0; step < 250; step++) {
            if (step == 60) {
                last = new double[][] {joined.weights(1), joined.weights(2)};
                joined = isRead ? writtenAndRead(joined, maker) : joined;
            }
            t.ratio(100);
            t.arrive(1, Features.dense(1), 1, 0, 1);
            joined.update(new Transition[] {t, t});
        }
        assertThat(joined.divergedAt(0)).isEmpty();
        assertThat(joined.weights(0)[0]).isFinite();
        assertThat(joined.divergedAt(1).orElseThrow()).isBetween(40L, 59L);
        assertThat(joined.weights(1)).containsExactly(last[0]);
        assertThat(joined.weights(2)).containsExactly(last[1]);
    }

    private static Batch writtenAndRead(Batch batch, Batch.Maker maker) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        batch.write(new DataOutputStream(bytes));
        Batch read = maker.batch(new double[] {1});
        read.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return read;
    }

    @Test
    void aListOfLearnersWithDifferentTracesIsRefused() {
        assertThatThrownBy(() -> Batch.ofTraces(List.of(List.of(new Td(0.1), new Etd(0.1)), List.of(new Td(0.1)))))
                .hasMessageStartingWith("configs with different traces are in one list: ");
        assertThatThrownBy(() -> Batch.ofTraces(List.of(List.of(new Td(0.1)), List.of())))
                .hasMessage("configs without a trace to share cannot be joined with others");
    }
}
