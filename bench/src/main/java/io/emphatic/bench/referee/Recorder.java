package io.emphatic.bench.referee;

import io.emphatic.bench.referee.World.Target;
import io.emphatic.lab.Mdp.Outcome;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Who acts in one log and what is written down of it: all as it should be. Each quirk is a class of {@link Recorders}.
 */
class Recorder {
    protected World world;

    /** The log begins. */
    void open(World newWorld) {
        this.world = newWorld;
    }

    /** An episode begins; returns its first state. */
    int begin(int episode, int episodes, UniformRandomProvider random) {
        return world.start(random);
    }

    /** Whose episode it is, as the log says. */
    int stream(int episode, int copy) {
        return episode * copies() + copy;
    }

    /** The policy that acts. */
    double[] acting(int state) {
        return world.mdp().behaviour()[state];
    }

    /** The behaviour's probabilities, as the log has them. */
    double[] written(int state, double[] acting) {
        return acting;
    }

    double paid(int state, int action, Outcome outcome, UniformRandomProvider random) {
        return world.paid(outcome, random);
    }

    /** Whether the episode is cut after this number of rows. */
    boolean cuts(int rows, UniformRandomProvider random) {
        return false;
    }

    /** Whether cuts are written down as ends. */
    boolean callsCutsEnds() {
        return false;
    }

    /** The probability with which an episode is kept in the log, which says it. */
    double kept(List<Step> episode) {
        return 1;
    }

    /** How many times everything is written. */
    int copies() {
        return 1;
    }

    /** The log is complete. */
    void close() {}

    /** π of a target of the action taken, as the log has it. */
    double target(Target target, Step step) {
        return target.question().policy()[step.state()][step.action()];
    }

    /** Whether μ is estimated from the log. */
    boolean estimates() {
        return false;
    }

    /** Whether it is declared that nothing else mattered, in a log that declares what is so, or not. */
    boolean declares(boolean declaring) {
        return declaring;
    }

    /** Whether every return is one that the world can pay, episodes that are cut included. */
    boolean paysAsTheWorld() {
        return true;
    }

    /** The standard deviation of a return under a target, beyond that of the world. */
    double ownSpread() {
        return 0;
    }
}
