package io.emphatic.bench;

import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.study.StudyFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Inputs that could cost much more than their neighbours, each beside its neighbour: one table, in Markdown, of one
 * run.
 *
 * <pre>
 *   java -Xmx3g -cp bench/target/benchmarks.jar io.emphatic.bench.Cliffs studies/collision.yaml [words]
 * </pre>
 *
 * With words, only the rows that contain one of them; {@code form} has those of what each form of an engine buys. The
 * study is that of the last two rows.
 *
 * <p>Processor time of this thread. The two sides of a row take turns, block by block; shown are the medians over the
 * blocks, and the median of the blocks' ratios, which what else runs on the machine disturbs least.
 */
public final class Cliffs {
    private static final int BLOCKS = 11;
    private static final long BLOCK = 8_000_000;
    private static final long WARM_UP = 250_000_000;
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    /** Something that is done step after step. */
    interface Work {
        void step();
    }

    private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    private final TextTable table =
            new TextTable("lrlrrl").add("input", "µs per step", "beside it", "µs per step", "ratio", "goal");

    private final List<String> words;

    private Cliffs(List<String> words) {
        this.words = words;
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            System.err.println("usage: Cliffs STUDY.yaml [WORDS…]");
            System.exit(2);
        }
        Cliffs cliffs = new Cliffs(List.of(arguments).subList(1, arguments.length));
        CliffStreams.learners(cliffs);
        CliffStreams.features(cliffs);
        CliffForms.forms(cliffs);
        cliffs.lanes(Path.of(arguments[0]));
        cliffs.table.printMarkdown(cliffs.out);
    }

    /** Whether a row has been asked for. */
    boolean isAskedFor(String input) {
        return words.isEmpty() || words.stream().anyMatch(input::contains);
    }

    /** One row. Both sides are made when their turn comes, so that only one pair is in memory. */
    void row(String input, Supplier<Work> work, String neighbour, Supplier<Work> beside, String goal) {
        if (!isAskedFor(input)) {
            return;
        }
        System.err.println(input);
        Work[] works = {work.get(), beside.get()};
        int[] steps = {stepsOfABlock(works[0]), stepsOfABlock(works[1])};
        double[][] micros = new double[2][BLOCKS];
        double[] ratios = new double[BLOCKS];
        for (int block = 0; block < BLOCKS; block++) {
            for (int side = 0; side < 2; side++) {
                micros[side][block] = nanos(works[side], steps[side]) / 1e3 / steps[side];
            }
            ratios[block] = micros[0][block] / micros[1][block];
        }
        add(input, median(micros[0]), neighbour, median(micros[1]), median(ratios), goal);
    }

    void add(String input, double micros, String neighbour, double besideMicros, double ratio, String goal) {
        table.add(input, number(micros), neighbour, number(besideMicros), Numbers.fixed(ratio, 2), goal);
    }

    private void lanes(Path study) throws IOException {
        for (String name : new String[] {"td", "gtd"}) {
            String input = "Collision, " + name + ", all settings of a study";
            if (!isAskedFor(input)) {
                continue;
            }
            System.err.println(input);
            double[] nanos = new StudySpeed(StudyFile.read(study)).sharedAndPlain(name);
            add(
                    input,
                    nanos[0] / 1e3,
                    "one learner at a time",
                    nanos[1] / 1e3,
                    nanos[0] / nanos[1],
                    name.equals("td") ? "0.0025 µs" : "0.004 µs");
        }
    }

    /** Warms up. */
    private static int stepsOfABlock(Work work) {
        long start = CLOCK.getCurrentThreadCpuTime();
        int steps = 0;
        while (CLOCK.getCurrentThreadCpuTime() - start < WARM_UP) {
            work.step();
            steps++;
        }
        int half = Math.max(1, steps / 2); // of the second half, when it is compiled
        double nanos = nanos(work, half) / (double) half;
        return Math.max(4, (int) (BLOCK / nanos));
    }

    private static long nanos(Work work, int steps) {
        long before = CLOCK.getCurrentThreadCpuTime();
        for (int step = 0; step < steps; step++) {
            work.step();
        }
        return CLOCK.getCurrentThreadCpuTime() - before;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String number(double micros) {
        return micros >= 100 ? Numbers.grouped(micros, 0) : String.format(Locale.ROOT, "%.3g", micros);
    }
}
