package io.emphatic.bands;

import io.emphatic.Learner;
import io.emphatic.LeastSquares;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.internal.plain.LeastSquaresEngine;
import io.emphatic.experience.Features;
import io.emphatic.experience.SavedArrays;
import io.emphatic.experience.SavedFormat;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The covariance of least squares by blocks of steps.
 *
 * <pre>
 *   Cov(θ̂) = G/(G − 1) Σ_g (A⁻¹ s_g)(A⁻¹ s_g)ᵀ,  s_g = Σ_{t in block g} eₜ δₜ(θ̂) = b_g − A_g θ̂
 * </pre>
 *
 * A block has sums of its own, since θ̂ is known at the end only. Between {@code MOST_BLOCKS}/2 and {@code MOST_BLOCKS}
 * blocks are kept: neighbours are added up when there are too many, so that blocks grow with the log, and what is left
 * between them of the dependence of steps fades. A block ends with an episode, if it is not four times as long by then.
 */
final class Sandwich implements Band {
    static final int MOST_FEATURES = 500; // with more, blocks need more than 128 MB

    private static final int MOST_BLOCKS = 64;
    private static final int FIRST_LENGTH = 16;
    private static final int LONGEST_BLOCK = 4; // times the length
    private static final int FEWEST_BLOCKS = 8;
    private static final double STEPS_UNTIL_SOLVED_AGAIN = 1.02; // times those when it was solved

    private final LeastSquares config;
    private final int size;
    private final double[] initialWeights;
    private final List<LeastSquaresEngine> blocks = new ArrayList<>();
    private final ParkedStream trace = new ParkedStream();
    private long length = FIRST_LENGTH; // of a block, at least
    private long taken; // steps of the last block
    private double[][] solved = {}; // deviations, for predictions on the way
    private long solvedAt;

    Sandwich(LeastSquares config, double[] initialWeights) {
        this.config = config;
        this.size = initialWeights.length;
        this.initialWeights = initialWeights;
        if (size > MOST_FEATURES) {
            throw new IllegalArgumentException(
                    "bands of least squares keep " + MOST_BLOCKS + " n² numbers, which is possible" + " up to n = "
                            + MOST_FEATURES + " features: " + size + "\nUse an algorithm with O(n) cost.");
        }
        blocks.add(newBlock());
    }

    private LeastSquaresEngine newBlock() {
        LeastSquaresEngine engine = new LeastSquaresEngine(config.rule(), config.ridge(), size);
        engine.reset(initialWeights);
        return engine;
    }

    private LeastSquaresEngine last() {
        return blocks.get(blocks.size() - 1);
    }

    @Override
    public double update(Transition t, Learner learner, double before) {
        if (taken >= length && (t.gamma() == 0 || taken >= LONGEST_BLOCK * length)) {
            last().park(trace);
            addUp();
            blocks.add(newBlock());
            last().resume(trace);
            taken = 0;
        }
        last().step(t, Double.NaN);
        taken++;
        return last().traceNorm() * (Divergence.features(t) + Math.abs(t.reward()));
    }

    private void addUp() {
        if (blocks.size() == MOST_BLOCKS) {
            for (int g = 0; g < blocks.size(); g++) {
                blocks.get(g).merge(blocks.remove(g + 1));
            }
            length *= 2;
        }
    }

    @Override
    public double[][] deviations(Learner learner) {
        LeastSquaresEngine all = newBlock();
        blocks.forEach(all::merge);
        double[][] deviations = all.deviations(blocks);
        double factor = Math.sqrt(blocks.size() / (blocks.size() - 1.0));
        for (double[] deviation : deviations) {
            for (int j = 0; j < size; j++) {
                deviation[j] *= factor;
            }
        }
        return deviations;
    }

    /** With deviations of not much earlier: they cost n³. */
    @Override
    public double variance(Features phi, Learner learner) {
        if (silence() == null && learner.steps() >= STEPS_UNTIL_SOLVED_AGAIN * solvedAt) {
            solved = deviations(learner);
            solvedAt = learner.steps();
        }
        double sum = 0;
        for (double[] deviation : solved) {
            double d = phi.dot(deviation);
            sum += d * d;
        }
        return sum;
    }

    @Override
    public int freedom() {
        return blocks.size() - 1;
    }

    @Override
    public String silence() {
        return blocks.size() < FEWEST_BLOCKS ? "there are too few steps for " + FEWEST_BLOCKS + " blocks" : null;
    }

    @Override
    public void park(ParkedStream into) {
        last().park(trace);
        into.put(trace.numbers());
    }

    @Override
    public void resume(ParkedStream from) {
        last().resume(new ParkedStream(from.takeRest()));
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(length);
        out.writeLong(taken);
        out.writeLong(solvedAt);
        out.writeInt(solved.length);
        for (double[] deviation : solved) {
            SavedFormat.writeAll(deviation, out);
        }
        out.writeInt(blocks.size());
        for (LeastSquaresEngine block : blocks) {
            Map<String, double[]> arrays = new TreeMap<>(block.state());
            block.saveOrder(arrays);
            SavedArrays.write(arrays, out);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        length = in.readLong();
        taken = in.readLong();
        solvedAt = in.readLong();
        solved = new double[SavedFormat.readCount(in, MOST_BLOCKS)][size];
        for (double[] deviation : solved) {
            SavedFormat.readAll(deviation, in);
        }
        int count = SavedFormat.readCount(in, MOST_BLOCKS);
        blocks.clear();
        for (int g = 0; g < count; g++) {
            LeastSquaresEngine block = newBlock();
            block.load(SavedArrays.read(in));
            blocks.add(block);
        }
    }
}
