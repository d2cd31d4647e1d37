package io.emphatic.logs.learning;

import io.emphatic.batch.Horde;
import io.emphatic.experience.Features;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Predictions with the same steps and rule: they share a time line and the trace of a {@link Horde}. */
final class HordeRun extends PredictionRun {
    /** More are cut into several, of which each has its thread. */
    private static final int MOST_IN_HORDE = 128;

    /** With fewer, results equal those of the core's learners to the last bit ({@code docs/decisions/logs.md}). */
    private static final int FEWEST_IN_HORDE = 16;

    /** The cumulants of this many rows are taken at once: the columns that they come from lie far apart. */
    private static final int ROWS_AT_ONCE = 32;

    private final Horde horde;
    private final NumberSource[] sources; // of cumulants, by prediction
    private final double[][] cumulants; // by row and prediction
    private int taken; // the row of the last action, among those taken at once
    private final RunningPrediction.EmphasisDiagnostics emphasis;
    private final RunningPrediction.ErrorDiagnostics errors;
    private final List<HordeMember> members = new ArrayList<>();

    /** @param planned one of the {@link #groups} */
    HordeRun(RunSettings settings, List<PlannedPrediction> planned) {
        super(settings, new TimeLine(settings.plan(), planned.get(0), null)); // a horde takes rewards as cumulants
        int size = planned.size();
        this.horde = new Horde(
                planned.stream().map(PlannedPrediction::config).toList(),
                new double[settings.plan().features().size()]);
        this.sources = planned.stream().map(PlannedPrediction::cumulant).toArray(NumberSource[]::new);
        this.cumulants = new double[ROWS_AT_ONCE][size];
        this.emphasis = new RunningPrediction.EmphasisDiagnostics(settings.precision());
        this.errors = new RunningPrediction.ErrorDiagnostics(settings.rows(), size);
        for (int k = 0; k < size; k++) {
            members.add(new HordeMember(planned.get(k), k, settings));
        }
    }

    /** The predictions of a plan that share a trace with enough others to learn faster in a horde: a list for each. */
    static List<List<PlannedPrediction>> groups(Plan plan) {
        Map<Object, List<PlannedPrediction>> byTrace = plan.predictions().stream()
                .filter(one -> Horde.accepts(one.config()))
                .collect(Collectors.groupingBy(
                        one -> List.of(one.config().traceKey(), one.steps()), LinkedHashMap::new, Collectors.toList()));
        List<List<PlannedPrediction>> groups = new ArrayList<>();
        for (List<PlannedPrediction> all : byTrace.values()) {
            int size = all.size();
            int hordes = size < FEWEST_IN_HORDE ? 0 : (size + MOST_IN_HORDE - 1) / MOST_IN_HORDE;
            for (int h = 0; h < hordes; h++) {
                groups.add(all.subList(h * size / hordes, (h + 1) * size / hordes));
            }
        }
        return groups;
    }

    @Override
    protected void act(int row) {
        super.act(row);
        taken = row % ROWS_AT_ONCE;
        int count = taken == 0 ? Math.min(ROWS_AT_ONCE, chunk.size() - row) : 0;
        for (int k = 0; k < sources.length && count > 0; k++) {
            for (int next = 0; next < count; next++) {
                cumulants[next][k] = sources[k].at(chunk.numbers(), row + next);
            }
        }
    }

    @Override
    void learn(int row, long logRow) {
        double[] rewards = cumulants[taken];
        horde.update(lines[0].transition(), rewards);
        emphasis.learned(horde.followOn(), horde.emphasis());
        if (horde.diverged() == 0) {
            errors.learned(horde.tdErrors(), rewards, logRow);
        }
        for (int k = 0; k < sources.length && horde.diverged() > 0; k++) {
            if (horde.divergedAt(k).isEmpty()) {
                errors.learned(k, horde.tdError(k), rewards[k], logRow);
            }
        }
        for (int k = 0; k < members.size() && members.get(k).notes(logRow); k++) {
            members.get(k).noteStep(row, logRow);
        }
    }

    @Override
    List<HordeMember> predictions() {
        return members;
    }

    @Override
    void exchangeLearners(SavedState state) throws IOException {
        state.value(horde, (out, one) -> one.write(out), in -> {
            horde.read(in);
            return horde;
        });
    }

    @Override
    void exchangeDiagnostics(SavedState state) throws IOException {
        emphasis.exchange(state);
        for (HordeMember member : members) {
            member.exchangeDiagnostics(state);
        }
    }

    private final class HordeMember extends RunningPrediction {
        HordeMember(PlannedPrediction plan, int place, RunSettings settings) {
            super(plan, emphasis, HordeRun.this.errors, place, settings);
        }

        @Override
        double predict(Features phi) {
            return horde.predict(place, phi);
        }

        @Override
        double[] weights() {
            return horde.weights(place);
        }

        @Override
        long steps() {
            return horde.steps(place);
        }

        @Override
        OptionalLong divergedAt() {
            return horde.divergedAt(place);
        }

        @Override
        double tdError() {
            return horde.tdError(place);
        }
    }
}
