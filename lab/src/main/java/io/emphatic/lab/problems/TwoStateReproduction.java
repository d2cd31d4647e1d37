package io.emphatic.lab.problems;

import io.emphatic.Config;
import io.emphatic.Etd;
import io.emphatic.InterestTd;
import io.emphatic.Learner;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.figure.Letters;
import io.emphatic.documents.figure.Panel;
import io.emphatic.documents.figure.Panel.Label;
import io.emphatic.documents.figure.Pen;
import io.emphatic.documents.figure.Scale;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Naming;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.simulation.Experience;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The two states of Mahmood, Yu, White &amp; Sutton (2015), §2: θ before the first pass through them and after each,
 * for TD(0) with its updates weighted by interest, which runs away (10, 11, 12.1, …), and for ETD(0), which does not.
 */
public record TwoStateReproduction(double[] interestTd, double[] etd) {
    private static final double STEP_SIZE = 0.1;
    private static final int MOST_PASSES = 1_000;

    /** @throws IllegalArgumentException if passes is not in {1, …, 1000} */
    public static TwoStateReproduction run(int passes) {
        if (passes < 1 || passes > MOST_PASSES) {
            throw new IllegalArgumentException("passes is not in {1, …, " + MOST_PASSES + "}: " + passes);
        }
        return new TwoStateReproduction(learn(new InterestTd(STEP_SIZE), passes), learn(new Etd(STEP_SIZE), passes));
    }

    private static double[] learn(Config config, int passes) {
        TwoState problem = new TwoState();
        Mdp mdp = problem.mdp();
        Learner learner = config.learner(problem.initialWeights());
        // Nothing here is left to chance, whatever the seed.
        Experience experience = new Experience(mdp, Seeds.generator(0));
        double[] theta = new double[1 + passes];
        theta[0] = learner.weights()[0];
        for (int pass = 1; pass <= passes; pass++) {
            do {
                experience.step();
                learner.update(experience.transition(0));
            } while (experience.state() != Mdp.END);
            theta[pass] = learner.weights()[0];
        }
        return theta;
    }

    /** Writes the figure into a directory, which is made if need be; its files. */
    public List<Path> write(Path directory) throws IOException {
        return WholeFile.write(directory, figure().files("two-state"));
    }

    private Figure figure() {
        double[] x = IntStream.range(0, etd.length).asDoubleStream().toArray();
        double largest = DoubleStream.concat(Arrays.stream(interestTd), Arrays.stream(etd))
                .max()
                .orElseThrow();
        return new Figure(600, 360, "θ after each pass through the two states", canvas -> {
            Panel panel = new Panel(
                    canvas,
                    Scale.linear(0, etd.length - 1, 62, 400),
                    Scale.linear(0, 1.05 * largest, 304, 66),
                    Letters.TEXT);
            panel.title("Interest alone runs away, emphasis does not");
            panel.axes("passes through the two states", 6, "θ", 5);
            panel.curve(Pen.CURVE, Naming.colour("interest-td"), x, interestTd);
            panel.curve(Pen.CURVE, Naming.colour("etd"), x, etd);
            panel.labels(List.of(
                    new Label("interest-weighted TD(0)", Naming.colour("interest-td"), interestTd[etd.length - 1]),
                    new Label("emphatic TD(0)", Naming.colour("etd"), etd[etd.length - 1])));
        });
    }
}
