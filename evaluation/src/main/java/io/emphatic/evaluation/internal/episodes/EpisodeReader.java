package io.emphatic.evaluation.internal.episodes;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.evaluation.log.ReturnRange;

/** Finds lives and episodes in rows and fills blocks with them. Rows of a life before its first start are left out. */
public final class EpisodeReader {
    private static final double TOLERANCE = 1e-9; // of the declared range, for rounding

    private final EvaluationSettings settings;
    private LogShape shape = new LogShape();

    private boolean alive; // the row before leads to the next one unless that is first
    private boolean asked; // a start was seen in this life
    private boolean pending; // the row behind the complete ones is put, and what follows it is not known
    private double lastDiscount; // of the row put last
    private int fold;
    private boolean apart; // the life that begins next is of another cluster than the one before
    private boolean joins; // this life is of the cluster of the one before
    private double clusterStarts; // Σ ω of the cluster so far

    private int slots; // episodes that are followed one by one
    private int starts; // in this life
    private final int[] run = new int[EvaluationConstants.MOST_OPEN_EPISODES]; // in the block
    private final int[] age = new int[EvaluationConstants.MOST_OPEN_EPISODES];
    private final double[] discount = new double[EvaluationConstants.MOST_OPEN_EPISODES]; // gₜ
    private final double[] returned = new double[EvaluationConstants.MOST_OPEN_EPISODES];
    private double followOn; // Hₜ = iₜ + γₜHₜ₋₁ = Σ ωgₜ of all episodes of the life
    private double lifeReturn; // Σ HₜRₜ₊₁

    public EpisodeReader(EvaluationSettings settings) {
        this.settings = settings;
    }

    /** @param clustersBefore how many clusters of the log come before the rows that follow */
    public void restart(long clustersBefore) {
        shape = new LogShape();
        alive = false;
        asked = false;
        pending = false;
        apart = true;
        clusterStarts = 0;
        fold = (int) ((clustersBefore + EvaluationConstants.FOLDS - 1) % EvaluationConstants.FOLDS);
    }

    public LogShape shape() {
        return shape;
    }

    /** Puts the row into the block, after completing the one before. */
    public void read(LoggedRow row, EpisodeBlock block) {
        row.check(settings);
        boolean begins = row.isFirst() || !alive;
        boolean goesOn = !begins && asked;
        boolean enters = !goesOn && row.isStart();
        apart |= begins && !row.isJoined();
        if (pending && goesOn) {
            block.put(block.rows + 1, row, false, settings.lambda());
            block.step(block.rows, false);
            complete(block);
        } else if (pending) {
            cut(block);
        }
        if (enters) {
            enter(block, row);
        }
        alive = !row.isTerminated() && !row.isTruncated();
        asked = goesOn || enters;
        pending = asked && alive;
        lastDiscount = row.discount();
        if (asked && row.isTerminated()) {
            block.step(block.rows, true);
            complete(block);
        } else if (asked && row.isTruncated()) {
            cut(block);
        }
    }

    /** The log is over: a row that waits for what follows is cut. */
    public void finish(EpisodeBlock block) {
        if (pending) {
            cut(block);
        }
        pending = false;
        closeCluster();
    }

    /** Whether the row behind the complete ones of a block has to go to the next block. */
    public boolean isPending() {
        return pending;
    }

    private void enter(EpisodeBlock block, LoggedRow row) {
        block.put(block.rows, row, true, settings.lambda());
        block.flags[block.rows] |= apart ? 0 : EpisodeBlock.JOINS;
        joins = !apart;
        apart = false;
        if (!joins) {
            closeCluster();
            fold = (fold + 1) % EvaluationConstants.FOLDS;
            shape.clusters++;
        }
        slots = 0;
        starts = 0;
        followOn = 0;
        lifeReturn = 0;
        shape.lives++;
    }

    private void closeCluster() {
        shape.startSquares += clusterStarts * clusterStarts;
        clusterStarts = 0;
    }

    private void cut(EpisodeBlock block) {
        block.cut(block.rows);
        complete(block);
    }

    private void complete(EpisodeBlock block) {
        int i = block.rows;
        block.fold[i] = fold;
        double gamma = block.gamma[i];
        followOn *= gamma;
        for (int s = 0; s < slots; s++) {
            age[s]++;
            discount[s] *= gamma;
        }
        if (block.has(EpisodeBlock.STARTS, i)) {
            open(block.weight[i]);
        }
        double reward = block.reward[i];
        lifeReturn += followOn * reward;
        for (int s = 0; s < slots; s++) {
            returned[s] += discount[s] * reward;
            shape.visit(age[s], block.weight[i]);
            if (i == 0 || age[s] == 0) {
                run[s] = block.runs.open(i, s, age[s], discount[s]);
            }
            block.runs.add(run[s], returned[s]);
        }
        shape.see(reward);
        shape.steps += block.has(EpisodeBlock.STEP, i) ? 1 : 0;
        if (block.has(EpisodeBlock.LAST, i)) {
            close(block, i);
        }
        block.rows++;
    }

    private void open(double weight) {
        shape.count(weight);
        starts++;
        followOn += weight;
        shape.severalStarts |= starts > 1;
        if (slots == EvaluationConstants.MOST_OPEN_EPISODES) {
            shape.crowded = true;
            return;
        }
        age[slots] = 0;
        discount[slots] = 1;
        returned[slots++] = 0;
    }

    private void close(EpisodeBlock block, int i) {
        double weight = starts * block.weight[i];
        block.lifeStarts[i] = weight;
        block.lifeReturn[i] = lifeReturn;
        block.lifeJoins[i] = joins;
        block.lives++;
        clusterStarts += weight;
        shape.returned += lifeReturn;
        if (block.has(EpisodeBlock.CUT, i)) {
            shape.cut += starts;
            shape.cutWeight += weight;
            shape.leftOver += followOn * lastDiscount;
            return;
        }
        shape.ended += starts;
        for (int s = 0; s < slots; s++) {
            shape.ended(age[s], block.weight[i], block.reward[i] == 0);
            checkReturn(returned[s], shape.episodes - starts + s + 1);
        }
    }

    private void checkReturn(double value, long episode) {
        ReturnRange range = settings.range();
        if (range == null) {
            return;
        }
        double slack = TOLERANCE * (range.high() - range.low());
        if (!(value >= range.low() - slack && value <= range.high() + slack)) {
            throw new IllegalArgumentException("the return of an episode is outside the declared range [" + range.low()
                    + ", " + range.high() + "]: " + value + " (episode " + episode + ")");
        }
    }
}
