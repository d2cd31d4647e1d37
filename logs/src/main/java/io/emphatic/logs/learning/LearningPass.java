package io.emphatic.logs.learning;

import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.doctor.Watch;
import io.emphatic.logs.file.Batch;
import io.emphatic.logs.file.Checkpoint;
import io.emphatic.logs.file.PredictionsFile;
import io.emphatic.logs.file.Rows;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Policy;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Expression;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One pass over the rows of a log, batch by batch: read, learned from ({@link Pipeline}), recorded, saved. */
public final class LearningPass {
    private final Plan plan;
    private final RowOrder order;
    private final List<Course> courses = new ArrayList<>();
    private final List<HordeCourse> hordes = new ArrayList<>();
    private final List<Forecast.Member> alone = new ArrayList<>(); // in the order of the plan
    private final List<Course.Outcome> outcomes = new ArrayList<>();
    private final Map<Policy, RatioDiagnostics> policies = new LinkedHashMap<>();
    private final PredictionsFile predictions; // null when nobody wants it
    private final double[] featureSums;
    private long rows;
    private long terminated;
    private long truncated;

    public LearningPass(Plan plan, RowOrder order, PredictionsFile predictions) {
        this.plan = plan;
        this.order = order;
        this.predictions = predictions;
        this.featureSums = new double[plan.features().size()];
        Quantiles.Precision precision =
                Quantiles.Precision.among(plan.policies().size());
        for (Policy policy : plan.policies()) {
            policies.put(policy, new RatioDiagnostics(policies.size(), precision));
        }
        divide();
    }

    /** A learner for each prediction, but for those that are better off in a horde. */
    private void divide() {
        Quantiles.Precision precision = Quantiles.Precision.among(HordeCourse.traces(plan));
        Map<Plan.Target, Course.Outcome> byTarget = new IdentityHashMap<>();
        hordes.addAll(HordeCourse.of(plan, precision, predictions != null));
        hordes.forEach(horde -> horde.outcomes().forEach(outcome -> byTarget.put(outcome.target(), outcome)));
        List<Plan.Target> rest = plan.targets().stream()
                .filter(target -> !byTarget.containsKey(target))
                .toList();
        List<Forecast> forecasts = Forecast.of(plan, rest, precision, predictions != null);
        Map<Plan.Target, Forecast.Member> byOwn = new IdentityHashMap<>();
        forecasts.forEach(forecast -> forecast.outcomes().forEach(own -> byOwn.put(own.target(), own)));
        rest.forEach(target -> alone.add(byOwn.get(target)));
        byTarget.putAll(byOwn);
        plan.targets().forEach(target -> outcomes.add(byTarget.get(target)));
        courses.addAll(hordes);
        courses.addAll(forecasts);
    }

    private List<Expression> keys() {
        return predictions == null ? plan.stream() : predictions.keys();
    }

    /**
     * Reads the rows from where it is to the end.
     *
     * @param checkpoint where to save; null to save nothing
     * @param watch sees all rows; null where nobody wants it
     */
    void run(Progress progress, Checkpoint checkpoint, Watch watch) throws IOException {
        // A resumed time line needs the step before the last row: two rows are read again and not learned from.
        long learnFrom = rows;
        rows = Math.max(0, learnFrom - 2);
        long every = checkpoint == null ? Long.MAX_VALUE : checkpoint.every();
        try (Rows source = new Rows(
                        plan.log(),
                        plan.query(order, keys(), rows),
                        plan.slots().size(),
                        keys());
                Pipeline pipeline = new Pipeline(
                        plan,
                        source,
                        rows,
                        learnFrom,
                        every,
                        keys().size(),
                        predictions != null,
                        watch,
                        courses,
                        order.rows())) {
            for (Batch batch = pipeline.next(); batch != null; batch = pipeline.next()) {
                batch.addFeaturesTo(featureSums, learnFrom);
                seeRatios(batch, learnFrom);
                record(batch);
                rows += batch.size();
                progress.read(rows, order.rows());
                if (checkpoint != null && batch.size() > 0 && rows > learnFrom && rows % every == 0) {
                    checkpoint.write(this);
                }
            }
        }
        if (rows != order.rows()) {
            throw new IOException(
                    plan.log().name() + " changed while it was read: " + order.rows() + " rows, then " + rows);
        }
    }

    private void seeRatios(Batch batch, long learnFrom) {
        for (Course.Outcome outcome : outcomes) {
            long end = outcome.endedAt();
            if (end >= 0) {
                policies.get(outcome.target().policy()).endAt(end);
            }
        }
        for (RatioDiagnostics ratios : policies.values()) {
            ratios.see(batch, learnFrom);
        }
    }

    private void record(Batch batch) throws IOException {
        terminated += batch.terminatedCount();
        truncated += batch.truncatedCount();
        for (int k = 0; predictions != null && k < batch.settledCount(); k++) {
            predictions.begin(batch.settledRow(k), batch.settledKey(k));
            for (Course.Outcome outcome : outcomes) {
                predictions.number(outcome.value(k));
                predictions.number(outcome.error(k));
            }
            predictions.endLine();
        }
    }

    /** What there is to report at the end. */
    Report report(List<Finding> findings) {
        double[] meanFeatures = featureSums.clone();
        for (int j = 0; j < meanFeatures.length; j++) {
            meanFeatures[j] /= rows;
        }
        return new Report(
                plan.log().name(),
                rows,
                order.streams(),
                terminated,
                truncated,
                plan.featureMap().names(),
                outcomes.stream()
                        .map(outcome -> outcome.report(meanFeatures, policies))
                        .toList(),
                findings);
    }

    /** Brings the predictions file to the disk and returns its length; 0 when there is none. */
    public long forcePredictions() throws IOException {
        return predictions == null ? 0 : predictions.force();
    }

    public void write(DataOutputStream out) throws IOException {
        for (HordeCourse horde : hordes) {
            horde.write(out);
        }
        for (Forecast.Member member : alone) {
            member.write(out);
        }
        for (RatioDiagnostics ratios : policies.values()) {
            ratios.write(out);
        }
        out.writeLong(rows);
        out.writeLong(terminated);
        out.writeLong(truncated);
        for (double sum : featureSums) {
            out.writeDouble(sum);
        }
    }

    public void read(DataInputStream in) throws IOException {
        for (HordeCourse horde : hordes) {
            horde.read(in);
        }
        for (Forecast.Member member : alone) {
            member.read(in);
        }
        for (RatioDiagnostics ratios : policies.values()) {
            ratios.read(in);
        }
        rows = in.readLong();
        terminated = in.readLong();
        truncated = in.readLong();
        for (int j = 0; j < featureSums.length; j++) {
            featureSums[j] = in.readDouble();
        }
    }
}
