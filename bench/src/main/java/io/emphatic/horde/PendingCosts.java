package io.emphatic.horde;

import io.emphatic.bench.RobotStream;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;

/**
 * From how many predictions on it pays to let corrections and folds of a horde stay pending: the table of
 * docs/decisions/horde.md.
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.horde.PendingCosts
 * </pre>
 *
 * In this package because the number is not for users to choose. Processor time of one thread, the fastest of some
 * blocks of steps, both variants by turns.
 */
public final class PendingCosts {
    private static final int[] PREDICTIONS = {6_000, 2_000, 1_000, 512, 256, 64, 16};
    private static final int BLOCKS = 12;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private PendingCosts() {}

    public static void main(String[] arguments) {
        TextTable table = new TextTable("rrr").add("predictions", "written at once, ms", "pending, ms");
        for (int predictions : PREDICTIONS) {
            RobotStream stream = new RobotStream(predictions);
            Horde[] hordes = {new Horde(RobotStream.SIZE, 1, Integer.MAX_VALUE), new Horde(RobotStream.SIZE, 1, 1)};
            double[] fastest = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
            for (Horde horde : hordes) {
                stream.addPredictions(horde);
            }
            int steps = Math.max(50, 200_000 / predictions);
            for (int block = 0; block < BLOCKS; block++) {
                for (int k = 0; k < hordes.length; k++) {
                    fastest[k] = Math.min(fastest[k], millis(hordes[k], stream, steps));
                }
            }
            table.add(
                    Numbers.count(predictions), Numbers.significant(fastest[0], 2), Numbers.significant(fastest[1], 2));
        }
        table.printMarkdown(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    }

    /** Processor time per step. */
    private static double millis(Horde horde, RobotStream stream, int steps) {
        long before = THREADS.getCurrentThreadCpuTime();
        for (int step = 0; step < steps; step++) {
            horde.update(stream.next(), stream.cumulants());
        }
        return (THREADS.getCurrentThreadCpuTime() - before) / 1e6 / steps;
    }
}
