package io.emphatic.logs;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A random log for tests, as rows, as a file, and as the core's own time line. */
public record Table(List<Row> rows) {
    public static final String HEADER = "ep,t,f0,f1,f2,mu,pi,r,gamma,lambda,interest,terminated,truncated";

    public record Row(
            int ep,
            int t,
            double[] phi,
            double mu,
            double pi,
            double r,
            double gamma,
            double lambda,
            double interest,
            boolean terminated,
            boolean truncated) {

        Row with(double first, boolean cut) {
            double[] other = {first, phi[1], phi[2]};
            return new Row(ep, t, other, mu, pi, r, gamma, lambda, interest, terminated, cut);
        }

        public String csv() {
            return ep + "," + t + "," + phi[0] + "," + phi[1] + "," + phi[2] + "," + mu + "," + pi + "," + r + ","
                    + gamma + "," + lambda + "," + interest + "," + terminated + "," + truncated;
        }
    }

    /** Streams that end, are cut off and simply stop, with discounts that are not 0 at their starts. */
    public static Table random(long seed, int size) {
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        int ep = 0;
        int t = 0;
        for (int k = 0; k < size; k++) {
            double mu = 0.2 + 0.8 * random.nextDouble();
            int fate = random.nextInt(24);
            rows.add(new Row(
                    ep,
                    t++,
                    new double[] {random.nextGaussian(), random.nextGaussian(), random.nextDouble()},
                    mu,
                    random.nextInt(6) == 0 ? 0 : random.nextDouble(),
                    random.nextGaussian(),
                    pick(random, 0, 0.5, 0.9, 1),
                    pick(random, 0, 0.3, 0.9, 1),
                    pick(random, 0, 1, 2.5),
                    fate == 0,
                    fate == 1));
            if (fate == 2) {
                ep++;
                t = 0;
            }
        }
        return new Table(rows);
    }

    private static double pick(Random random, double... values) {
        return values[random.nextInt(values.length)];
    }

    /** The same with a feature of every so many rows far beyond all others, after the first thousand. */
    public Table glitched(int every, double value) {
        List<Row> others = new ArrayList<>(rows);
        for (int k = 1000; k < rows.size(); k += every) {
            others.set(k, rows.get(k).with(value, rows.get(k).truncated()));
        }
        return new Table(others);
    }

    /** What is learned from a glitched table: without those rows, and cut before them. */
    public Table withoutGlitches(int every) {
        List<Row> others = new ArrayList<>();
        for (int k = 0; k < rows.size(); k++) {
            boolean isGlitch = k >= 1000 && (k - 1000) % every == 0;
            if (isGlitch
                    && rows.get(k - 1).ep() == rows.get(k).ep()
                    && !rows.get(k - 1).terminated()) {
                Row last = others.remove(others.size() - 1);
                others.add(last.with(last.phi[0], true));
            } else if (!isGlitch) {
                others.add(rows.get(k));
            }
        }
        return new Table(others);
    }

    public Table shuffled(long seed) {
        List<Row> copy = new ArrayList<>(rows);
        Collections.shuffle(copy, new Random(seed));
        return new Table(copy);
    }

    /** Writes it as CSV and returns the file's name. */
    public String write(Path directory) throws IOException {
        StringBuilder text = new StringBuilder(HEADER + "\n");
        rows.forEach(row -> text.append(row.csv()).append('\n'));
        Path file = directory.resolve("log.csv");
        Files.writeString(file, text);
        return file.toString();
    }

    public static Spec.Prediction prediction(String name, String algorithm, Map<String, Double> parameters) {
        return new Spec.Prediction(name, "mu", "pi", null, "r", "gamma", "lambda", "interest", algorithm, parameters);
    }

    public static Spec spec(Spec.Prediction... predictions) {
        return new Spec(
                "ep", "t", null, null, null, List.of(new FeatureBlock.Expressions("f0,f1,f2")), List.of(predictions));
    }

    /** ρ of every step that can be learned from, in its order. */
    public List<Double> ratiosOfSteps() {
        List<Double> ratios = new ArrayList<>();
        for (int k = 0; k < rows.size(); k++) {
            Row row = rows.get(k);
            boolean followed = k + 1 < rows.size() && rows.get(k + 1).ep() == row.ep();
            if (row.terminated() || (followed && !row.truncated())) {
                ratios.add(row.pi() / row.mu());
            }
        }
        return ratios;
    }

    /** The weights that the core ends with when the rows are played to it by hand. */
    public double[] learnedBy(Config config) {
        Learner learner = config.learner(3);
        Transition step = new Transition();
        boolean starts = true;
        for (int k = 0; k < rows.size(); k++) {
            Row row = rows.get(k);
            Row next = k + 1 < rows.size() && rows.get(k + 1).ep() == row.ep() ? rows.get(k + 1) : null;
            if (starts) {
                step.start(Features.dense(row.phi()), row.lambda(), row.interest());
            }
            starts = row.terminated() || row.truncated() || next == null;
            if (row.terminated()) {
                step.action(row.pi(), row.mu());
                step.arrive(row.r(), Features.none(3), 0, 0, 0);
                learner.update(step);
            } else if (!starts) {
                step.action(row.pi(), row.mu());
                step.arrive(row.r(), Features.dense(next.phi()), next.gamma(), next.lambda(), next.interest());
                learner.update(step);
            }
        }
        return learner.weights();
    }
}
