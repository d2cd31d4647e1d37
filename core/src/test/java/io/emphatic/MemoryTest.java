package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.Drift.Shape;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a learner keeps for each feature, counted over all arrays that can be reached from it. */
class MemoryTest {
    private static final int SIZE = 1_000_000;

    /** Weights, trace and initial weights: what any of them keeps. */
    private static final double LEAST = 24;

    /** Far below one byte a feature: what does not grow with n. */
    private static final double REST = 1e-2;

    @ParameterizedTest(name = "{0}, {1} features, parameters {2}: {3} bytes")
    @MethodSource
    void aLearnerTakesAtMostThisManyBytesPerFeature(
            String name, Shape.Features kind, Map<String, Double> parameters, int most) throws IllegalAccessException {
        Learner learner = Algorithms.named(name).configure(parameters).learner(SIZE);
        Features[] phi = {features(kind, 1), features(kind, 3)};
        Transition t = new Transition();
        t.start(phi[0], 0.9, 1);
        for (int step = 1; step < 30; step++) {
            t.action(0.9, 1);
            t.arrive(1, phi[step % 2], 0.9, 0.9, 1);
            learner.update(t);
        }
        assertThat(learner.divergedAt()).isEmpty();
        assertThat((double) bytesOfArrays(learner) / SIZE).isBetween(LEAST, most + REST);
    }

    /** Pairs (x, g) 16, list of the trace 4, initial weights 8; docs/decisions/performance.md has the table. */
    static Stream<Arguments> aLearnerTakesAtMostThisManyBytesPerFeature() {
        Map<String, Double> none = Map.of("step_size", 1e-6);
        Map<String, Double> defaults = Map.of();
        Shape.Features binary = Shape.Features.BINARY;
        Shape.Features dense = Shape.Features.DENSE;
        Stream<Arguments> sparse = PlainLearners.names().stream()
                .map(name -> Arguments.of(
                        name,
                        binary,
                        none,
                        switch (Algorithms.named(name).family()) {
                            case ONE_TRACE, TRUE_ONLINE -> 28;
                            case GRADIENT -> 44;
                            case LEAST_SQUARES, WEIGHTED, OWN -> throw new AssertionError(name);
                        }));
        Stream<Arguments> others = Stream.of(
                Arguments.of("etd", binary, Map.of("step_size", 1e-6, "clip", 0.5), 28),
                Arguments.of("wis-etd", binary, defaults, 60),
                Arguments.of("wis-gtd", binary, defaults, 68),
                Arguments.of("wis-gtd", dense, defaults, 68),
                Arguments.of("etd", dense, none, 28),
                Arguments.of("gtd", dense, none, 36),
                Arguments.of("htd", dense, none, 48),
                Arguments.of("true-online-etd", dense, none, 28));
        return Stream.concat(sparse, others);
    }

    private static Features features(Shape.Features kind, int stride) {
        if (kind == Shape.Features.DENSE) {
            double[] values = new double[SIZE];
            for (int j = 0; j < SIZE; j += stride) {
                values[j] = 1e-3;
            }
            return Features.dense(values);
        }
        int[] indices = new int[SIZE / 100];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = stride * i;
        }
        return Features.binary(SIZE, indices);
    }

    /** Follows the fields of our own classes, and maps, which is where a learner keeps its state. */
    private static long bytesOfArrays(Object root) throws IllegalAccessException {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> left = new ArrayDeque<>();
        left.add(root);
        long bytes = 0;
        while (!left.isEmpty()) {
            Object object = left.remove();
            if (!seen.add(object)) {
                continue;
            }
            Class<?> type = object.getClass();
            if (type.isArray()) {
                int length = Array.getLength(object);
                bytes += (long) length * bytesOf(type.getComponentType());
                for (int i = 0; i < length && !type.getComponentType().isPrimitive(); i++) {
                    add(left, Array.get(object, i));
                }
            } else if (object instanceof Map<?, ?> map) {
                map.values().forEach(value -> add(left, value));
            } else if (object instanceof Iterable<?> all
                    && type.getPackageName().startsWith("java.")) {
                all.forEach(value -> add(left, value));
            } else if (type.getPackageName().startsWith("io.emphatic")) {
                for (Class<?> owner = type; owner != Object.class; owner = owner.getSuperclass()) {
                    for (Field field : owner.getDeclaredFields()) {
                        if (!Modifier.isStatic(field.getModifiers())
                                && !field.getType().isPrimitive()) {
                            field.setAccessible(true);
                            add(left, field.get(object));
                        }
                    }
                }
            }
        }
        return bytes;
    }

    private static void add(Deque<Object> left, Object object) {
        if (object != null && !(object instanceof Features)) {
            left.add(object); // features belong to their source, not to the learner
        }
    }

    private static int bytesOf(Class<?> component) {
        return component == double.class || component == long.class
                ? 8
                : component == int.class || component == float.class || !component.isPrimitive() ? 4 : 1;
    }
}
