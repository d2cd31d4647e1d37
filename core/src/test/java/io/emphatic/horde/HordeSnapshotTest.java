package io.emphatic.horde;

import static io.emphatic.horde.HordeWorld.SIZE;
import static io.emphatic.horde.HordeWorld.bytes;
import static io.emphatic.horde.HordeWorld.large;
import static io.emphatic.horde.HordeWorld.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Etd;
import io.emphatic.Learner;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.experience.Transition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HordeSnapshotTest {

    @Test
    void aHordeReadBackGoesOnToTheBit() throws IOException {
        HordeWorld world = new HordeWorld(4, 4, false);
        Horde interrupted = large();
        Horde uninterrupted = large();
        for (int step = 0; step < 400; step++) {
            if (step % 61 == 0) {
                interrupted = Horde.read(new ByteArrayInputStream(bytes(interrupted)));
            }
            Transition[] steps = world.next();
            double[] cumulants = world.cumulants(4 * 371);
            uninterrupted.update(steps, cumulants);
            interrupted.update(steps, cumulants);
        }
        assertThat(Arrays.equals(bytes(interrupted), bytes(uninterrupted))).isTrue();
    }

    @ParameterizedTest(name = "written and read back: {0}")
    @ValueSource(booleans = {false, true})
    void aSnapshotOfAPredictionRemembersItsInitialWeights(boolean readBack) throws IOException {
        HordeWorld world = new HordeWorld(11, 1, false);
        double[] initial = world.cumulants(SIZE);
        Horde horde = new Horde(SIZE);
        HordeGroup group = horde.group(new Td(0.01));
        group.add(StepSize.constant(0.02), initial);
        group.add();
        horde.update(world.next(), new double[] {1, 1});
        Horde asked = readBack ? read(bytes(horde)) : horde;
        Learner first = asked.predictions().get(0).snapshot().restore();
        assertThat(first.weights()).isNotEqualTo(initial);
        first.reset();
        assertThat(first.weights()).isEqualTo(initial);
        assertThat(first.steps()).isZero();
        Learner second = asked.predictions().get(1).snapshot().restore();
        second.reset();
        assertThat(second.weights()).isEqualTo(new double[SIZE]);
    }

    @Test
    void aDamagedHordeIsRefused() throws IOException {
        Horde horde = new Horde(SIZE);
        horde.group(new Etd(0.1)).add();
        byte[] whole = bytes(horde);
        for (int at : new int[] {0, 9, 13, 17, 30, whole.length / 2, whole.length - 1}) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x55;
            assertThatThrownBy(() -> read(damaged)).as("byte %d", at).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> read(Arrays.copyOf(whole, whole.length - 3))).hasMessageContaining("ends too early");
    }
}
