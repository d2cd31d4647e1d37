package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.engine.TraceRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the registry accepts from outside; that it finds it there is tested with a class path of its own. */
class OutsideAlgorithmsTest {

    /** TD(λ) under another name. */
    public record Other(StepSize stepSize, Limits limits) implements OneTrace {
        @Override
        public TraceRule rule() {
            return new Td.Rule();
        }
    }

    private static Algorithm.Builder entry(String name) {
        return Algorithm.named(name, Family.ONE_TRACE)
                .summary("another")
                .source("nowhere")
                .equations("θ ← θ")
                .parameters(Parameters.ONE_TRACE);
    }

    private static Algorithm other(String name) {
        return entry(name).configuredBy(s -> new Other(StepSize.from(s), Limits.from(s)));
    }

    private final OutsideAlgorithms registry = OutsideAlgorithms.beside(List.of(Td.ALGORITHM));

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
                .parameters(Parameters.ONE_TRACE)
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
                .parameters(Parameters.ONE_TRACE, more)
                .configuredBy(s -> new Other(StepSize.from(s), Limits.from(s)));
        assertThatThrownBy(() -> registry.addOutside(() -> different))
                .hasMessageStartingWith(
                        "the components of the record of different are not its parameters: c1, c2, clip,"
                                + " radius, step_size; c1, c2, clip, more, radius, step_size");
        assertThat(registry.byName().keySet()).containsExactly("td");
    }

    @Test
    void aRecordOfAnAlgorithmThatNothingBringsSaysSo() {
        assertThatThrownBy(() -> new Other(StepSize.constant(0.1), Limits.NONE).algorithm())
                .hasMessageContaining("Other is no algorithm of the registry: no AlgorithmProvider brings it");
    }
}
