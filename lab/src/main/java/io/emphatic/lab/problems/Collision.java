package io.emphatic.lab.problems;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The Collision task: Ghiassian &amp; Sutton (2021), "An Empirical Comparison of Off-policy Prediction Learning
 * Algorithms on the Collision Task".
 *
 * <p>Six binary features, exactly three of them on, drawn independently for every state (two states may get the same),
 * anew in each run: the values cannot be represented, and no lucky draw decides a comparison.
 */
public final class Collision implements FiniteProblem {
    private static final int STATES = 8;
    private static final int FEATURES = 6;
    private static final int ON = 3;
    private static final int STARTS = 4;
    private static final int FORWARD = 0;
    private static final int TURN_AWAY = 1;
    private static final double DISCOUNT = 0.9;

    /** The draw of {@link #mdp}: independent features, and two states that look the same, as in most draws. */
    private static final long SHOWN = 3;

    @Override
    public String name() {
        return "collision";
    }

    @Override
    public String summary() {
        return "eight states in a corridor, random binary features anew in each run: a common benchmark";
    }

    @Override
    public String documentation() {
        return """
                States 1 to 8 in a corridor; an episode starts uniformly in 1–4. The behaviour goes forward always in 1–4, in 5–8 it
                goes forward or turns away with ½ each. Turning away ends the episode with reward 0, forward from 8 ends it with
                reward 1; all other rewards are 0. The target always goes forward: v(s) = 0.9^(8−s). γ = 0.9, λ = 0, interest 1. Six
                binary features, three of them on, drawn independently for every state and anew in each run of a study; `explain` shows
                one draw. Ghiassian & Sutton (2021).""";
    }

    @Override
    public Mdp mdp() {
        Outcome[][][] outcomes = new Outcome[STATES][2][];
        double[][] behaviour = new double[STATES][];
        double[][] target = new double[STATES][];
        for (int s = 0; s < STATES; s++) {
            boolean last = s == STATES - 1;
            outcomes[s][FORWARD] = new Outcome[] {new Outcome(last ? Mdp.END : s + 1, 1, last ? 1 : 0)};
            outcomes[s][TURN_AWAY] = new Outcome[] {new Outcome(Mdp.END, 1, 0)};
            behaviour[s] = s < STARTS ? new double[] {1, 0} : new double[] {0.5, 0.5};
            target[s] = new double[] {1, 0};
        }
        double[] start = new double[STATES];
        Arrays.fill(start, 0, STARTS, 1.0 / STARTS);
        return new Mdp(
                name(),
                Mdp.numbered("", STATES),
                List.of("forward", "turn-away"),
                outcomes,
                behaviour,
                List.of(Question.uniform("forward", target, DISCOUNT, 0, 1)),
                Mdp.numbered("φ", FEATURES),
                features(RandomSource.XO_SHI_RO_256_PP.create(SHOWN)),
                start);
    }

    /** For every state, three of the six, each choice equally likely. */
    @Override
    public double[][] features(UniformRandomProvider random) {
        double[][] features = new double[STATES][FEATURES];
        for (double[] phi : features) {
            for (int on = 0; on < ON; ) {
                int j = random.nextInt(FEATURES);
                on += phi[j] == 0 ? 1 : 0;
                phi[j] = 1;
            }
        }
        return features;
    }
}
