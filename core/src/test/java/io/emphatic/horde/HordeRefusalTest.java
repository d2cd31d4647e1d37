package io.emphatic.horde;

import static io.emphatic.horde.HordeWorld.SIZE;
import static io.emphatic.horde.HordeWorld.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Gtd;
import io.emphatic.Limits;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.TreeBackup;
import io.emphatic.Vtrace;
import io.emphatic.experience.Transition;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class HordeRefusalTest {

    @Test
    void aMissingStepSizeAndAnotherTraceAreRefused() {
        Horde horde = new Horde(2);
        HordeGroup group = horde.group(new Td(0.1));
        assertThatThrownBy(() -> group.add(new Vtrace(0.1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has not the trace of the group");
        assertThatThrownBy(() -> group.add((StepSize) null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("step size of a prediction is missing");
        assertThat(horde.predictions()).isEmpty();
    }

    @Test
    void stepsAndCumulantsThatDoNotFitAreRefusedBeforeAnythingChanges() throws IOException {
        HordeWorld world = new HordeWorld(7, 2, false);
        Horde horde = new Horde(SIZE);
        HordeGroup group = horde.group(new TreeBackup(0.01));
        group.add();
        horde.group(new Td(0.01)).add();
        Transition[] steps = world.next();
        horde.update(steps, new double[] {1, 2});
        byte[] before = bytes(horde);

        assertThatThrownBy(() -> horde.update(steps, new double[] {1}))
                .hasMessageContaining("as many transitions and cumulants");
        assertThatThrownBy(() -> horde.update(steps, new double[] {1, Double.NaN}))
                .hasMessage("cumulant 1 is not a finite number: NaN");
        assertThatThrownBy(() -> horde.update(new Transition[] {steps[0], new Transition()}, new double[2]))
                .hasMessageContaining("no whole step");
        Transition elsewhere = new HordeWorld(8, 1, false).next()[0];
        assertThatThrownBy(() -> horde.update(new Transition[] {steps[0], elsewhere}, new double[2]))
                .hasMessageContaining("share their features");
        assertThatThrownBy(() -> horde.group(new Gtd(0.1, 1))).hasMessageContaining("gtd");
        assertThatThrownBy(() -> horde.group(new Td(StepSize.constant(0.1), Limits.clip(1))))
                .hasMessageContaining("clip");
        assertThatThrownBy(() -> group.add(StepSize.constant(1), new double[3]))
                .hasMessageContaining("initial weights");
        assertThat(bytes(horde)).isEqualTo(before);
    }

    @Test
    void aMissingArgumentIsNamed() {
        Horde horde = new Horde(SIZE);
        assertThatThrownBy(() -> horde.reserve(-5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-5");
        assertThatThrownBy(() -> horde.group(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("config");
        assertThatThrownBy(() -> horde.update(null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("transitions");
        assertThatThrownBy(() -> horde.update(new Transition[0], null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cumulants");
        horde.group(new Td(0.1));
        assertThatThrownBy(() -> horde.update(new Transition[1], new double[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("transition of group 0");
    }
}
