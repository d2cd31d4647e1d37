package io.emphatic.engine.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Etd;
import io.emphatic.Experience;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Shape;
import io.emphatic.Gtd;
import io.emphatic.Htd;
import io.emphatic.Learner;
import io.emphatic.Limits;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.TrueOnlineEtd;
import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.StepLimits;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AutoEngineTest {
    private static final double OFF = Double.POSITIVE_INFINITY;

    private static StepLimits limits(double clip, double radius, double overshoot, int size) {
        return new StepLimits(clip, radius, overshoot, size);
    }

    private static Experience log(Kind kind, int size, int rows) {
        return Experience.random(new SplittableRandom(size), new Shape(rows, size, false, 0.03, kind == Kind.BINARY));
    }

    private static Engine started(Engine engine, int size) {
        engine.reset(new double[size]);
        return engine;
    }

    @ParameterizedTest(name = "{0} features, n = {1}, overshoot {2}")
    @CsvSource({
        "DENSE, 5, Infinity",
        "DENSE, 64, Infinity",
        "DENSE, 65, Infinity",
        "DENSE, 200, Infinity",
        "SPARSE, 5, Infinity",
        "SPARSE, 90, Infinity",
        "BINARY, 90, Infinity",
        "DENSE, 5, 0.3",
        "DENSE, 65, 0.3",
        "DENSE, 1500, 0.3",
        "SPARSE, 90, 0.3",
        "BINARY, 90, 0.3"
    })
    void candidatesAreScoredAndForkedAsThePlainForm(Kind kind, int size, double overshoot) {
        StepLimits limits = limits(OFF, OFF, overshoot, size);
        Engine engine = started(Engines.of(true, () -> Engines.oneTrace(new Etd(1).rule(), limits, size)), size);
        PlainAuto plain = new PlainAuto(size, overshoot);
        Set<Integer> chosen = new TreeSet<>();
        log(kind, size, 2_000).play(kind, t -> {
            double[] phi = dense(t.phi());
            double expected = plain.predict(phi);
            assertThat(engine.predict(t.phi())).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
            assertThat(engine.step(t, 0)).isTrue();
            plain.step(t, phi, t.gammaNext() == 0 ? new double[size] : dense(t.phiNext()));
            double[] points = engine.state().get("auto_points").clone();
            Arrays.sort(points);
            assertThat(points)
                    .isEqualTo(Arrays.stream(plain.points()).asDoubleStream().toArray());
            chosen.add(plain.ranked.get(0).point);
        });
        assertThat(plain.forks).isGreaterThan(3);
        assertThat(chosen).hasSizeGreaterThan(2);
        assertThat(plain.bounded > 0).isEqualTo(overshoot < OFF);
    }

    private static double[] dense(Features features) {
        double[] all = new double[features.size()];
        features.addTo(all, 1);
        return all;
    }

    static Stream<Arguments> engines() {
        TraceRule etd = new Etd(1).rule();
        Map<String, IntFunction<Engine>> engines = new TreeMap<>();
        engines.put("one-trace", size -> Engines.oneTrace(etd, limits(OFF, OFF, OFF, size), size));
        engines.put("clipped", size -> Engines.oneTrace(etd, limits(1e-3, OFF, OFF, size), size));
        engines.put("projected", size -> Engines.oneTrace(etd, limits(OFF, 0.1, OFF, size), size));
        engines.put("bounded", size -> Engines.oneTrace(etd, limits(OFF, OFF, 0.01, size), size));
        engines.put("gradient", size -> Engines.gradient(new Gtd(StepSize.constant(1), 0.1).rule(), 0.1, size));
        engines.put("two traces", size -> Engines.gradient(new Htd(StepSize.constant(1), 0.1).rule(), 0.1, size));
        engines.put("true online", size -> Engines.trueOnline(new TrueOnlineEtd(StepSize.constant(1)).rule(), size));
        return engines.entrySet().stream()
                .flatMap(engine -> Stream.of(Kind.values()).flatMap(kind -> Stream.of(5, 90)
                        .map(size -> Arguments.of(engine.getKey(), kind, size, engine.getValue()))));
    }

    @ParameterizedTest(name = "{0}, {1} features, n = {2}")
    @MethodSource("engines")
    void aCopyGoesItsOwnWayFromTheVeryNumbersOfTheOther(String name, Kind kind, int size, IntFunction<Engine> make) {
        Engine source = started(make.apply(size), size);
        Engine copy = started(make.apply(size), size);
        Experience log = log(kind, size, 900);
        log.play(kind, 0, 600, t -> {
            source.step(t, 0.01 / size);
            copy.step(t, 0.001 / size);
        });
        assertThat(copy.weights()).isNotEqualTo(source.weights());
        copy.copy(source);
        double[] before = source.weights();
        log.play(kind, 600, 750, t -> copy.step(t, 0.01 / size));
        assertThat(source.weights()).isEqualTo(before);
        log.play(kind, 600, 750, t -> source.step(t, 0.01 / size));
        assertThat(copy.weights()).isEqualTo(source.weights()).isNotEqualTo(before);
    }

    @ParameterizedTest(name = "{0}, {1} features, n = {2}")
    @MethodSource("engines")
    void theErrorIsOfPredictionsBeforeTheStep(String name, Kind kind, int size, IntFunction<Engine> make) {
        Engine engine = started(make.apply(size), size);
        log(kind, size, 600).play(kind, t -> {
            double value = engine.predict(t.phi());
            double valueNext = engine.predict(t.phiNext());
            engine.step(t, 0.01 / size);
            double delta = t.tdError(value, valueNext);
            assertThat(engine.tdError()).isCloseTo(delta, within(1e-11 * (1 + Math.abs(delta))));
        });
    }

    /** With 50 features by the plain engine, with 100, of which 50 are always 0, by the dense one. */
    @Test
    void stepsThatNobodyLearnsFromMayLieBetween() {
        assertThat(sumOfErrors(100)).isCloseTo(sumOfErrors(50), within(1e-8));
    }

    private static double sumOfErrors(int size) {
        SplittableRandom random = new SplittableRandom(1);
        Features[] states = new Features[20];
        for (int s = 0; s < states.length; s++) {
            states[s] = Features.dense(Arrays.copyOf(random.doubles(50, -1, 1).toArray(), size));
        }
        Learner learner = new Td(StepSize.auto(), Limits.NONE).learner(size);
        Transition t = new Transition();
        t.start(states[0], 0, 1);
        double sum = 0;
        for (int k = 0; k < 1_000; k++) {
            int to = random.nextInt(states.length);
            t.ratio(1);
            t.arrive(to % 3, states[to], 0.9, 0, 1);
            if (random.nextBoolean()) {
                learner.update(t);
                sum += Math.abs(learner.tdError());
            }
        }
        return sum;
    }

    /** Rewards of 1, γ = 0.5: the value is 2. */
    @Test
    void theStepSizeIsFoundWhateverTheScaleOfTheFeatures() {
        for (double scale : new double[] {1e-3, 1, 1e3}) {
            Learner learner = new Td(StepSize.auto(), Limits.NONE).learner(1);
            Features phi = Features.dense(scale);
            Transition t = new Transition();
            t.start(phi, 0, 1);
            for (int k = 0; k < 2_000; k++) {
                t.ratio(1);
                t.arrive(1, phi, 0.5, 0, 1);
                learner.update(t);
            }
            assertThat(learner.predict(phi)).isCloseTo(2, within(1e-6));
        }
    }

    /** θ ← θ + α (10,000 − 1) θ grows the faster the larger α is: the largest drop out before the first fork. */
    @Test
    void aCandidateThatDivergesIsReplacedAndTheLearnerGoesOn() {
        Engine engine = Engines.of(true, () -> Engines.oneTrace(new Td(1).rule(), limits(OFF, OFF, OFF, 1), 1));
        engine.reset(new double[] {1});
        Learner fixed = new Td(1).learner(new double[] {1});
        Transition t = new Transition();
        int out = 0;
        int replaced = 0;
        for (int k = 0; k < 1_000; k++) {
            t.start(Features.dense(1), 0, 1);
            t.ratio(1);
            t.arrive(0, Features.dense(10_000), 1, 0, 1);
            assertThat(engine.step(t, 0)).isTrue();
            fixed.update(t);
            replaced += candidatesOut(engine) < out ? 1 : 0;
            out = candidatesOut(engine);
        }
        assertThat(fixed.divergedAt()).isPresent();
        assertThat(replaced).isGreaterThan(2);
    }

    private static int candidatesOut(Engine engine) {
        return (int) Arrays.stream(engine.state().get("auto_out")).sum();
    }

    /** θ ← θ + α (2θ − θ), all rewards 0: the value is 0, and every step size makes the error larger. */
    @Test
    void withoutAnyRewardPredictionsThatConfirmEachOtherAreNotFollowed() {
        Learner learner = new Td(StepSize.auto(), Limits.NONE).learner(new double[] {1});
        Transition t = new Transition();
        for (int k = 0; k < 3_000; k++) {
            t.start(Features.dense(1), 0, 1);
            t.ratio(1);
            t.arrive(0, Features.dense(2), 1, 0, 1);
            learner.update(t);
        }
        assertThat(learner.predict(Features.dense(1))).isBetween(1.0, 1.03);
    }

    /** With γρ above 1 at every step, z and the scores pass the range of numbers after some thousands of steps. */
    @ParameterizedTest
    @ValueSource(doubles = {1.3, 2.5})
    void scoresTooLargeForANumberBeginAnewAndRestoredLearnersGoOnAlike(double ratio) {
        Learner learner = new Td(StepSize.auto(), Limits.NONE).learner(2);
        Learner restored = null;
        SplittableRandom random = new SplittableRandom(1);
        Transition t = new Transition();
        t.start(Features.dense(1, random.nextDouble()), 0, 1);
        double[] before = null;
        for (int k = 0; k < 9000; k++) {
            t.ratio(ratio);
            t.arrive(random.nextDouble(), Features.dense(1, random.nextDouble()), 0.95, 0, 1);
            learner.update(t);
            if (restored != null) {
                restored.update(t);
                assertThat(restored.weights()).isEqualTo(learner.weights());
            } else if (k == 4500) {
                restored = learner.snapshot().restore();
                before = learner.weights();
            }
        }
        assertThat(learner.divergedAt()).isEmpty();
        assertThat(learner.weights()).isNotEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"auto_order, -1", "auto_order, 1e6", "auto_order, 1", "auto_points, -1", "auto_points, 18.5"})
    void aSavedStateThatIsImpossibleIsRefused(String name, double first) {
        Engine engine =
                started(Engines.of(true, () -> Engines.oneTrace(new Etd(1).rule(), limits(OFF, OFF, OFF, 2), 2)), 2);
        Map<String, double[]> state = new TreeMap<>(engine.state());
        double[] changed = state.get(name).clone();
        changed[0] = changed[0] == first ? changed[1] : first;
        state.put(name, changed);
        String message = name.equals("auto_order") ? "no order of 6 candidates" : "no point from 0 to 18";
        assertThatThrownBy(() -> engine.load(state)).hasMessageContaining(message);
    }
}
