package io.emphatic.engine.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.emphatic.Etd;
import io.emphatic.Gtd;
import io.emphatic.Htd;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.Tdrc;
import io.emphatic.TrueOnlineEtd;
import io.emphatic.engine.Engine;
import io.emphatic.engine.GradientRule;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.GradientEngine;
import io.emphatic.engine.internal.plain.StepLimits;
import io.emphatic.engine.internal.plain.TraceEngine;
import io.emphatic.engine.internal.plain.TrueOnlineEngine;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All engines of a family keep the same upper bounds of their norms, by which they judge divergence. */
class EngineBoundsTest {
    private static final int SIZE = 80;
    private static final int STEPS = 60;
    private static final double ALPHA = 0.01;

    /** The plain engine and the one that {@link Engines} chooses. */
    static Stream<Arguments> enginesOfOneFamily() {
        double infinite = Double.POSITIVE_INFINITY;
        StepLimits off = new StepLimits(infinite, infinite, infinite, SIZE);
        TraceRule td = new Td(ALPHA).rule();
        TraceRule etd = new Etd(ALPHA).rule();
        GradientRule gtd = new Gtd(StepSize.constant(ALPHA), 2).rule();
        GradientRule htd = new Htd(StepSize.constant(ALPHA), 2).rule();
        GradientRule tdrc = new Tdrc(StepSize.constant(ALPHA), 2, 3).rule();
        TraceRule online = new TrueOnlineEtd(StepSize.constant(ALPHA)).rule();
        return Stream.of(
                Arguments.of("td", new TraceEngine(td, off, SIZE), Engines.oneTrace(td, off, SIZE)),
                Arguments.of("etd", new TraceEngine(etd, off, SIZE), Engines.oneTrace(etd, off, SIZE)),
                Arguments.of("true online", new TrueOnlineEngine(online, SIZE), Engines.trueOnline(online, SIZE)),
                Arguments.of("gtd", new GradientEngine(gtd, 2, SIZE), Engines.gradient(gtd, 2, SIZE)),
                Arguments.of("htd", new GradientEngine(htd, 2, SIZE), Engines.gradient(htd, 2, SIZE)),
                Arguments.of("tdrc", new GradientEngine(tdrc, 2, SIZE), Engines.gradient(tdrc, 2, SIZE)));
    }

    /** Of ‖θ‖, of ‖w‖ in the gradient family, and of the trace or traces. */
    private static double[] bounds(Map<String, double[]> state) {
        if (state.containsKey("weight_norms")) {
            double[] weights = state.get("weight_norms");
            double[] traces = state.get("trace_norms");
            return new double[] {weights[0], weights[1], traces[0], traces[1]};
        }
        double e = state.containsKey("trace_bounds") ? state.get("trace_bounds")[1] : state.get("trace_scale")[3];
        return new double[] {state.get("weights_norm")[0], e};
    }

    private static Features features(int step, boolean dense) {
        if (!dense) {
            return Features.binary(SIZE, step % 7, 10 + step % 11, 40 + step % 3);
        }
        return Features.dense(IntStream.range(0, SIZE)
                .mapToDouble(j -> (j * 7 + step) % 5 - 2)
                .toArray());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("enginesOfOneFamily")
    void boundsAgreeAlsoAfterTheHandOverToDenseFeatures(String name, Engine plain, Engine chosen) {
        double[] initial = new double[SIZE];
        Arrays.setAll(initial, j -> 0.1 * (j % 3));
        plain.reset(initial);
        chosen.reset(initial);
        Transition t = new Transition();
        t.start(features(0, false), 0.8, 1);
        for (int step = 1; step <= STEPS; step++) {
            t.ratio(step % 3 == 0 ? 1.5 : 0.7);
            t.arrive(step % 4, features(step, step > STEPS / 2), 0.9, 0.8, 1);
            assertThat(plain.step(t, ALPHA)).isTrue();
            assertThat(chosen.step(t, ALPHA)).isTrue();
            double[] expected = bounds(plain.state());
            double[] actual = bounds(chosen.state());
            for (int i = 0; i < expected.length; i++) {
                assertThat(actual[i])
                        .as("bound %d after step %d", i, step)
                        .isCloseTo(expected[i], withinPercentage(1e-6));
            }
            double[] theta = plain.weights();
            for (int j = 0; j < SIZE; j++) {
                assertThat(chosen.weights()[j]).isCloseTo(theta[j], withinPercentage(1e-6));
            }
        }
    }
}
