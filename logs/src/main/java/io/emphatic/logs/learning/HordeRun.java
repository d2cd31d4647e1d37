package io.emphatic.logs.learning;

import io.emphatic.batch.Horde;
import io.emphatic.experience.Features;
import io.emphatic.logs.file.RowChunk;
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

/** Many predictions in {@link Horde}s: those with the same steps and rule share a time line and a trace. */
final class HordeRun extends PredictionRun {
    /** How many predictions a horde has at most: loops of fewer are so short that they cost a third more. */
    static final int MOST_IN_HORDE = 128;

    /** With fewer, results equal those of the core's learners to the last bit ({@code docs/decisions/logs.md}). */
    private static final int FEWEST_IN_HORDE = 16;

    /** Cumulants of so many rows are taken at once: the columns that they come from lie far apart. */
    private static final int ROWS_AT_ONCE = 32;

    /** Predictions with one trace. */
    private record Group(
            TimeLine line,
            Horde horde,
            NumberSource[] sources,
            double[][] cumulants, // by row and prediction
            RunningPrediction.EmphasisDiagnostics emphasis,
            RunningPrediction.ErrorDiagnostics errors) {
        static Group of(TimeLine line, List<PlannedPrediction> planned, RunSettings settings) {
            int size = planned.size();
            return new Group(
                    line,
                    new Horde(
                            planned.stream().map(PlannedPrediction::config).toList(),
                            new double[settings.plan().features().size()]),
                    planned.stream().map(PlannedPrediction::cumulant).toArray(NumberSource[]::new),
                    new double[ROWS_AT_ONCE][size],
                    new RunningPrediction.EmphasisDiagnostics(settings.precision()),
                    new RunningPrediction.ErrorDiagnostics(settings.rows(), size));
        }

        void takeCumulants(RowChunk chunk, int from) {
            int count = Math.min(ROWS_AT_ONCE, chunk.size() - from);
            for (int k = 0; k < sources.length; k++) {
                for (int row = 0; row < count; row++) {
                    cumulants[row][k] = sources[k].at(chunk.numbers(), from + row);
                }
            }
        }

        void learn(int row, long logRow) {
            horde.update(line.transition(), cumulants[row]);
            emphasis.learned(horde.followOn(), horde.emphasis());
            if (horde.diverged() == 0) {
                errors.learned(horde.tdErrors(), cumulants[row], logRow);
                return;
            }
            for (int k = 0; k < sources.length; k++) {
                if (horde.divergedAt(k).isEmpty()) {
                    errors.learned(k, horde.tdError(k), cumulants[row][k], logRow);
                }
            }
        }
    }

    private final List<Group> groups = new ArrayList<>();
    private final List<HordeMember> members = new ArrayList<>();
    private int taken; // the row of the last action, among those taken at once

    /** @param byTrace the predictions, those that share a trace together, and their time lines in the same order */
    private HordeRun(RunSettings settings, TimeLine[] lines, List<List<PlannedPrediction>> byTrace) {
        super(settings, lines);
        for (int g = 0; g < lines.length; g++) {
            List<PlannedPrediction> planned = byTrace.get(g);
            Group group = Group.of(lines[g], planned, settings);
            groups.add(group);
            for (int k = 0; k < planned.size(); k++) {
                members.add(new HordeMember(planned.get(k), group, k, settings));
            }
        }
    }

    /** The predictions of a plan that share a trace with enough others to learn faster in a horde, by trace. */
    static List<List<PlannedPrediction>> groups(Plan plan) {
        return byTrace(plan.predictions()).stream()
                .filter(group -> group.size() >= FEWEST_IN_HORDE)
                .toList();
    }

    /** Without those whose algorithm a horde does not accept. */
    private static List<List<PlannedPrediction>> byTrace(List<PlannedPrediction> planned) {
        Map<Object, List<PlannedPrediction>> groups = planned.stream()
                .filter(one -> Horde.accepts(one.config()))
                .collect(Collectors.groupingBy(
                        one -> List.of(one.config().traceKey(), one.steps()), LinkedHashMap::new, Collectors.toList()));
        return List.copyOf(groups.values());
    }

    /** Hordes of these predictions, of which those in a group are neighbours. */
    static List<HordeRun> of(RunSettings settings, List<PlannedPrediction> planned) {
        List<HordeRun> runs = new ArrayList<>();
        int hordes = (planned.size() + MOST_IN_HORDE - 1) / MOST_IN_HORDE;
        for (int h = 0; h < hordes; h++) {
            int from = h * planned.size() / hordes;
            int end = (h + 1) * planned.size() / hordes;
            List<List<PlannedPrediction>> byTrace = byTrace(planned.subList(from, end));
            // A horde takes rewards as cumulants.
            TimeLine[] lines = byTrace.stream()
                    .map(group -> new TimeLine(settings.plan(), group.get(0), null))
                    .toArray(TimeLine[]::new);
            runs.add(new HordeRun(settings, lines, byTrace));
        }
        return runs;
    }

    @Override
    protected void act(int row) {
        super.act(row);
        taken = row % ROWS_AT_ONCE;
        for (int g = 0; taken == 0 && g < groups.size(); g++) {
            groups.get(g).takeCumulants(chunk, row);
        }
    }

    @Override
    void learn(int row, long logRow) {
        for (Group group : groups) {
            group.learn(taken, logRow);
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
        for (Group group : groups) {
            state.value(group.horde, (out, horde) -> horde.write(out), in -> {
                group.horde.read(in);
                return group.horde;
            });
        }
    }

    @Override
    void exchangeDiagnostics(SavedState state) throws IOException {
        for (Group group : groups) {
            group.emphasis.exchange(state);
        }
        for (HordeMember member : members) {
            member.exchangeDiagnostics(state);
        }
    }

    private static final class HordeMember extends RunningPrediction {
        private final Group group;

        HordeMember(PlannedPrediction plan, Group group, int place, RunSettings settings) {
            super(plan, group.emphasis, group.errors, place, settings);
            this.group = group;
        }

        @Override
        double predict(Features phi) {
            return group.horde.predict(place, phi);
        }

        @Override
        double[] weights() {
            return group.horde.weights(place);
        }

        @Override
        long steps() {
            return group.horde.steps(place);
        }

        @Override
        OptionalLong divergedAt() {
            return group.horde.divergedAt(place);
        }

        @Override
        double tdError() {
            return group.horde.tdError(place);
        }
    }
}
