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
 * The covariance of least squares by streams or, of fewer than {@value #FEWEST} streams, by blocks of steps.
 *
 * <pre>
 *   Cov(θ̂) = G/(G − 1) Σ_g (A⁻¹ s_g)(A⁻¹ s_g)ᵀ,  s_g = Σ_{t in stream g} eₜ δₜ(θ̂) = b_g − A_g θ̂
 * </pre>
 *
 * A block has sums of its own, since θ̂ is known at the end only. At most {@value #MOST_BLOCKS} are kept: where there
 * are more, neighbours are added up. Up to half as many streams have blocks of their own, parts of a stream are added
 * up then, so that blocks grow with the log, and what is left between them of the dependence of steps fades. A part
 * ends with an episode, if it is not four times as long by then. Of more streams blocks are streams, and then groups of
 * neighbours.
 */
final class Sandwich implements Band {
    static final int MOST_FEATURES = 500; // with more, blocks need more than 128 MB

    private static final int MOST_BLOCKS = 64;
    private static final int FIRST_LENGTH = 16;
    private static final int LONGEST_BLOCK = 4; // times the length
    private static final int FEWEST = 8; // streams or blocks
    private static final double STEPS_UNTIL_SOLVED_AGAIN = 1.02; // times those when it was solved

    private final LeastSquares config;
    private final int size;
    private final double[] initialWeights;
    private final List<Block> blocks = new ArrayList<>();
    private final ParkedStream trace = new ParkedStream();
    private long streams = 1; // so far
    private long length = FIRST_LENGTH; // of a part of a stream, at least
    private long together = 1; // streams of a block, where there are many
    private long taken; // steps of the last block
    private long begun = 1; // streams of the last block
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
        blocks.add(new Block(newSums(), true));
    }

    private record Block(LeastSquaresEngine sums, boolean beginsStream) {}

    private LeastSquaresEngine newSums() {
        LeastSquaresEngine engine = new LeastSquaresEngine(config.rule(), config.ridge(), size);
        engine.reset(initialWeights);
        return engine;
    }

    private LeastSquaresEngine last() {
        return blocks.get(blocks.size() - 1).sums();
    }

    private boolean hasManyStreams() {
        return streams > MOST_BLOCKS / 2;
    }

    @Override
    public double update(Transition t, Learner learner, double before) {
        if (!hasManyStreams() && taken >= length && (t.gamma() == 0 || taken >= LONGEST_BLOCK * length)) {
            begin(false);
        }
        last().step(t, Double.NaN);
        taken++;
        return last().traceNorm() * (Divergence.features(t) + Math.abs(t.reward()));
    }

    @Override
    public void startStream() {
        if (taken == 0) {
            return; // the present one has not begun
        }
        streams++;
        for (int g = 1; hasManyStreams() && g < blocks.size(); g++) {
            while (g < blocks.size() && !blocks.get(g).beginsStream()) {
                addUp(g);
            }
        }
        if (begun == together) {
            begin(true);
        } else {
            begun++;
        }
    }

    private void begin(boolean stream) {
        last().park(trace);
        if (blocks.size() == MOST_BLOCKS) {
            for (int g = 1; g < blocks.size(); g++) {
                if (hasManyStreams() || !blocks.get(g).beginsStream()) {
                    addUp(g);
                }
            }
            length *= 2;
            together *= hasManyStreams() ? 2 : 1;
        }
        blocks.add(new Block(newSums(), stream));
        last().resume(trace);
        taken = 0;
        begun = 1;
    }

    /** This block and the one before it. */
    private void addUp(int g) {
        blocks.get(g - 1).sums().merge(blocks.remove(g).sums());
    }

    @Override
    public double[][] deviations(Learner learner) {
        LeastSquaresEngine all = newSums();
        List<LeastSquaresEngine> sums = blocks.stream().map(Block::sums).toList();
        sums.forEach(all::merge);
        double factor = Math.sqrt(freedom() / (freedom() + 1.0));
        double[][] ofBlocks = all.deviations(sums);
        double[][] deviations = new double[freedom() + 1][size];
        for (int g = 0, k = -1; g < ofBlocks.length; g++) {
            k += streams < FEWEST || blocks.get(g).beginsStream() ? 1 : 0;
            for (int j = 0; j < size; j++) {
                deviations[k][j] += ofBlocks[g][j] / factor;
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
        return (streams < FEWEST || hasManyStreams() ? blocks.size() : (int) streams) - 1;
    }

    @Override
    public String silence() {
        return blocks.size() < FEWEST ? "there are too few steps for " + FEWEST + " blocks" : null;
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
        out.writeLong(streams);
        out.writeLong(length);
        out.writeLong(together);
        out.writeLong(taken);
        out.writeLong(begun);
        out.writeLong(solvedAt);
        out.writeInt(solved.length);
        for (double[] deviation : solved) {
            SavedFormat.writeAll(deviation, out);
        }
        out.writeInt(blocks.size());
        for (Block block : blocks) {
            out.writeBoolean(block.beginsStream());
            Map<String, double[]> arrays = new TreeMap<>(block.sums().state());
            block.sums().saveOrder(arrays);
            SavedArrays.write(arrays, out);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        streams = in.readLong();
        length = in.readLong();
        together = in.readLong();
        taken = in.readLong();
        begun = in.readLong();
        solvedAt = in.readLong();
        solved = new double[SavedFormat.readCount(in, MOST_BLOCKS)][size];
        for (double[] deviation : solved) {
            SavedFormat.readAll(deviation, in);
        }
        int count = SavedFormat.readCount(in, MOST_BLOCKS);
        blocks.clear();
        for (int g = 0; g < count; g++) {
            Block block = new Block(newSums(), in.readBoolean());
            block.sums().load(SavedArrays.read(in));
            blocks.add(block);
        }
    }
}
