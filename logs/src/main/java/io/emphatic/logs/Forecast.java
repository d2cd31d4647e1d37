package io.emphatic.logs;

import io.emphatic.Features;
import io.emphatic.Learner;
import io.emphatic.Snapshot;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** One prediction on its way through the log: its time line, its learner and what is watched. */
final class Forecast extends Course implements Course.Outcome {
    private final Plan.Target target;
    private final TimeLine line;
    private final EmphasisDiagnostics emphases;
    private final ErrorDiagnostics errorSizes = new ErrorDiagnostics();
    private final double[] values; // null when nobody wants them
    private final double[] errors;
    private Learner learner;
    private double[][] columns;
    private double reward;
    private volatile long endedAt = -1;

    /** @param recorded whether each row's prediction and error are wanted */
    Forecast(Plan plan, Plan.Target target, Quantiles.Precision precision, boolean recorded) {
        super(plan.features().size(), recorded);
        this.target = target;
        this.line = new TimeLine(plan, target);
        this.emphases = new EmphasisDiagnostics(precision);
        this.learner = target.config().learner(plan.features().size());
        this.values = recorded ? new double[Batch.CAPACITY + 1] : null;
        this.errors = recorded ? new double[Batch.CAPACITY + 1] : null;
    }

    @Override
    void begin(Batch batch) {
        columns = batch.numbers();
        line.begin(batch);
    }

    @Override
    void start(int row, Features phi) {
        line.start(row, phi);
    }

    @Override
    void act(int row) {
        line.act(row);
        reward = target.cumulant().at(columns, row);
    }

    @Override
    void arrive(int row, Features phi) {
        line.arrive(reward, row, phi);
    }

    @Override
    void terminate(Features none) {
        line.terminate(reward, none);
    }

    @Override
    void predict(int k) {
        values[k] = learner.predict(line.transition().phi());
    }

    @Override
    void learn(int k, long place, long rows) {
        long before = learner.steps();
        learner.update(line.transition());
        boolean learned = learner.steps() != before;
        if (learned) {
            if (emphases.isEmphatic()) {
                emphases.learned(learner.followOn(), learner.emphasis());
            }
            errorSizes.learned(learner.tdError(), place, rows);
        } else {
            endedAt = before;
        }
        if (errors != null) {
            errors[k] = learned ? learner.tdError() : Double.NaN;
        }
    }

    @Override
    void leave(int k) {
        errors[k] = Double.NaN;
    }

    @Override
    public long endedAt() {
        return endedAt;
    }

    @Override
    public Plan.Target target() {
        return target;
    }

    @Override
    public double value(int k) {
        return values[k];
    }

    @Override
    public double error(int k) {
        return errors[k];
    }

    @Override
    List<Forecast> outcomes() {
        return List.of(this);
    }

    @Override
    void write(DataOutputStream out) throws IOException {
        learner.snapshot().write(out);
        emphases.write(out);
        errorSizes.write(out);
    }

    @Override
    void read(DataInputStream in) throws IOException {
        learner = Snapshot.read(in).restore();
        endedAt = learner.divergedAt().orElse(-1);
        emphases.read(in);
        errorSizes.read(in);
    }

    @Override
    public Report.Prediction report(double[] meanFeatures, Map<Policy, RatioDiagnostics> policies) {
        return new Report.Prediction(
                target.name(),
                target.config(),
                learner.steps(),
                learner.weights(),
                learner.predict(Features.dense(meanFeatures)),
                learner.divergedAt(),
                policies.get(target.policy()).of(learner.steps()),
                emphases.followOn(),
                emphases.emphasis(),
                errorSizes.means());
    }
}
