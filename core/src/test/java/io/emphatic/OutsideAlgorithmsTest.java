package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Algorithm.Family;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.TraceRule;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the registry accepts from outside; that it finds it there is tested with a class path of its own. */
class OutsideAlgorithmsTest {

    /** TD(λ) under another name. */
    public record Other(StepSize stepSize, Limits limits) implements OneTrace {
        @Override
        public TraceRule rule() {
            return Td.RULE;
        }
    }

    private static Algorithm.Builder entry(String name) {
        return Algorithm.named(name, Family.ONE_TRACE)
                .summary("another")
                .source("nowhere")
                .equations("θ ← θ")
                .parameters(OneTrace.PARAMETERS);
    }

    private static Algorithm other(String name) {
        return entry(name).configuredBy(s -> new Other(StepSize.from(s), Limits.from(s)));
    }

    private final Algorithms.OutsideAlgorithms registry = Algorithms.OutsideAlgorithms.beside(List.of(Td.ALGORITHM));

    @Test
    void anAlgorithmFromOutsideStandsBesideTheOthers() {
        Algorithm other = other("other-td");
        registry.addOutside(() -> other);
        assertThat(registry.byName().keySet()).containsExactly("td", "other-td");
        assertThat(registry.byConfig().get(Other.class)).isSameAs(other);
    }

    @Test
    void aNameThatIsTakenIsRefused() {
        assertThatThrownBy(() -> registry.addOutside(() -> other("td")))
                .hasMessageStartingWith("there is an algorithm td already");
        assertThatThrownBy(() -> registry.addOutside(() -> other("My TD")))
                .hasMessageStartingWith("its name is not of lower-case letters, digits and -: My TD");
    }

    @Test
    void anEntryWithGapsIsRefused() {
        Algorithm silent = Algorithm.named("silent", Family.ONE_TRACE)
                .parameters(OneTrace.PARAMETERS)
                .configuredBy(s -> new Other(StepSize.from(s), Limits.from(s)));
        assertThatThrownBy(() -> registry.addOutside(() -> silent))
                .hasMessageStartingWith("silent lacks summary, source or equations");
        Algorithm borrowed = entry("borrowed").configuredBy(s -> new Td(StepSize.from(s), Limits.from(s)));
        assertThatThrownBy(() -> registry.addOutside(() -> borrowed))
                .hasMessageStartingWith("borrowed has the record of another algorithm");
    }

    @Test
    void aRecordWithOtherComponentsThanItsParametersIsRefused() {
        Parameter more = Parameter.of("more", 1, Range.UNIT, "which the record does not have");
        Algorithm different = Algorithm.named("different", Family.ONE_TRACE)
                .summary("another")
                .source("nowhere")
                .equations("θ ← θ")
                .parameters(OneTrace.PARAMETERS, more)
                .configuredBy(s -> new Other(StepSize.from(s), Limits.from(s)));
        assertThatThrownBy(() -> registry.addOutside(() -> different))
                .hasMessageStartingWith(
                        "the components of the record of different are not its parameters: c1, c2, clip,"
                                + " overshoot, radius, relative_step_size, step_size; c1, c2, clip, more, overshoot,"
                                + " radius, relative_step_size, step_size");
        assertThat(registry.byName().keySet()).containsExactly("td");
    }

    @Test
    void aRecordOfAnAlgorithmThatNothingBringsSaysSo() {
        assertThatThrownBy(() -> new Other(StepSize.constant(0.1), Limits.NONE).algorithm())
                .hasMessageContaining("Other is no algorithm of the registry: no AlgorithmProvider brings it");
    }

    /** Its class is found, and fails or not when it is asked. */
    private record Found(Supplier<AlgorithmProvider> made) implements ServiceLoader.Provider<AlgorithmProvider> {
        @Override
        public Class<? extends AlgorithmProvider> type() {
            return Broken.class;
        }

        @Override
        public AlgorithmProvider get() {
            return made.get();
        }
    }

    private static final class Broken implements AlgorithmProvider {
        @Override
        public Algorithm algorithm() {
            throw new NoClassDefFoundError("io/emphatic/Gone");
        }
    }

    static Stream<Arguments> faults() {
        Supplier<AlgorithmProvider> uninstantiable = () -> {
            throw new ServiceConfigurationError(
                    "it could not be instantiated", new IllegalStateException("no licence"));
        };
        Supplier<AlgorithmProvider> failing = () -> () -> {
            throw new UnsupportedOperationException("not yet");
        };
        return Stream.of(
                Arguments.of(
                        (Supplier<AlgorithmProvider>) Broken::new, "java.lang.NoClassDefFoundError: io/emphatic/Gone"),
                Arguments.of(failing, "java.lang.UnsupportedOperationException: not yet"),
                Arguments.of(uninstantiable, "java.lang.IllegalStateException: no licence"),
                Arguments.of((Supplier<AlgorithmProvider>) () -> () -> null, "it is null"),
                Arguments.of(
                        (Supplier<AlgorithmProvider>) () -> () -> other("td"), "there is an algorithm td already"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void whatIsWrongWithAProviderIsToldWithItsNameWhenAlgorithmsAreAskedFor(
            Supplier<AlgorithmProvider> made, String said) {
        Algorithm other = other("other-td");
        Algorithms.OutsideAlgorithms all = Algorithms.OutsideAlgorithms.beside(
                List.of(Td.ALGORITHM),
                List.<ServiceLoader.Provider<AlgorithmProvider>>of(new Found(made), new Found(() -> () -> other))
                        .iterator());
        assertThatThrownBy(all::byName)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an algorithm from outside cannot be used: " + said + " (" + Broken.class.getName() + ")");
        assertThat(all.byConfig().get(Other.class)).isSameAs(other);
    }

    @Test
    void aProviderThatIsNotFoundIsTold() {
        Iterator<ServiceLoader.Provider<AlgorithmProvider>> missing = new Iterator<>() {
            @Override
            public boolean hasNext() {
                throw new ServiceConfigurationError("Provider org.example.Gone not found");
            }

            @Override
            public ServiceLoader.Provider<AlgorithmProvider> next() {
                throw new NoSuchElementException();
            }
        };
        Algorithms.OutsideAlgorithms all = Algorithms.OutsideAlgorithms.beside(List.of(Td.ALGORITHM), missing);
        assertThatThrownBy(all::byName)
                .hasMessage("an algorithm from outside cannot be used: Provider org.example.Gone not found");
    }
}
