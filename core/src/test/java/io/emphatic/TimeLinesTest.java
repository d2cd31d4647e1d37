package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams that take turns on one learner: the same numbers from plain loops and from engines of many features. */
class TimeLinesTest {
    private static final int FEW = 12; // features: explicit engines, whose traces are taken out and put in as they are
    private static final int APART = 20; // how far they are from each other among many

    private enum Kind {
        BINARY,
        SPARSE,
        DENSE;

        Features features(int apart, int[] active, double[] values) {
            int[] indices = Arrays.stream(active).map(j -> apart * j).toArray();
            int size = FEW * apart;
            if (this == BINARY) {
                return Features.binary(size, indices);
            }
            if (this == SPARSE) {
                return Features.sparse(size, indices, values);
            }
            double[] all = new double[size];
            for (int k = 0; k < indices.length; k++) {
                all[indices[k]] = values[k];
            }
            return Features.dense(all);
        }
    }

    static Stream<Arguments> everyAlgorithm() {
        return Algorithms.all().stream()
                .flatMap(algorithm -> Arrays.stream(Kind.values()).map(kind -> Arguments.of(algorithm.name(), kind)));
    }

    /** Weights and the lines of three streams that take turns of seven steps. */
    private static double[] learned(Config config, Kind kind, int apart) {
        Random random = new Random(11);
        Learner learner = config.learner(FEW * apart);
        List<Transition> times = new ArrayList<>();
        List<Snapshot> lines = new ArrayList<>();
        Snapshot fresh = learner.snapshot().timeLine().orElseThrow();
        for (int stream = 0; stream < 3; stream++) {
            Transition t = new Transition();
            t.start(state(random, kind, apart), 0.8, 1);
            times.add(t);
            lines.add(fresh);
        }
        for (int turn = 0; turn < 30; turn++) {
            int stream = turn % 3;
            Transition t = times.get(stream);
            learner = learner.snapshot().withTimeLine(lines.get(stream)).restore();
            for (int k = 0; k < 7; k++) {
                double mu = 0.4 + 0.5 * random.nextDouble();
                t.action(mu * (0.6 + 0.5 * random.nextDouble()), mu);
                t.arrive(random.nextGaussian(), state(random, kind, apart), 0.9, 0.8, 1);
                learner.update(t);
            }
            lines.set(stream, learner.snapshot().timeLine().orElseThrow());
        }
        assertThat(learner.divergedAt()).isEmpty();
        double[] weights = learner.weights();
        double[] few = new double[FEW];
        Arrays.setAll(few, j -> weights[apart * j]);
        return few;
    }

    private static Features state(Random random, Kind kind, int apart) {
        int[] active = random.ints(0, FEW).distinct().limit(3).sorted().toArray();
        return kind.features(apart, active, random.doubles(3).toArray());
    }

    @ParameterizedTest
    @MethodSource("everyAlgorithm")
    void streamsTakeTurnsWithTheirOwnTracesWhateverTheNumberOfFeatures(String name, Kind kind) {
        Config config = Algorithms.named(name).configure(Map.of());
        double[] expected = learned(config, kind, 1);
        assertThat(learned(config, kind, APART)).containsExactly(expected, within(1e-10));
        assertThat(Arrays.stream(expected).map(Math::abs).max().orElseThrow()).isGreaterThan(1e-4);
    }

    @Test
    void aStepSizeThatIsChosenFromTheDataHasNoTimeLineAndAnotherLearnersIsRefused() {
        Config auto = Algorithms.named("td").configure(Map.of("step_size", Parameter.AUTO));
        assertThat(auto.learner(3).snapshot().timeLine()).isEmpty();
        Snapshot td = Algorithms.named("td").configure(Map.of()).learner(3).snapshot();
        Snapshot etd = Algorithms.named("etd").configure(Map.of()).learner(3).snapshot();
        assertThatThrownBy(() -> td.withTimeLine(etd.timeLine().orElseThrow()))
                .hasMessage("the time line is that of another learner: etd");
    }
}
