package io.emphatic.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A log may be read in parts, by evaluations that know nothing of each other. */
class EvaluationPartsTest {
    private static final double PRECISION = 1e-12;

    /** Relative, and absolute below 1. */
    private static final Comparator<Double> NEARLY = (a, b) ->
            Math.abs(a - b) <= PRECISION * Math.max(1, Math.max(Math.abs(a), Math.abs(b))) ? 0 : Double.compare(a, b);

    static Stream<Arguments> logs() {
        ReturnRange range = new ReturnRange(-30, 60);
        return Stream.of(
                Arguments.of(new PlainLog.Shape(150, 9, 3, 2, 3, 0.0, 0.3, false, range), 1),
                Arguments.of(new PlainLog.Shape(150, 9, 3, 0, 20, 0.5, 0.3, false, null), 2),
                Arguments.of(new PlainLog.Shape(150, 9, 4, 3, 2, null, 0.3, true, null), 3),
                Arguments.of(new PlainLog.Shape(150, 9, 3, 0, 2, 1.0, 0, false, range), 4),
                Arguments.of(new PlainLog.Shape(120, 9, 0, 0, 5, 0.0, 0.5, false, range), 5),
                Arguments.of(new PlainLog.Shape(60, 90, 2, 2, 2, 0.0, 0.5, false, null), 6),
                Arguments.of(new PlainLog.Shape(3, 5, 2, 2, 2, 0.0, 0.5, false, null), 7));
    }

    @ParameterizedTest
    @MethodSource("logs")
    void partsAddUpToTheWhole(PlainLog.Shape shape, long seed) throws IOException {
        PlainLog log = PlainLog.random(shape, seed);
        EvaluationResult whole = log.evaluate();
        for (int[] ends : new int[][] {
            {log.lives().size()},
            {1, 3, log.lives().size()},
            {0, 2, 2, log.lives().size() - 1, log.lives().size()}
        }) {
            assertThat(inParts(log, ends))
                    .usingRecursiveComparison()
                    .withComparatorForType(NEARLY, Double.class)
                    .isEqualTo(whole);
        }
    }

    @Test
    void clustersOfSeveralLivesAddUpToTheWhole() throws IOException {
        PlainLog apart = PlainLog.random(new PlainLog.Shape(150, 9, 3, 2, 3, 0.0, 0.3, false, null), 10);
        List<PlainLog.Life> lives = new ArrayList<>();
        for (PlainLog.Life life : apart.lives()) {
            lives.add(new PlainLog.Life(life.rows(), life.ended(), lives.size() % 3 != 0));
        }
        PlainLog log = new PlainLog(apart.settings(), lives);
        EvaluationResult whole = log.evaluate();
        assertThat(whole.size().clusters()).isEqualTo(50);
        assertThat(inParts(log, new int[] {6, 9, 90, 150}))
                .usingRecursiveComparison()
                .withComparatorForType(NEARLY, Double.class)
                .isEqualTo(whole);
    }

    @Test
    void onlyTheOrderInWhichPartsAreAddedMattersNotThatInWhichTheyAreMade() throws IOException {
        PlainLog log = PlainLog.random(PlainLog.RAGGED, 8);
        int[] ends = {4, 11, 30, log.lives().size()};
        EvaluationResult forwards = inParts(log, ends, false, false);
        assertThat(inParts(log, ends, true, false)).usingRecursiveComparison().isEqualTo(forwards);
        assertThat(inParts(log, ends, false, true)).usingRecursiveComparison().isNotEqualTo(forwards);
    }

    @Test
    void sumsOfAnotherEvaluationAreRefused() throws IOException {
        PlainLog log = PlainLog.random(PlainLog.RAGGED, 9);
        PlainLog other = PlainLog.random(new PlainLog.Shape(20, 9, 5, 2, 3, 0.0, 0.3, false, null), 9);
        Evaluation part = Evaluation.of(other.settings());
        part.beginPart(0);
        other.play(part, 0, 20);
        byte[] bytes = bytes(part);
        Evaluation all = Evaluation.of(log.settings());
        assertThatThrownBy(() -> all.addPart(in(bytes))).isInstanceOf(IllegalStateException.class);
        all.begin();
        assertThatThrownBy(() -> all.addPart(in(bytes))).isInstanceOf(IOException.class);
    }

    static EvaluationResult inParts(PlainLog log, int[] ends) throws IOException {
        return inParts(log, ends, false, false);
    }

    /** Each part in an evaluation of its own, in each pass; what they write is all that goes on. */
    private static EvaluationResult inParts(PlainLog log, int[] ends, boolean madeBackwards, boolean addedBackwards)
            throws IOException {
        Evaluation all = Evaluation.of(log.settings());
        byte[] merged = null;
        while (all.needsAnotherPass()) {
            byte[][] parts = new byte[ends.length][];
            for (int made = 0; made < ends.length; made++) {
                int k = madeBackwards ? ends.length - 1 - made : made;
                parts[k] = part(log, k == 0 ? 0 : ends[k - 1], ends[k], merged);
            }
            all.begin();
            for (int added = 0; added < ends.length; added++) {
                all.addPart(in(parts[addedBackwards ? ends.length - 1 - added : added]));
            }
            merged = merged == null ? bytes(all) : merged;
            all.endPass();
        }
        return all.result();
    }

    /** @param merged what the first pass has written; null in that */
    private static byte[] part(PlainLog log, int from, int to, byte[] merged) throws IOException {
        Evaluation part = Evaluation.of(log.settings());
        if (merged != null) {
            part.begin();
            part.addPart(in(merged));
            part.endPass();
        }
        part.beginPart(log.lives().subList(0, from).stream()
                .filter(life -> !life.joins())
                .count());
        log.play(part, from, to);
        return bytes(part);
    }

    private static byte[] bytes(Evaluation part) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        part.writePart(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }
}
