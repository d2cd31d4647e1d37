package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.horde.Horde;
import io.emphatic.horde.HordeGroup;
import io.emphatic.horde.HordePrediction;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Many predictions in a {@link Horde}: those with the same steps and rule share a time line and a trace. */
final class HordeRun extends PredictionRun {
    /** How many predictions a horde has at most: loops of fewer are so short that they cost a third more. */
    static final int MOST_IN_HORDE = 128;

    /** With fewer, results equal those of the core's learners to the last bit ({@code docs/decisions/logs.md}). */
    private static final int FEWEST_IN_HORDE = 16;

    private final List<HordeMember> members = new ArrayList<>();
    private final RunningPrediction.EmphasisDiagnostics[] emphases; // by trace
    private final Transition[] transitions; // by trace
    private final double[][] columns; // of cumulants, by prediction
    private final double[] cumulants; // of the last row
    private Horde horde;

    /** @param byTrace the predictions, those that share a trace together, and their time lines in the same order */
    private HordeRun(RunSettings settings, TimeLine[] lines, List<List<PlannedPrediction>> byTrace) {
        super(settings, lines);
        this.horde = new Horde(settings.plan().features().size());
        this.emphases = new RunningPrediction.EmphasisDiagnostics[lines.length];
        this.transitions = Arrays.stream(lines).map(TimeLine::transition).toArray(Transition[]::new);
        horde.reserve(byTrace.stream().mapToInt(List::size).sum());
        for (int g = 0; g < lines.length; g++) {
            emphases[g] = new RunningPrediction.EmphasisDiagnostics(settings.precision());
            HordeGroup group = horde.group(byTrace.get(g).get(0).config());
            for (PlannedPrediction prediction : byTrace.get(g)) {
                members.add(new HordeMember(prediction, group.add(prediction.config()), emphases[g], settings));
            }
        }
        this.columns = new double[members.size()][];
        this.cumulants = new double[members.size()];
    }

    /** The predictions of a plan that share a trace with enough others to learn faster in a horde, by trace. */
    static List<List<PlannedPrediction>> groups(Plan plan) {
        return byTrace(plan.predictions()).stream()
                .filter(group -> group.size() >= FEWEST_IN_HORDE)
                .toList();
    }

    /** Without those whose algorithm a horde does not accept. */
    private static List<List<PlannedPrediction>> byTrace(List<PlannedPrediction> planned) {
        Map<Object, List<PlannedPrediction>> groups = new LinkedHashMap<>();
        for (PlannedPrediction prediction : planned) {
            if (Horde.accepts(prediction.config())) {
                Object key = List.of(prediction.config().traceKey(), prediction.steps());
                groups.computeIfAbsent(key, none -> new ArrayList<>()).add(prediction);
            }
        }
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
    protected void begin(RowChunk chunk) {
        super.begin(chunk);
        Arrays.setAll(columns, p -> chunk.column(members.get(p).plan.cumulant()));
    }

    @Override
    protected void act(int row) {
        super.act(row);
        Arrays.setAll(cumulants, p -> columns[p][row]);
    }

    @Override
    void learn(int row, long logRow) {
        horde.update(transitions, cumulants);
        for (int p = 0; p < members.size(); p++) {
            members.get(p).noteStep(row, logRow, cumulants[p]);
        }
        for (int g = 0; g < emphases.length; g++) {
            HordeGroup group = horde.groups().get(g);
            emphases[g].learned(group.followOn(), group.emphasis());
        }
    }

    @Override
    List<HordeMember> predictions() {
        return members;
    }

    @Override
    void exchangeLearners(SavedState state) throws IOException {
        horde = state.value(horde, (out, written) -> written.write(out), Horde::read);
        for (int p = 0; p < members.size(); p++) {
            members.get(p).prediction = horde.predictions().get(p);
        }
    }

    @Override
    void exchangeDiagnostics(SavedState state) throws IOException {
        for (RunningPrediction.EmphasisDiagnostics ofTrace : emphases) {
            ofTrace.exchange(state);
        }
        for (HordeMember member : members) {
            member.exchangeDiagnostics(state);
        }
    }

    private static final class HordeMember extends RunningPrediction {
        private HordePrediction prediction;

        HordeMember(
                PlannedPrediction plan,
                HordePrediction prediction,
                RunningPrediction.EmphasisDiagnostics emphases,
                RunSettings settings) {
            super(plan, emphases, settings);
            this.prediction = prediction;
        }

        @Override
        double predict(Features phi) {
            return prediction.predict(phi);
        }

        @Override
        double[] weights() {
            return prediction.weights();
        }

        @Override
        long steps() {
            return prediction.steps();
        }

        @Override
        OptionalLong divergedAt() {
            return prediction.divergedAt();
        }

        @Override
        double tdError() {
            return prediction.tdError();
        }
    }
}
