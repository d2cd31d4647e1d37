package io.emphatic.lab.problems.miner;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.Threads;
import io.emphatic.lab.simulation.Chain;
import io.emphatic.lab.simulation.Experience;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The independent runs of the Miner experiment: in each, every question is learned from one life, with clipping and
 * without it if the setting clips.
 */
final class MinerRuns {
    /** What the generators of the runs are for, beside those of {@link MonteCarlo}. */
    private static final long PART = 0;

    private final MinerSetting setting;
    private final Mdp mdp;
    private final Chain behaviour;
    private final boolean[] entrapped;
    private final int questions;
    private final List<Config> configs = new ArrayList<>();

    MinerRuns(MinerSetting setting, Mdp mdp) {
        this.setting = setting;
        this.mdp = mdp;
        this.behaviour = Chain.of(mdp, mdp.behaviour());
        this.questions = mdp.questions().size();
        this.entrapped = new boolean[mdp.states().size()];
        for (int s = 0; s < entrapped.length; s++) {
            entrapped[s] = mdp.questions().get(0).discount()[s] == 0;
        }
        mdp.questions().forEach(question -> configs.add(setting.config(mdp, question)));
        if (setting.clips()) {
            mdp.questions().forEach(question -> configs.add(setting.unclipped().config(mdp, question)));
        }
    }

    /** One run: the Block A weight of each learner at each point of the curve; NaN once the learner has diverged. */
    record Run(long steps, double[][] estimates) {}

    List<Run> all(Threads threads, Runnable pointReached) {
        return threads.map(IntStream.range(0, setting.runs()), run -> run(run, pointReached));
    }

    private Run run(int number, Runnable pointReached) {
        Experience experience = new Experience(mdp, behaviour, Seeds.generator(setting.seed(), PART, number));
        Learner[] learners = configs.stream()
                .map(config -> config.learner(mdp.featureNames().size()))
                .toArray(Learner[]::new);
        int points = points(setting);
        double[][] estimates = new double[learners.length][points];
        long steps = 0;
        for (int point = 0; point < points; point++) {
            int until = Math.min((point + 1) * MinerSetting.POINT, setting.entrapments());
            steps += live(experience, learners, until - point * MinerSetting.POINT);
            for (int k = 0; k < learners.length; k++) {
                boolean diverged = learners[k].divergedAt().isPresent();
                estimates[k][point] = diverged ? Double.NaN : learners[k].weights()[Block.A.ordinal()];
            }
            pointReached.run();
        }
        return new Run(steps, estimates);
    }

    static int points(MinerSetting setting) {
        return (setting.entrapments() + MinerSetting.POINT - 1) / MinerSetting.POINT;
    }

    /** Simulates and learns until {@code entrapments} more entrapments have happened; returns the number of steps. */
    private long live(Experience experience, Learner[] learners, int entrapments) {
        long steps = 0;
        for (int left = entrapments; left > 0; ) {
            experience.step();
            for (int k = 0; k < learners.length; k++) {
                learners[k].update(experience.transition(k < questions ? k : k - questions));
            }
            steps++;
            left -= entrapped[experience.state()] ? 1 : 0;
        }
        return steps;
    }

    static Estimate mean(List<Run> runs, int learner, int point) {
        return Estimate.of(
                runs.stream().mapToDouble(run -> run.estimates[learner][point]).toArray());
    }
}
