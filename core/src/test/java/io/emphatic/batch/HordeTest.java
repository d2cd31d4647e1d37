package io.emphatic.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Abtd;
import io.emphatic.Config;
import io.emphatic.Etd;
import io.emphatic.EtdBeta;
import io.emphatic.Experience;
import io.emphatic.Gtd;
import io.emphatic.InterestTd;
import io.emphatic.Learner;
import io.emphatic.Limits;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.TreeBackup;
import io.emphatic.TruncatedEtd;
import io.emphatic.Vtrace;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Arrival;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HordeTest {
    private static final int SIZE = 80;
    private static final int LANES = 9;

    static Stream<Arguments> rulesAndKinds() {
        List<Config> rules = List.of(
                new Etd(0.002),
                new Td(0.01),
                new EtdBeta(StepSize.constant(0.002), Limits.NONE, 0.5),
                new TruncatedEtd(StepSize.constant(0.002), Limits.NONE, 3),
                new TreeBackup(StepSize.constant(0.01), Limits.NONE),
                new Vtrace(StepSize.constant(0.01), Limits.NONE, 1, Double.POSITIVE_INFINITY),
                new Abtd(StepSize.constant(0.01), Limits.NONE, 0.5, 1, 2),
                new InterestTd(0.002));
        return rules.stream()
                .flatMap(rule -> Stream.of(Experience.Kind.values()).map(kind -> Arguments.of(rule, kind)));
    }

    /** The config with a few step sizes, the last of them a schedule. */
    private static List<Config> configs(Config config) {
        Map<String, Double> schedule = config.parameters();
        schedule.putAll(Map.of("step_size", Double.NaN, "c1", 1.0, "c2", 1000.0));
        Config last = config.algorithm().configure(schedule);
        return Stream.concat(Collections.nCopies(LANES - 1, config).stream(), Stream.of(last))
                .toList();
    }

    private static Experience experience(int seed, int rows, Experience.Kind kind) {
        return Experience.random(
                new Random(seed), new Experience.Shape(rows, SIZE, false, 0.05, kind == Experience.Kind.BINARY));
    }

    /** The step with another reward. */
    private static Transition with(Transition step, double reward) {
        Transition t = new Transition();
        t.start(Arrival.start(step.phi(), step.lambda(), step.interest()));
        if (step.muPrev() != 0) { // not a start: there is a way to this state
            t.follow(Arrival.of(
                    step.piPrev(), step.muPrev(), 0, step.phi(), step.gamma(), step.lambda(), step.interest()));
        }
        t.follow(Arrival.of(step.pi(), step.mu(), reward, step.phiNext(), step.gammaNext(), step.lambdaNext(), 0));
        return t;
    }

    @ParameterizedTest
    @MethodSource("rulesAndKinds")
    void aPredictionInAHordeEqualsTheSamePredictionAlone(Config config, Experience.Kind kind) {
        List<Config> configs = configs(config);
        double[] initial = new Random(3).doubles(SIZE, -0.1, 0.1).toArray();
        Horde horde = new Horde(configs, initial);
        List<Learner> alone =
                configs.stream().map(each -> each.learner(initial)).toList();
        Random random = new Random(4);
        int[] played = {0};
        experience(1, 2_000, kind).play(kind, t -> {
            double[] cumulants = random.doubles(LANES, -1, 1).toArray();
            horde.update(t, cumulants);
            for (int k = 0; k < LANES; k++) {
                alone.get(k).update(with(t, cumulants[k]));
                assertThat(horde.tdError(k)).isCloseTo(alone.get(k).tdError(), within(1e-9));
            }
            if (++played[0] % 99 == 0) {
                assertEqual(horde, alone, t.phi());
            }
        });
        assertEqual(horde, alone, Features.binary(SIZE, 3, 17));
        assertThat(List.of(horde.followOn(), horde.emphasis()))
                .isEqualTo(List.of(alone.get(0).followOn(), alone.get(0).emphasis()));
    }

    private static void assertEqual(Horde horde, List<Learner> alone, Features phi) {
        double[] all = new double[LANES];
        horde.predict(phi, all);
        for (int k = 0; k < LANES; k++) {
            Learner learner = alone.get(k);
            assertThat(horde.weights(k)).containsExactly(learner.weights(), within(1e-9));
            assertThat(horde.predict(k, phi)).isCloseTo(learner.predict(phi), within(1e-9));
            assertThat(all[k]).isCloseTo(learner.predict(phi), within(1e-9));
            assertThat(horde.steps(k)).isEqualTo(learner.steps());
        }
    }

    @Test
    void weightsEqualThoseOfALearnerAloneAfterManyStepsAndFolds() {
        List<Config> configs = List.of(new Td(0.01), new Td(0.002));
        Horde horde = new Horde(configs, new double[SIZE]);
        List<Learner> alone = configs.stream().map(each -> each.learner(SIZE)).toList();
        Experience experience = experience(6, 3_000, Experience.Kind.SPARSE);
        for (int round = 0; round < 30; round++) {
            experience.play(Experience.Kind.SPARSE, t -> {
                horde.update(t, new double[] {t.reward(), t.reward()});
                alone.forEach(learner -> learner.update(t));
            });
        }
        for (int k = 0; k < 2; k++) {
            assertThat(horde.weights(k)).containsExactly(alone.get(k).weights(), within(1e-9));
        }
    }

    @ParameterizedTest
    @MethodSource("rulesAndKinds")
    void aHordeReadBackGoesOnToTheBit(Config config, Experience.Kind kind) {
        List<Config> configs = configs(config);
        Horde whole = new Horde(configs, new double[SIZE]);
        Horde[] resumed = {new Horde(configs, new double[SIZE])};
        Random random = new Random(5);
        int[] played = {0};
        experience(2, 500, kind).play(kind, t -> {
            double[] cumulants = random.doubles(LANES, -1, 1).toArray();
            whole.update(t, cumulants);
            resumed[0].update(t, cumulants);
            if (++played[0] % 7 == 0) {
                resumed[0] = copy(resumed[0], new Horde(configs, new double[SIZE]));
            }
        });
        for (int k = 0; k < LANES; k++) {
            assertThat(resumed[0].weights(k)).isEqualTo(whole.weights(k));
        }
    }

    private static Horde copy(Horde from, Horde to) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            from.write(new DataOutputStream(bytes));
            to.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two streams that take turns: a learner alone has shared weights and a trace for each. */
    @Test
    void streamsThatTakeTurnsHaveATraceEach() {
        Config config = new Etd(0.002);
        Horde horde = new Horde(List.of(config), new double[SIZE]);
        Learner alone = config.sharedLearner(new double[SIZE]);
        ParkedStream[] ofHorde = {new ParkedStream(), new ParkedStream()};
        ParkedStream[] ofLearner = {new ParkedStream(), new ParkedStream()};
        Experience[] experiences = {
            experience(7, 300, Experience.Kind.SPARSE), experience(8, 300, Experience.Kind.SPARSE)
        };
        for (int turn = 0; turn < 10; turn++) {
            for (int stream = 0; stream < 2; stream++) {
                if (turn > 0) {
                    ofHorde[stream].rewind();
                    horde.resume(ofHorde[stream]);
                }
                alone.resume(ofLearner[stream]);
                Consumer<Transition> learn = t -> {
                    horde.update(t, new double[] {t.reward()});
                    alone.update(t);
                };
                experiences[stream].play(Experience.Kind.SPARSE, turn * 30, turn * 30 + 30, learn);
                ofHorde[stream].clear();
                horde.park(ofHorde[stream]);
                alone.park(ofLearner[stream]);
            }
        }
        assertThat(horde.weights(0)).containsExactly(alone.weights(), within(1e-9));
    }

    @Test
    void aPredictionThatDivergesKeepsItsWeightsWhileTheOthersGoOn() {
        List<Config> configs = List.of(new Td(1.0), new Td(0.5));
        Horde horde = new Horde(configs, new double[2]);
        Learner alone = configs.get(1).learner(2);
        Transition t = new Transition();
        t.start(Features.dense(1, 0.5), 0.9, 1);
        double[] before = {};
        for (int step = 0; step < 40; step++) {
            t.ratio(1);
            t.arrive(1, Features.dense(0.5, step % 2), 0.9, 0.9, 1);
            before = step == 10 ? horde.weights(0) : before;
            horde.update(t, new double[] {step == 10 ? 1e100 : 1, 1});
            alone.update(t);
        }
        assertThat(horde.divergedAt(0)).hasValue(10);
        assertThat(horde.steps(0)).isEqualTo(10);
        assertThat(horde.weights(0)).containsExactly(before, within(1e-12));
        assertThat(horde.predict(0, Features.dense(1, 1))).isNaN();
        assertThat(horde.tdError(0)).isNaN();
        assertThat(horde.divergedAt(1)).isEmpty();
        assertThat(horde.weights(1)).containsExactly(alone.weights(), within(1e-9));
    }

    @Test
    void aTraceThatPassesTheLimitTakesEveryPredictionWithIt() {
        Horde horde = new Horde(List.of(new Etd(1e-3), new Etd(1e-4)), new double[1]);
        Transition t = new Transition();
        t.start(Features.dense(1), 0.5, 1);
        for (int step = 0; step < 20; step++) {
            t.ratio(step < 5 ? 1 : 1e30);
            t.arrive(0, Features.dense(1), 1, 0.5, 1);
            horde.update(t, new double[2]);
        }
        assertThat(horde.divergedAt(0)).hasValue(8);
        assertThat(horde.divergedAt(1)).hasValue(8);
        assertThat(horde.followOn()).isNaN();
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeAnythingChanges() {
        Horde horde = new Horde(List.of(new Td(0.1), new Td(0.2)), new double[1]);
        Transition t = new Transition();
        t.start(Features.dense(1), 0.5, 1);
        t.ratio(1);
        t.arrive(0, Features.dense(1), 0.9, 0.5, 1);
        assertThatThrownBy(() -> horde.update(t, new double[1])).hasMessageContaining("not 1");
        assertThatThrownBy(() -> horde.update(t, new double[] {0, Double.NaN})).hasMessageContaining("cumulant 1");
        assertThatThrownBy(() -> horde.predict(0, Features.dense(1, 2))).hasMessageContaining("2 features");
        assertThat(horde.steps(0)).isZero();
        Config clipped = new Td(StepSize.constant(0.1), Limits.clip(1));
        for (Config refused :
                List.of(clipped, new Gtd(StepSize.constant(0.1), 1), new Td(StepSize.auto(), Limits.NONE))) {
            assertThat(Horde.accepts(refused)).isFalse();
            assertThatThrownBy(() -> new Horde(List.of(refused), new double[1]))
                    .hasMessageContaining("cannot learn by");
        }
        assertThatThrownBy(() -> new Horde(List.of(new Td(0.1), new Etd(0.1)), new double[1]))
                .hasMessageContaining("beside");
    }
}
