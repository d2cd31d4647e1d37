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
 * The covariance of least squares by streams or, of fewer than {@value #FEWEST_UNITS} streams, by blocks of steps.
 *
 * <pre>
 *   Cov(θ̂) = G/(G − 1) Σ_g (A⁻¹ s_g)(A⁻¹ s_g)ᵀ,  s_g = Σ_{t in stream g} eₜ δₜ(θ̂) = b_g − A_g θ̂
 * </pre>
 *
 * A block has sums of its own, since θ̂ is known at the end only. At most {@value #MOST_BLOCKS} are kept: where there
 * are more, neighbours are added up. Up to half as many streams have blocks of their own, parts of a stream are added
 * up then, so that blocks grow with the log, and what is left between them of the dependence of steps fades. A part
 * ends with an episode, if it is not four times as long by then. Of more streams blocks are streams, then neighbours.
 */
final class Sandwich implements Band {
    static final int MOST_FEATURES = 500; // with more, blocks need more than 128 MB

    private static final int MOST_BLOCKS = 64;
    private static final int FIRST_LENGTH = 16;
    private static final int LONGEST_BLOCK = 4; // times the length
    private static final int FEWEST_UNITS = 8; // streams or blocks
    private static final double STEPS_UNTIL_SOLVED_AGAIN = 1.02; // times those when it was solved

    private final LeastSquares config;
    private final int size;
    private final double[] initialWeights;
    private final List<SumsBlock> blocks = new ArrayList<>();
    private final ParkedStream trace = new ParkedStream();
    private long streams = 1; // so far
    private long length = FIRST_LENGTH; // steps of a part of a stream, at least
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
        blocks.add(new SumsBlock(newSums(), 1));
    }

    private static final class SumsBlock {
        private final LeastSquaresEngine sums;
        private long streams; // that begin in it; 0 for a part of one
        private long steps;

        SumsBlock(LeastSquaresEngine sums, long streams) {
            this.sums = sums;
            this.streams = streams;
        }
    }

    private LeastSquaresEngine newSums() {
        LeastSquaresEngine engine = new LeastSquaresEngine(config.rule(), config.ridge(), size);
        engine.reset(initialWeights);
        return engine;
    }

    private SumsBlock last() {
        return blocks.get(blocks.size() - 1);
    }

    private boolean hasManyStreams() {
        return streams > MOST_BLOCKS / 2;
    }

    /** Whether it begins a new independent unit, which a stream without a step does not. */
    private boolean isUnit(SumsBlock block) {
        return block.steps > 0 && (block.streams > 0 || streams - (last().steps == 0 ? 1 : 0) < FEWEST_UNITS);
    }

    @Override
    public double update(Transition t, Learner learner, double before) {
        SumsBlock last = last();
        if (!hasManyStreams() && last.steps >= length && (t.gamma() == 0 || last.steps >= LONGEST_BLOCK * length)) {
            last = begin(0);
        }
        last.sums.step(t, Double.NaN);
        last.steps++;
        return last.sums.traceNorm() * (Divergence.features(t) + Math.abs(t.reward()));
    }

    @Override
    public void startStream() {
        if (last().steps == 0) {
            return; // the present one has not begun
        }
        streams++;
        last().sums.park(trace); // of the stream that is left, which may continue
        for (int g = 1; hasManyStreams() && g < blocks.size(); g++) {
            while (g < blocks.size() && blocks.get(g).streams == 0) {
                addUp(g);
            }
        }
        last().sums.resume(trace);
        if (hasManyStreams() && last().streams < blocks.get(0).streams) {
            last().streams++;
        } else {
            begin(1);
        }
    }

    private SumsBlock begin(long streamsOfIt) {
        last().sums.park(trace);
        if (blocks.size() == MOST_BLOCKS) {
            for (int g = 1; g < blocks.size(); g++) {
                if (hasManyStreams() || blocks.get(g).streams == 0) {
                    addUp(g);
                }
            }
            length *= 2;
        }
        blocks.add(new SumsBlock(newSums(), streamsOfIt));
        last().sums.resume(trace);
        return last();
    }

    /** This block and the one before it. */
    private void addUp(int g) {
        SumsBlock before = blocks.get(g - 1);
        SumsBlock block = blocks.remove(g);
        before.sums.merge(block.sums);
        before.streams += block.streams;
        before.steps += block.steps;
    }

    @Override
    public double[][] deviations(Learner learner) {
        LeastSquaresEngine all = newSums();
        List<LeastSquaresEngine> sums = blocks.stream().map(block -> block.sums).toList();
        sums.forEach(all::merge);
        double factor = Math.sqrt(freedom() / (freedom() + 1.0));
        double[][] ofBlocks = all.deviations(sums);
        double[][] deviations = new double[freedom() + 1][size];
        for (int g = 0, k = -1; g < ofBlocks.length; g++) {
            k += isUnit(blocks.get(g)) ? 1 : 0;
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
        return (int) blocks.stream().filter(this::isUnit).count() - 1;
    }

    @Override
    public String silence() {
        return freedom() + 1 < FEWEST_UNITS ? "there are too few steps for " + FEWEST_UNITS + " blocks" : null;
    }

    @Override
    public void park(ParkedStream into) {
        last().sums.park(trace);
        into.put(trace.numbers());
    }

    @Override
    public void resume(ParkedStream from) {
        last().sums.resume(new ParkedStream(from.takeRest()));
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(streams);
        out.writeLong(length);
        out.writeLong(solvedAt);
        out.writeInt(solved.length);
        for (double[] deviation : solved) {
            SavedFormat.writeAll(deviation, out);
        }
        out.writeInt(blocks.size());
        for (SumsBlock block : blocks) {
            out.writeLong(block.streams);
            out.writeLong(block.steps);
            Map<String, double[]> arrays = new TreeMap<>(block.sums.state());
            block.sums.saveOrder(arrays);
            SavedArrays.write(arrays, out);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        streams = in.readLong();
        length = in.readLong();
        solvedAt = in.readLong();
        solved = new double[SavedFormat.readCount(in, MOST_BLOCKS)][size];
        for (double[] deviation : solved) {
            SavedFormat.readAll(deviation, in);
        }
        int count = SavedFormat.readCount(in, MOST_BLOCKS);
        blocks.clear();
        for (int g = 0; g < count; g++) {
            SumsBlock block = new SumsBlock(newSums(), in.readLong());
            block.steps = in.readLong();
            block.sums.load(SavedArrays.read(in));
            blocks.add(block);
        }
    }
}
