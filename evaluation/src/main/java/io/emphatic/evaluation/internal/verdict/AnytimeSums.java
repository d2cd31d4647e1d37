package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.result.DifferenceBounds;
import io.emphatic.evaluation.result.Race;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** What may be looked at whenever the log has grown: the race of the targets, and the bounds of a gate. */
final class AnytimeSums {
    private final Race race; // null for one target, or more than can be raced
    private final DifferenceBounds gate; // null where it is not asked for
    private final int policy; // of the gate
    private final int against; // −1 for the behaviour
    private final double[] weights;

    AnytimeSums(EvaluationSettings settings) {
        List<String> names = settings.targets().stream()
                .limit(settings.asked())
                .map(EvaluationTarget::name)
                .toList();
        GateQuestion asked = settings.gate();
        boolean isAsked = asked != null && asked.anytime();
        weights = new double[names.size()];
        race = names.size() > 1 && names.size() <= Race.MOST_POLICIES ? new Race(settings.range(), names) : null;
        gate = isAsked ? new DifferenceBounds(settings.range(), (1 - asked.confidence()) / 2) : null;
        policy = isAsked ? names.indexOf(asked.policy()) : -1;
        against = isAsked ? names.indexOf(asked.against()) : -1;
    }

    /** @param weight of each target, in the next episode */
    void add(IntToDoubleFunction weight, double returned, boolean ended) {
        Arrays.setAll(weights, weight);
        if (race != null) {
            race.add(weights, returned, ended);
        }
        if (gate != null) {
            gate.add(weights[policy], against < 0 ? 1 : weights[against], returned, ended);
        }
    }

    /** Null where there is no race. */
    List<Race.Racer> racers() {
        return race == null ? null : race.racers();
    }

    /** Null where it is not asked for. */
    DifferenceBounds gate() {
        return gate;
    }
}
