package io.emphatic.logs;

import io.emphatic.Features;
import io.emphatic.Learner;
import io.emphatic.Snapshot;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/** One prediction on its way through the log: its time line, its learner and what is watched. */
final class Forecast extends Course implements Course.Outcome {
    private final Plan.Target target;
    private final TimeLine line;
    private final StepDiagnostics steps = new StepDiagnostics();
    private final ErrorDiagnostics errorSizes = new ErrorDiagnostics();
    private final double[] values; // null when nobody wants them
    private final double[] errors;
    private Learner learner;
    private double[][] columns;
    private double reward;

    /** @param recorded whether each row's prediction and error are wanted */
    Forecast(Plan.Target target, int size, boolean recorded) {
        super(size, recorded);
        this.target = target;
        this.line = new TimeLine(target);
        this.learner = target.config().learner(size);
        this.values = recorded ? new double[Batch.CAPACITY + 1] : null;
        this.errors = recorded ? new double[Batch.CAPACITY + 1] : null;
    }

    @Override
    void begin(double[][] columns) {
        this.columns = columns;
        line.begin(columns);
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
            steps.learned(
                    line.transition().rho(),
                    steps.isEmphatic() ? learner.followOn() : Double.NaN,
                    steps.isEmphatic() ? learner.emphasis() : Double.NaN);
            errorSizes.learned(learner.tdError(), place, rows);
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
        steps.write(out);
        errorSizes.write(out);
    }

    @Override
    void read(DataInputStream in) throws IOException {
        learner = Snapshot.read(in).restore();
        steps.read(in);
        errorSizes.read(in);
    }

    @Override
    public Report.Prediction report(double[] meanFeatures) {
        return new Report.Prediction(
                target.name(),
                target.config(),
                learner.steps(),
                learner.weights(),
                learner.predict(Features.dense(meanFeatures)),
                learner.divergedAt(),
                steps.ratio(),
                steps.followOn(),
                steps.emphasis(),
                errorSizes.means());
    }
}
